import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { MissingRecord, RedirectRecord } from '#features/redirects/schema.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { button, dialog, openAdmin, row, toastOf } from '#testing/browser/open-admin.ts';
import { widths } from '#testing/browser/widths.ts';

const redirect = (changes: Partial<RedirectRecord> = {}): RedirectRecord => ({
  id: '1',
  source: '/2010/08/06/hello',
  status: 301,
  target: '/rined/detail?id=7',
  postId: null,
  hits: 12,
  lastHitAt: '2026-11-20T08:00:00+08:00',
  createdAt: '2026-11-20T08:00:00+08:00',
  ...changes,
});
const pageOf = (records: RedirectRecord[]) => ({ records, total: records.length, cursor: null });
const field = (name: string) => dialog().getByRole('textbox', { name });

beforeEach(() => {
  answer('GET /admin/redirect/list', pageOf([redirect(), redirect({ id: '2', source: '/blog/*' })]));
});

test.for(widths)('lists old addresses and opens one, %i px wide', async (width) => {
  await page.viewport(width, 900);
  const source = `/${'long-'.repeat(60)}`;
  answer(
    'GET /admin/redirect/list',
    pageOf([
      redirect({ source, postId: '7' }),
      redirect({ id: '2', source: '/gone', status: 410, target: '' }),
    ]),
  );
  await openAdmin('/redirects');
  await expect.element(row('/gone')).toBeVisible();
  expectNoSidewaysScroll();
  await expectAccessible();
  await button('/gone').click();
  await expect.element(field('来源')).toHaveValue('/gone');
  await expect.element(field('目标')).not.toBeInTheDocument();
  await expectAccessible();
});

test('adds an old address, shows a refusal at its field, and keeps what was typed', async () => {
  answer('POST /admin/redirect/save', refuse(400, '目标 /b 也是旧地址，会再转一次；请直接填 /vip', 'target'));
  await openAdmin('/redirects');
  await button('添加').click();
  await dialog().getByRole('button', { name: '保存' }).click();
  await expect.element(dialog().getByText('请填写来源')).toBeVisible();
  await field('来源').fill('/a');
  await field('目标').fill('/b');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog().getByText('请直接填 /vip')).toBeVisible();
  answer('POST /admin/redirect/save', { id: '3' });
  await field('目标').fill('https://archive.example/');
  await dialog().getByRole('checkbox', { name: '转到其他网站' }).click();
  await userEvent.keyboard('{Enter}');
  await expect.element(toastOf('已保存，旧地址立即生效')).toBeVisible();
  expect(callsTo('POST /admin/redirect/save').at(-1)?.body).toEqual({
    source: '/a',
    status: '301',
    target: 'https://archive.example/',
    isExternal: true,
  });
});

test('marks an address as deleted', async () => {
  answer('POST /admin/redirect/save', { id: '1' });
  await openAdmin('/redirects');
  await button('/2010/08/06/hello').click();
  await dialog()
    .getByRole('radio', { name: /内容已删除/ })
    .click();
  await expect.element(field('目标')).not.toBeInTheDocument();
  await dialog().getByRole('button', { name: '保存' }).click();
  await expect.element(toastOf('已保存')).toBeVisible();
  expect(callsTo('POST /admin/redirect/save').at(-1)?.body).toMatchObject({ id: '1', status: '410' });
});

test('searches, and sorts by hits', async () => {
  await openAdmin('/redirects');
  await page.getByRole('columnheader', { name: '访问', exact: true }).click();
  await expect.poll(() => callsTo('GET /admin/redirect/list').at(-1)?.query.sort).toBe('-hits');
  await page.getByRole('searchbox', { name: '查找旧地址' }).fill('blog');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => callsTo('GET /admin/redirect/list').at(-1)?.query.keyword).toBe('blog');
});

test('deletes selected addresses in one call', async () => {
  answer('POST /admin/redirect/delete', 2);
  await openAdmin('/redirects');
  await page.getByRole('checkbox', { name: '选择/2010/08/06/hello' }).click();
  await page.getByRole('checkbox', { name: '选择/blog/*' }).click();
  await button('批量删除').click();
  await dialog('删除选中的 2 个').getByRole('button', { name: '删除' }).click();
  await expect.element(page.getByText('已删除 2 个')).toBeVisible();
  expect(callsTo('POST /admin/redirect/delete').map(({ body }) => body)).toEqual([{ ids: ['1', '2'] }]);
});

test('imports a file and reports it line by line', async () => {
  answer('POST /admin/redirect/import', {
    added: 3,
    changed: 0,
    unchanged: 0,
    failed: 1,
    faults: [{ line: 5, message: '请填写来源' }],
  });
  await openAdmin('/redirects');
  await button('导入').click();
  await page.getByLabelText('选择或拖入旧地址文件').upload(new File(['来源,目标\n/a,/b'], 'a.csv'));
  await dialog().getByRole('button', { name: '导入' }).click();
  await expect.element(dialog('导入旧地址').getByRole('status')).toMatchTextContent('第 5 行：请填写来源');
  expect(callsTo('POST /admin/redirect/import').at(-1)?.body).toMatchObject({ isExternal: 'false' });
});

const missing = (changes: Partial<MissingRecord> = {}): MissingRecord => ({
  id: '1',
  address: '/2010/lost',
  hits: 40,
  referrer: 'www.example.com',
  firstAt: '2026-11-19T08:00:00+08:00',
  lastAt: '2026-11-20T08:00:00+08:00',
  ...changes,
});
const missingPageOf = (records: MissingRecord[]) => ({ records, total: records.length, cursor: null });

test.for(widths)('lists addresses that nothing answers, %i px wide', async (width) => {
  await page.viewport(width, 900);
  answer('GET /admin/redirect/missing', missingPageOf([missing({ address: `/${'long-'.repeat(60)}` })]));
  await openAdmin('/redirects?tab=missing');
  await expect.element(row('/long')).toMatchTextContent('40');
  expectNoSidewaysScroll();
  await expectAccessible();
});

test('sets a redirect for a missing address', async () => {
  answer('GET /admin/redirect/missing', missingPageOf([missing()]));
  answer('POST /admin/redirect/save', { id: '9' });
  await openAdmin('/redirects?tab=missing');
  await button('给 /2010/lost 设置跳转').click();
  await expect.element(field('来源')).toHaveValue('/2010/lost');
  await field('目标').fill('/rined');
  await userEvent.keyboard('{Enter}');
  await expect.element(toastOf('已保存')).toBeVisible();
  expect(callsTo('POST /admin/redirect/save').at(-1)?.body).toMatchObject({
    source: '/2010/lost',
    target: '/rined',
  });
});

test('ignores a missing address, and lists the ignored ones before that is done', async () => {
  const ignored = Promise.withResolvers<number>();
  answer('GET /admin/redirect/missing', missingPageOf([missing()]));
  answer('POST /admin/redirect/ignoreMissing', () => ignored.promise);
  await openAdmin('/redirects?tab=missing');
  await row('/2010/lost').getByRole('button', { name: '忽略' }).click();
  await expect
    .poll(() => callsTo('POST /admin/redirect/ignoreMissing').at(-1)?.body)
    .toEqual({ ids: ['1'], isIgnored: true });
  await page.getByRole('checkbox', { name: '只看忽略过的' }).click();
  await expect.poll(() => callsTo('GET /admin/redirect/missing').at(-1)?.query.ignored).toBe('1');
  ignored.resolve(1);
  await expect.element(page.getByRole('status').filter({ hasText: '已忽略 1 个' })).toBeVisible();
});

test('refuses staff who may not change settings', async () => {
  await openAdmin('/redirects', { permissions: ['orders.view'] });
  await expect.element(page.getByRole('heading', { name: '权限不足' })).toBeVisible();
});

import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectPhoneLayout, expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { button, dialog, openAdmin, row, toastOf } from '#testing/browser/open-admin.ts';
import type { MissingRecord, RedirectRecord } from '../schema.ts';

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
const missing = (changes: Partial<MissingRecord> = {}): MissingRecord => ({
  id: '1',
  address: '/2010/lost',
  hits: 40,
  referrer: 'www.example.com',
  firstAt: '2026-11-19T08:00:00+08:00',
  lastAt: '2026-11-20T08:00:00+08:00',
  ...changes,
});
const pageOf = <R,>(records: R[]) => ({ records, total: records.length, cursor: null });
const sent = (key: Parameters<typeof callsTo>[0]) => callsTo(key).at(-1)?.body;
const field = (name: string) => dialog().getByRole('textbox', { name });

beforeEach(() => {
  answer('GET /admin/redirect/list', pageOf([redirect(), redirect({ id: '2', source: '/blog/*' })]));
});

test('lists old addresses and opens one', { tags: ['strict'] }, async () => {
  const long = redirect({ source: `/${'long-'.repeat(60)}`, postId: '7' });
  const gone = redirect({ id: '2', source: '/gone', status: 410, target: '' });
  answer('GET /admin/redirect/list', pageOf([long, gone]));
  await openAdmin('/redirects');
  await expect.element(row('/long')).toMatchTextContent('随文章，文章撤回后显示已删除/rined/detail?id=7');
  await expect.element(row('/gone')).toMatchTextContent('内容已删除410');
  await expectWellMade();
  await button('/gone').click();
  await expect.element(field('来源')).toHaveValue('/gone');
  await expect.element(field('目标')).not.toBeInTheDocument();
  await expectPhoneLayout();
});

test('adds an old address, shows a refusal at its field, marks one as deleted, and imports a file', async () => {
  answer('POST /admin/redirect/save', refuse(400, '目标 /b 也是旧地址，会再转一次；请直接填 /vip', 'target'));
  answer('POST /admin/redirect/import', {
    ...{ added: 3, changed: 0, unchanged: 0, failed: 1, faults: [{ line: 5, message: '请填写来源' }] },
  });
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
  expect(sent('POST /admin/redirect/save')).toEqual({
    ...{ source: '/a', status: '301', target: 'https://archive.example/', isExternal: true },
  });
  await button('/blog/*').click();
  await dialog()
    .getByRole('radio', { name: /内容已删除/ })
    .click();
  await expect.element(field('目标')).not.toBeInTheDocument();
  await dialog().getByRole('button', { name: '保存' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(sent('POST /admin/redirect/save')).toMatchObject({ id: '2', source: '/blog/*', status: '410' });
  await button('导入').click();
  await page.getByLabelText('选择或拖入旧地址文件').upload(new File(['来源,目标\n/a,/b'], 'a.csv'));
  await dialog().getByRole('button', { name: '导入' }).click();
  const report = dialog('导入旧地址').getByRole('status');
  await expect.element(report).toMatchTextContent('新增 3 个，改动 0 个，未变 0 个，1 行没有导入');
  await expect.element(report).toMatchTextContent('第 5 行：请填写来源');
  expect(sent('POST /admin/redirect/import')).toMatchObject({
    ...{ isExternal: 'false', file: expect.objectContaining({ name: 'a.csv' }) },
  });
});

test('sorts by hits, searches, and deletes selected addresses in one call', async () => {
  answer('POST /admin/redirect/delete', 2);
  await openAdmin('/redirects');
  await page.getByRole('columnheader', { name: '访问', exact: true }).click();
  await expect.poll(() => callsTo('GET /admin/redirect/list').at(-1)?.query.sort).toBe('-hits');
  await page.getByRole('searchbox', { name: '查找旧地址' }).fill('blog');
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => callsTo('GET /admin/redirect/list').at(-1)?.query)
    .toEqual({ keyword: 'blog', sort: '-hits', size: '20' });
  await page.getByRole('checkbox', { name: '选择/2010/08/06/hello' }).click();
  await page.getByRole('checkbox', { name: '选择/blog/*' }).click();
  await button('批量删除').click();
  await dialog('删除选中的 2 个').getByRole('button', { name: '删除' }).click();
  await expect.element(page.getByText('已删除 2 个')).toBeVisible();
  expect(callsTo('POST /admin/redirect/delete').map(({ body }) => body)).toEqual([{ ids: ['1', '2'] }]);
});

test('lists addresses that nothing answers, sets a redirect for one, and ignores it', {
  tags: ['strict'],
}, async () => {
  const ignored = Promise.withResolvers<number>();
  answer(
    'GET /admin/redirect/missing',
    pageOf([missing({ id: '2', address: `/${'x'.repeat(80)}` }), missing()]),
  );
  answer('POST /admin/redirect/save', { id: '9' });
  answer('POST /admin/redirect/ignoreMissing', () => ignored.promise);
  answer('POST /admin/redirect/deleteMissing', 1);
  await openAdmin('/redirects?tab=missing');
  await expect.element(row('/2010/lost')).toMatchTextContent('40www.example.com');
  await expectPhoneLayout();
  await page.viewport(360, 900);
  // An address that cannot wrap makes the table wider than a phone, where it scrolls in its own box.
  const table = page.getByRole('group', { name: '找不到的地址' });
  await expect.element(table).toBeVisible();
  table.element().scrollLeft = 1000;
  expect(table.element().scrollLeft).toBeGreaterThan(100);
  await page.viewport(1440, 900);
  await button('给 /2010/lost 设置跳转').click();
  await expect.element(field('来源')).toHaveValue('/2010/lost');
  await field('目标').fill('/rined');
  await userEvent.keyboard('{Enter}');
  await expect.element(toastOf('已保存')).toBeVisible();
  expect(sent('POST /admin/redirect/save')).toEqual({
    ...{ source: '/2010/lost', status: '301', target: '/rined', isExternal: false },
  });
  await row('/2010/lost').getByRole('button', { name: '忽略' }).click();
  await expect
    .poll(() => sent('POST /admin/redirect/ignoreMissing'))
    .toEqual({ ids: ['1'], isIgnored: true });
  // Before that is done.
  await page.getByRole('checkbox', { name: '只看忽略过的' }).click();
  await expect.poll(() => callsTo('GET /admin/redirect/missing').at(-1)?.query.ignored).toBe('1');
  ignored.resolve(1);
  await expect.element(page.getByRole('status').filter({ hasText: '已忽略 1 个' })).toBeVisible();
  await row('/2010/lost').getByRole('button', { name: '不再忽略' }).click();
  await expect
    .poll(() => sent('POST /admin/redirect/ignoreMissing'))
    .toEqual({ ids: ['1'], isIgnored: false });
  await row('/2010/lost').getByRole('button', { name: '删除' }).click();
  await dialog('删除/2010/lost？').getByRole('button', { name: '删除' }).click();
  await expect.poll(() => sent('POST /admin/redirect/deleteMissing')).toEqual({ ids: ['1'] });
});

import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AgreementVersion } from '#features/settings/agreements/schema.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { button, dialog, openAdmin, row, toastOf } from '#testing/browser/open-admin.ts';
import { widths } from '#testing/browser/widths.ts';

const version = (id: number, changes: Partial<AgreementVersion> = {}): AgreementVersion => ({
  id: String(id),
  kind: 'agreement',
  version: `2026-11-0${id}`,
  title: '用户协议',
  effectiveAt: '2026-11-01T08:00:00+08:00',
  createdBy: '主编',
  state: 'past',
  ...changes,
});
const inForce = version(2, { state: 'inForce' });
const coming = version(3, { state: 'coming', title: '新用户协议', effectiveAt: '2099-01-01T08:00:00+08:00' });
const address = '/settings?group=agreements';
const body = () => page.getByRole('textbox', { name: '正文' });

beforeEach(() => {
  answer('GET /admin/settings/list', { siteMode: 'demo', hasWechatSandbox: false, groups: [] });
  answer('GET /admin/agreement/list', ({ query }) =>
    query.kind === 'privacy' ? [] : [coming, inForce, version(1)],
  );
  answer('GET /admin/agreement/detail', ({ query }) => {
    const { createdBy: _, state: __, ...rest } = query.id === '3' ? coming : version(Number(query.id));
    return { ...rest, body: `<p>第${query.id}版的正文。</p>` };
  });
});

test.for(widths)('lists versions and opens one, %i px wide', async (width) => {
  await page.viewport(width, 900);
  answer('GET /admin/agreement/list', [coming, { ...inForce, title: '长'.repeat(60) }]);
  await openAdmin(address);
  await expect.element(row('长长')).toMatchTextContent('自 11-01 08:00 起生效');
  await expect.element(row('长长')).toMatchTextContent('生效中');
  expectNoSidewaysScroll();
  await expectAccessible();
  await button('新用户协议').click();
  await expect.element(dialog().getByText('第3版的正文。')).toBeVisible();
  await expectAccessible();
  await page.getByText('相对现行版本的改动').click();
  await expect.element(dialog().getByRole('insertion').first()).toBeInTheDocument();
});

test('shows that no version exists, and a failed list with a retry button', async () => {
  answer('GET /admin/agreement/list', networkError());
  await openAdmin(address);
  await expect.element(page.getByText('没有取到用户协议的版本')).toBeVisible();
  answer('GET /admin/agreement/list', []);
  await button('重试').click();
  await expect.element(page.getByText('还没有用户协议')).toBeVisible();
  await page.getByText('隐私政策').click();
  await expect.element(page.getByText('还没有隐私政策')).toBeVisible();
});

test('writes a version from the one in force, with a preview and the changes', async () => {
  answer('POST /admin/agreement/create', { ...inForce, body: '' } as never);
  await openAdmin(address);
  await button('写新版本').click();
  await expect.element(body()).toMatchTextContent('第2版的正文。');
  await expectAccessible();
  await body().click();
  await userEvent.keyboard('{Control>}{End}{/Control}新加的一条。');
  await dialog().getByText('预览', { exact: true }).click();
  await expect.element(page.getByRole('article')).toMatchTextContent('第2版的正文。新加的一条。');
  await dialog().getByText('改动', { exact: true }).click();
  await expect.element(dialog().getByRole('insertion').first()).toMatchTextContent('新加的一条。');
  await button('保存并生效').click();
  await expect.element(toastOf('已生效')).toBeVisible();
  expect(callsTo('POST /admin/agreement/create').at(-1)?.body).toEqual({
    kind: 'agreement',
    title: '用户协议',
    body: '<p>第2版的正文。新加的一条。</p>',
    effectiveAt: null,
  });
});

test('requires the effective time of a later version', async () => {
  await openAdmin(address);
  await button('写新版本').click();
  await page.getByRole('radio', { name: '从这时起' }).click();
  await dialog().getByRole('button', { name: '保存' }).click();
  await expect.element(dialog().getByText('请选择生效时间')).toBeVisible();
  expect(callsTo('POST /admin/agreement/create')).toEqual([]);
});

test('edits a future version, and keeps typed values after a conflict', async () => {
  answer('POST /admin/agreement/save', refuse(409, '这一版已经生效，不能再改'));
  await openAdmin(address);
  await expect.element(button('修改用户协议 2026-11-02')).not.toBeInTheDocument();
  await button('修改新用户协议 2026-11-03').click();
  await page.getByRole('textbox', { name: '标题' }).fill('改了');
  await dialog().getByRole('button', { name: '保存' }).click();
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('这一版已经生效，不能再改');
  await expect.element(page.getByRole('textbox', { name: '标题' })).toHaveValue('改了');
  expect(callsTo('POST /admin/agreement/save').at(-1)?.body).toEqual({
    id: '3',
    title: '改了',
    body: '<p>第3版的正文。</p>',
    effectiveAt: '2099-01-01T08:00:00+08:00',
  });
});

test('asks for confirmation before it discards a text', async () => {
  await openAdmin(address);
  await button('写新版本').click();
  await body().click();
  await userEvent.keyboard('改');
  await expect.element(body()).toMatchTextContent('改');
  await dialog().getByRole('button', { name: '关闭' }).first().click();
  await expect.element(dialog('有改动还没有保存')).toBeVisible();
  await button('不保存').click();
  await expect.element(body()).not.toBeInTheDocument();
});

test('deletes a future version after a confirmation', async () => {
  answer('POST /admin/agreement/delete', true);
  await openAdmin(address);
  await button('删除新用户协议 2026-11-03').click();
  await dialog('删除新用户协议 2026-11-03？').getByRole('button', { name: '删除' }).click();
  await expect.element(page.getByText('已删除 1 版')).toBeVisible();
  expect(callsTo('POST /admin/agreement/delete').at(-1)?.body).toEqual({ id: '3' });
});

import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { MediaDetail, MediaItem } from '#features/media/schema.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { button, choose, dialog, openAdmin, toastOf } from '#testing/browser/open-admin.ts';
import { widths } from '#testing/browser/widths.ts';

const item = (id: string, changes: Partial<MediaItem> = {}): MediaItem => ({
  id,
  folderId: null,
  kind: 'file',
  address: `/files/${id}.pdf`,
  name: `第${id}件`,
  mediaType: 'application/pdf',
  bytes: 2048,
  width: null,
  height: null,
  alt: '',
  useCount: 0,
  uploadedBy: '沈观潮',
  createdAt: '2026-11-20T08:00:00+08:00',
  ...changes,
});
const detail = (changes: Partial<MediaDetail> = {}): MediaDetail => ({ ...item('1'), uses: [], ...changes });
const listed = (...items: MediaItem[]) => ({ records: items, cursor: null });
const card = (name: string) => page.getByRole('button', { name: new RegExp(`${name}.*KB`) });
const checkbox = (name: string) => page.getByRole('checkbox', { name: `选择 ${name}` });
const queries = () => callsTo('GET /admin/media/list').map(({ query }) => query);

beforeEach(() => {
  answer('GET /admin/media/folders', [
    { id: '5', parentId: null, name: '图表' },
    { id: '6', parentId: '5', name: '电芯' },
  ]);
  answer('GET /admin/media/list', listed(item('1'), item('2', { useCount: 2 })));
});

test.for(widths)('lists items and folders, %i px wide', async (width) => {
  await page.viewport(width, 900);
  answer('GET /admin/media/list', listed(item('1', { name: '长'.repeat(150) }), item('2')));
  await openAdmin('/media');
  await expect.element(card('第2件')).toMatchTextContent('未使用');
  expectNoSidewaysScroll();
  await expectAccessible();
});

test('shows an empty library, a filter without matches, a failed list and failed folders', async () => {
  answer('GET /admin/media/list', listed());
  answer('GET /admin/media/folders', networkError());
  await openAdmin('/media');
  await expect.element(page.getByText('素材库还是空的')).toBeVisible();
  await expect.element(page.getByText('没有取到文件夹')).toBeVisible();
  await page.getByRole('checkbox', { name: '只看未使用' }).click();
  await expect.element(page.getByText('没有这样的素材')).toBeVisible();
  expect(location.search).toBe('?unused=true');
  answer('GET /admin/media/list', networkError());
  await button('清除条件').click();
  await choose('类型', '视频');
  await expect.element(page.getByText('没有取到素材')).toBeVisible();
});

test('refuses a member without the permission, and is read-only without the permission to manage', async () => {
  answer('GET /admin/media/detail', detail());
  await openAdmin('/media', { permissions: ['content.view'] });
  await card('第1件').click();
  await expect.element(dialog('素材')).toMatchTextContent('application/pdf');
  await expect.element(button('保存')).not.toBeInTheDocument();
  await expect.element(checkbox('第1件')).not.toBeInTheDocument();
  await expect.element(button('上传')).not.toBeInTheDocument();
});

test('filters by folder, kind and name, and loads further items by cursor', async () => {
  answer('GET /admin/media/list', ({ query }) =>
    query.cursor ? listed(item('3')) : { records: [item('1')], cursor: '1' },
  );
  await openAdmin('/media?folderId=5');
  await button('更多').click();
  await expect.element(card('第3件')).toBeVisible();
  expect(queries().at(-1)).toEqual({ folderId: '5', size: '48', cursor: '1' });
  await expect.element(card('第1件')).toBeVisible();
  await page.getByText('电芯').click();
  await choose('类型', '文件');
  await page.getByRole('searchbox', { name: '搜索素材' }).fill('年报');
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => queries().at(-1))
    .toEqual({ folderId: '6', kind: 'file', keyword: '年报', size: '48' });
});

test('uploads into the open folder, and lists the uploaded files', async () => {
  answer('POST /admin/media/upload', refuse(400, '这不是可以上传的类型'));
  await openAdmin('/media?folderId=5');
  await expect.element(card('第1件')).toBeVisible();
  const field = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
  await userEvent.upload(field, new File(['%PDF'], '新.pdf', { type: 'application/pdf' }));
  await expect.element(page.getByRole('alert')).toMatchTextContent('这不是可以上传的类型');
  answer('POST /admin/media/upload', { item: item('9'), isNew: true });
  answer('GET /admin/media/list', listed(item('9'), item('1')));
  await userEvent.upload(field, new File(['%PDF'], '再来.pdf', { type: 'application/pdf' }));
  await expect.element(page.getByText('已上传 1 / 2')).toBeVisible();
  await expect.element(card('第9件')).toBeVisible();
});

test('shows an item with its uses, and saves its name', async () => {
  answer(
    'GET /admin/media/detail',
    detail({ useCount: 3, uses: [{ target: 'a', title: '稿件《甲》', to: '/posts/1' }] }),
  );
  answer('POST /admin/media/save', refuse(400, '名称不能为空', 'name'));
  await openAdmin('/media');
  await card('第1件').click();
  await expect
    .element(page.getByRole('link', { name: '稿件《甲》' }))
    .toHaveAttribute('href', '/admin/posts/1');
  await expect.element(dialog()).toMatchTextContent('还有 2 处');
  await expect.element(button('删除素材')).toBeDisabled();
  await expectAccessible();
  const name = page.getByRole('textbox', { name: /名称$/ });
  await name.fill('');
  await button('保存').click();
  await expect.element(page.getByText('名称不能为空')).toBeVisible();
  await name.fill('年报');
  await page.getByRole('textbox', { name: '替代文字（读屏和搜索用）' }).fill('封面');
  answer('POST /admin/media/save', item('1', { name: '年报' }));
  await button('保存').click();
  await expect.element(toastOf('已保存')).toBeVisible();
  expect(callsTo('POST /admin/media/save').at(-1)?.body).toEqual({
    id: '1',
    name: '年报',
    alt: '封面',
    folderId: '0',
  });
});

test('deletes an item after a confirmation', async () => {
  answer('GET /admin/media/detail', detail());
  answer('POST /admin/media/delete', true);
  await openAdmin('/media');
  await card('第1件').click();
  await button('删除素材').click();
  await dialog('不能恢复').getByRole('button', { name: '删除', exact: true }).click();
  await expect.element(toastOf('已删除')).toBeVisible();
  expect(callsTo('POST /admin/media/delete').at(-1)?.body).toEqual({ ids: ['1'] });
});

test('deletes the selected items one by one and reports those still in use', async () => {
  answer('POST /admin/media/delete', ({ body }) =>
    body.ids[0] === '2' ? refuse(409, '“第2件”正用于稿件《甲》') : true,
  );
  await openAdmin('/media');
  await checkbox('第1件').click();
  await checkbox('第2件').click();
  await checkbox('第2件').click();
  await expect.element(page.getByRole('toolbar', { name: '批量操作' })).toMatchTextContent('已选 1 个');
  await button('全选').click();
  await button('批量删除').click();
  await dialog('删除选中的 2 个').getByRole('button', { name: '删除', exact: true }).click();
  const report = page.getByRole('status').filter({ hasText: '删除' });
  await expect.element(report).toMatchTextContent('删除：1 个成功，1 个没有成功');
  await expect.element(report).toMatchTextContent('“第2件”正用于稿件《甲》');
});

test('moves the selected items into a folder', async () => {
  answer('POST /admin/media/move', true);
  await openAdmin('/media');
  await checkbox('第1件').click();
  await checkbox('第2件').click();
  await button('批量移动').click();
  await dialog('移动 2 个素材').getByRole('combobox').click();
  await page.getByTitle('图表', { exact: true }).last().click();
  await dialog('移动 2 个素材').getByRole('button', { name: '移动' }).click();
  await expect.element(page.getByText('已移动 2 个')).toBeVisible();
  expect(callsTo('POST /admin/media/move').at(-1)?.body).toEqual({ ids: ['1', '2'], folderId: '5' });
});

test('creates, renames and deletes folders, and shows why an action failed', async () => {
  answer('POST /admin/media/createFolder', refuse(409, '这里已经有叫“图表”的文件夹'));
  answer('POST /admin/media/renameFolder', true);
  answer('POST /admin/media/deleteFolder', refuse(409, '文件夹里还有素材'));
  await openAdmin('/media');
  await button('新建文件夹').click();
  await button('新建').click();
  await expect
    .element(dialog().getByText('请提供文件夹名称').or(dialog().getByText('文件夹名称不能为空')))
    .toBeVisible();
  await page.getByRole('textbox', { name: '文件夹名称' }).fill('图表');
  await button('新建').click();
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('已经有叫“图表”');
  answer('POST /admin/media/createFolder', { id: '5', parentId: null, name: '图表' });
  await button('新建').click();
  await expect.poll(() => location.search).toBe('?folderId=5');
  await button('改名').click();
  await page.getByRole('textbox', { name: '文件夹名称' }).fill('图');
  await dialog().getByRole('button', { name: '改名' }).click();
  await expect
    .poll(() => callsTo('POST /admin/media/renameFolder').at(-1)?.body)
    .toEqual({ id: '5', name: '图' });
  await page.getByRole('navigation', { name: '文件夹' }).getByRole('button', { name: '删除' }).click();
  await dialog('空的文件夹才能删除').getByRole('button', { name: '删除' }).click();
  await expect.element(page.getByText('文件夹里还有素材')).toBeVisible();
});

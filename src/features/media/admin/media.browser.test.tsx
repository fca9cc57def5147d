import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { button, choose, dialog, openAdmin, toastOf } from '#testing/browser/open-admin.ts';
import type { MediaDetail, MediaItem } from '../schema.ts';

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

const folders = [
  { id: '5', parentId: null, name: '图表' },
  { id: '6', parentId: '5', name: '电芯' },
];
const bulkBar = () => page.getByRole('toolbar', { name: '批量操作' });

beforeEach(() => {
  answer('GET /admin/media/folders', folders);
  answer('GET /admin/media/list', listed(item('1'), item('2', { useCount: 2 })));
});

test('lists items and folders, and shows an item with its uses and saves its name', {
  tags: ['strict'],
}, async () => {
  answer(
    'GET /admin/media/list',
    listed(item('1', { name: '长'.repeat(150) }), item('2'), item('3', { useCount: 3 })),
  );
  const uses = [{ target: 'a', title: `稿件《${'甲'.repeat(80)}》`, to: '/posts/1' }];
  answer('GET /admin/media/detail', ({ query }) => detail({ ...item(query.id ?? ''), useCount: 3, uses }));
  answer('POST /admin/media/save', refuse(400, '这个名称已经有了', 'name'));
  await openAdmin('/media');
  await expect.element(card('第2件')).toMatchTextContent('未使用');
  await expect.element(card('第3件')).not.toMatchTextContent('未使用');
  await card('第3件').click();
  await expect
    .element(page.getByRole('link', { name: '稿件《甲甲' }))
    .toHaveAttribute('href', '/admin/posts/1');
  await expect.element(dialog()).toMatchTextContent('还有 2 处');
  await expect.element(button('删除素材')).toBeDisabled();
  await expectWellMade();
  const name = page.getByRole('textbox', { name: /名称$/ });
  await name.fill('年报');
  await button('保存').click();
  await expect.element(page.getByText('这个名称已经有了')).toBeVisible();
  await page.getByRole('textbox', { name: '替代文字（读屏和搜索用）' }).fill('封面');
  answer('POST /admin/media/save', item('3', { name: '年报' }));
  await button('保存').click();
  await expect.element(toastOf('已保存')).toBeVisible();
  expect(callsTo('POST /admin/media/save').at(-1)?.body).toEqual({
    id: '3',
    name: '年报',
    alt: '封面',
    folderId: '0',
  });
});

test('tells an empty library from a filter without matches and from a failed list, and filters and loads more', async () => {
  answer('GET /admin/media/list', listed());
  answer('GET /admin/media/folders', networkError());
  await openAdmin('/media');
  await expect.element(page.getByText('素材库还是空的')).toBeVisible();
  await expect.element(page.getByText('没有取到文件夹')).toBeVisible();
  await page.getByRole('checkbox', { name: '只看未使用' }).click();
  await expect.element(page.getByText('没有这样的素材')).toBeVisible();
  expect(location.search).toBe('?unused=true');
  answer('GET /admin/media/list', networkError());
  answer('GET /admin/media/folders', folders);
  await button('清除条件').click();
  await expect.poll(() => location.search).toBe('');
  // The empty library is cached; a filter that was not asked for before shows that the list fails.
  await choose('类型', '视频');
  await expect.element(page.getByText('没有取到素材')).toBeVisible();
  await page.getByRole('navigation', { name: '文件夹' }).getByRole('button', { name: '重试' }).click();
  answer('GET /admin/media/list', ({ query }) =>
    query.cursor ? listed(item('3')) : { records: [item('1')], cursor: '1' },
  );
  await expect.element(page.getByText('图表')).toBeVisible();
  await choose('类型', '文件');
  await button('更多').click();
  await expect.element(card('第3件')).toBeVisible();
  await expect.element(card('第1件')).toBeVisible();
  expect(queries().at(-1)).toEqual({ kind: 'file', size: '48', cursor: '1' });
  await checkbox('第3件').click();
  await page.getByText('电芯').click();
  await page.getByRole('searchbox', { name: '搜索素材' }).fill('年报');
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => queries().at(-1))
    .toEqual({ folderId: '6', kind: 'file', keyword: '年报', size: '48' });
  await expect.element(card('第1件')).toBeVisible();
  await expect.element(bulkBar()).not.toBeInTheDocument();
});

test('is read-only without the permissions to upload and to manage', async () => {
  answer('GET /admin/media/detail', detail());
  await openAdmin('/media', { permissions: ['content.view'] });
  await card('第1件').click();
  await expect.element(dialog('素材')).toMatchTextContent('application/pdf');
  await expect.element(dialog('素材')).toMatchTextContent('第1件');
  await expect.element(button('保存')).not.toBeInTheDocument();
  await expect.element(button('删除素材')).not.toBeInTheDocument();
  await expect.element(checkbox('第1件')).not.toBeInTheDocument();
  await expect.element(button('上传')).not.toBeInTheDocument();
  await expect.element(button('新建文件夹')).not.toBeInTheDocument();
});

test('uploads into the open folder, says why an upload failed, and deletes and moves items', async () => {
  answer('POST /admin/media/upload', refuse(400, '这不是可以上传的类型'));
  answer('GET /admin/media/detail', detail());
  await openAdmin('/media?folderId=5');
  await expect.element(card('第1件')).toBeVisible();
  const field = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
  await userEvent.upload(field, new File(['%PDF'], '新.pdf', { type: 'application/pdf' }));
  await expect.element(page.getByRole('alert')).toMatchTextContent('这不是可以上传的类型');
  // What was refused for its type would be refused again.
  await expect.element(button('重试 新.pdf')).not.toBeInTheDocument();
  answer('POST /admin/media/upload', { item: item('9'), isNew: true });
  answer('GET /admin/media/list', listed(item('9'), item('1'), item('2', { useCount: 2 })));
  await userEvent.upload(field, new File(['%PDF'], '再来.pdf', { type: 'application/pdf' }));
  await expect.element(page.getByText('已上传 1 / 2')).toBeVisible();
  await expect.element(card('第9件')).toBeVisible();
  const uploads = callsTo('POST /admin/media/upload').map(({ body: { folderId, file } }) => [
    folderId,
    file.name,
  ]);
  expect(uploads).toEqual([
    ['5', '新.pdf'],
    ['5', '再来.pdf'],
  ]);

  answer('POST /admin/media/delete', ({ body }) =>
    body.ids[0] === '2' ? refuse(409, '“第2件”正用于稿件《甲》') : true,
  );
  await card('第1件').click();
  await button('删除素材').click();
  await dialog('不能恢复').getByRole('button', { name: '删除', exact: true }).click();
  await expect.element(toastOf('已删除')).toBeVisible();
  expect(callsTo('POST /admin/media/delete').map(({ body }) => body)).toEqual([{ ids: ['1'] }]);
  await expect.element(dialog()).not.toBeInTheDocument();

  answer('POST /admin/media/move', true);
  answer('GET /admin/media/list', listed(item('9'), item('2', { useCount: 2 })));
  await checkbox('第9件').click();
  await checkbox('第2件').click();
  await button('批量移动').click();
  await dialog('移动 2 个素材').getByRole('combobox').click();
  await page.getByTitle('图表', { exact: true }).last().click();
  await dialog('移动 2 个素材').getByRole('button', { name: '移动' }).click();
  await expect.element(page.getByText('已移动 2 个')).toBeVisible();
  expect(callsTo('POST /admin/media/move').at(-1)?.body).toEqual({ ids: ['9', '2'], folderId: '5' });

  await checkbox('第2件').click();
  await checkbox('第2件').click();
  await expect.element(bulkBar()).not.toBeInTheDocument();
  await button('全选').click();
  await button('批量删除').click();
  await dialog('删除选中的 2 个').getByRole('button', { name: '删除', exact: true }).click();
  const report = page.getByRole('status').filter({ hasText: '删除' });
  await expect.element(report).toMatchTextContent('删除：1 个成功，1 个没有成功');
  await expect.element(report).toMatchTextContent('“第2件”正用于稿件《甲》');
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
  await button('新建子文件夹').click();
  await page.getByRole('textbox', { name: '文件夹名称' }).fill('里面');
  answer('POST /admin/media/createFolder', { id: '6', parentId: '5', name: '里面' });
  await button('新建').click();
  await expect.poll(() => location.search).toBe('?folderId=6');
  expect(callsTo('POST /admin/media/createFolder').at(-1)?.body).toEqual({ name: '里面', parentId: '5' });
  await page.getByRole('navigation', { name: '文件夹' }).getByRole('button', { name: '删除' }).click();
  await dialog('空的文件夹才能删除').getByRole('button', { name: '删除' }).click();
  await expect.element(page.getByText('文件夹里还有素材')).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button').click();
  answer('POST /admin/media/deleteFolder', true);
  await page.getByRole('navigation', { name: '文件夹' }).getByRole('button', { name: '删除' }).click();
  await dialog('空的文件夹才能删除').getByRole('button', { name: '删除' }).click();
  // Its parent is open then.
  await expect.poll(() => location.search).toBe('?folderId=5');
  expect(callsTo('POST /admin/media/deleteFolder').at(-1)?.body).toEqual({ id: '6' });
});

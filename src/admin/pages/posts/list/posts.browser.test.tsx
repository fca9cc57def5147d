import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AdminRecord } from '#features/posts/admin/schema.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { button, choose, dialog, openAdmin, row, tab } from '#testing/browser/open-admin.ts';
import { widths } from '#testing/browser/widths.ts';

const post = (at: number, changes: Partial<AdminRecord> = {}): AdminRecord => ({
  id: String(at),
  kind: 'article',
  title: `第${at}篇`,
  state: 'draft',
  columnId: '2',
  columnName: '脱水研报',
  authorName: '沈观潮',
  access: 'public',
  price: null,
  important: false,
  wordCount: 1200,
  views: 34,
  publishedAt: null,
  updatedAt: '2026-11-20T08:00:00+08:00',
  deletedAt: null,
  hasUnpublishedChanges: false,
  refusal: null,
  ...changes,
});
const pageOf = (records: AdminRecord[], cursor: string | null = null, total = records.length) => ({
  records,
  total,
  size: 20,
  current: 1,
  pages: 1,
  cursor,
});
const twenty = (from: number) => Array.from({ length: 20 }, (_, at) => post(from + at));
const undoOf = (id: string) => ({
  id,
  state: 'published' as const,
  at: '2026-11-20T08:00:00+08:00',
  before: { head: 2, live: 2 },
  after: { head: 3, live: 3 },
});
const checkbox = (title: string) => page.getByRole('checkbox', { name: `选择《${title}》` });

beforeEach(() => answer('GET /admin/post/list', pageOf([post(1), post(2, { state: 'published' })])));

test.for(widths)('lists posts, %i px wide', async (width) => {
  await page.viewport(width, 900);
  answer('GET /admin/post/list', pageOf([post(1, { title: '长'.repeat(200), important: true }), post(2)]));
  await openAdmin('/posts');
  await expect.element(row('长长长')).toBeVisible();
  expectNoSidewaysScroll();
  await expectAccessible();
});

test('shows an empty list, a filter without matches, and a failed list', async () => {
  answer('GET /admin/post/list', pageOf([]));
  await openAdmin('/posts');
  await expect.element(page.getByText('还没有稿件')).toBeVisible();
  await page.getByRole('searchbox', { name: '搜索稿件' }).fill('铜');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('没有符合条件的稿件')).toBeVisible();
  expect(callsTo('GET /admin/post/list').at(-1)?.query).toMatchObject({ keyword: '铜' });
  answer('GET /admin/post/list', networkError());
  await button('看全部稿件').click();
  await expect.element(page.getByText('网络连接错误！')).toBeVisible();
  answer('GET /admin/post/list', pageOf([post(7)]));
  await button('重试').click();
  await expect.element(row('第7篇')).toBeVisible();
});

test('refuses a member who may not see posts', async () => {
  await openAdmin('/posts', { permissions: ['orders.view'] });
  await expect.element(page.getByRole('heading', { name: '权限不足' })).toBeVisible();
});

test('turns pages by cursor and back, and keeps the position in the URL', async () => {
  answer('GET /admin/post/list', ({ query }) =>
    query.cursor === 'two' ? pageOf(twenty(21), null, 40) : pageOf(twenty(1), 'two', 40),
  );
  await openAdmin('/posts');
  await expect.element(page.getByText('共 40 篇')).toBeVisible();
  await button('下一页').click();
  await expect.element(row('第21篇')).toBeVisible();
  expect(location.search).toContain('cursor=two');
  await button('上一页').click();
  await expect.element(row('第1篇').first()).toBeVisible();
  expect(location.search).not.toContain('cursor');
});

test('sorts by last change, and by publication once only published posts are listed', async () => {
  await openAdmin('/posts');
  await page.getByRole('columnheader', { name: '修改' }).click();
  await expect.poll(() => callsTo('GET /admin/post/list').at(-1)?.query.sort).toBe('-updatedAt');
  await page.getByRole('columnheader', { name: '修改' }).click();
  await expect.poll(() => callsTo('GET /admin/post/list').at(-1)?.query.sort).toBe('updatedAt');
  await tab('已发布').click();
  await page.getByRole('columnheader', { name: '发布' }).click();
  await expect
    .poll(() => callsTo('GET /admin/post/list').at(-1)?.query)
    .toMatchObject({ state: 'published', sort: '-publishedAt' });
});

test('selects across pages, withdraws in chunks, reports failures, and undoes the change', async () => {
  answer('GET /admin/post/list', ({ query }) =>
    query.cursor === 'two' ? pageOf(twenty(21), null, 40) : pageOf(twenty(1), 'two', 40),
  );
  answer('POST /admin/post/changeMany', ({ body }) =>
    body.ids.map((id: string) => (id === '22' ? { id, fault: '已经撤回过了' } : { id, undo: undoOf(id) })),
  );
  answer('POST /admin/post/undoMany', ({ body }) => body.posts.map(({ id }: { id: string }) => ({ id })));
  await openAdmin('/posts');
  await checkbox('第1篇').click();
  await button('下一页').click();
  await checkbox('第22篇').click();
  await expect.element(page.getByRole('toolbar', { name: '批量操作' })).toMatchTextContent('已选 2 篇');
  await button('批量撤回').click();
  await dialog('撤回选中的 2 篇').getByRole('button', { name: '撤回' }).click();
  const report = page.getByRole('status').filter({ hasText: '撤回' });
  await expect.element(report).toMatchTextContent('撤回：1 篇成功，1 篇没有成功');
  await expect.element(report).toMatchTextContent('《第22篇》：已经撤回过了');
  expect(callsTo('POST /admin/post/changeMany').at(-1)?.body).toEqual({
    ids: ['1', '22'],
    change: 'withdraw',
  });
  await button('撤销（重新发布）').click();
  await expect.element(page.getByText('已重新发布 1 篇')).toBeVisible();
  expect(callsTo('POST /admin/post/undoMany').at(-1)?.body).toEqual({
    change: 'withdraw',
    posts: [undoOf('1')],
  });
});

test('selects the rows of all pages', async () => {
  answer('GET /admin/post/list', ({ query }) =>
    query.cursor === 'two' ? pageOf(twenty(21), null, 40) : pageOf(twenty(1), 'two', 40),
  );
  await openAdmin('/posts');
  await checkbox('第1篇').click();
  await button('选择全部页').click();
  await expect.element(page.getByRole('toolbar', { name: '批量操作' })).toMatchTextContent('已选 40 篇');
});

test('navigates rows by keyboard: arrows move, Space selects, Enter opens', async () => {
  answer('GET /admin/post/detail', refuse(404, '没有这篇稿件'));
  await openAdmin('/posts');
  await expect.element(row('第1篇')).toBeVisible();
  (row('第1篇').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown} ');
  await expect.element(checkbox('第2篇')).toBeChecked();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.pathname).toBe('/admin/posts/2');
});

test('hides a column and remembers it', async () => {
  await openAdmin('/posts');
  await button('列').click();
  await page.getByRole('checkbox', { name: '作者' }).click();
  await expect.element(page.getByRole('columnheader', { name: '作者' })).not.toBeInTheDocument();
  expect(localStorage.getItem('hiddenColumns')).toContain('authorName');
});

test('saves the filters as a view, and shows why saving failed', async () => {
  answer('POST /admin/savedView/save', refuse(409, '已经有名为“草稿箱”的视图'));
  await openAdmin('/posts?columnId=2&state=draft', {
    columns: [{ id: '2', columnName: '脱水研报' } as never],
  });
  await button('存为视图').click();
  await button('保存').click();
  await expect.element(dialog().getByText('请填写视图名称')).toBeVisible();
  await page.getByRole('textbox', { name: '视图名称' }).fill('草稿箱');
  await button('保存').click();
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('已经有名为“草稿箱”的视图');
  const saved = { id: '5', name: '草稿箱', filters: { columnId: '2', state: 'draft' } };
  answer('POST /admin/savedView/save', saved);
  // The same view was saved in another tab: the dialog must still save a new one.
  answer('GET /admin/savedView/list', [saved]);
  await button('保存').click();
  await expect.element(tab('草稿箱')).toHaveAttribute('aria-selected', 'true');
  expect(callsTo('POST /admin/savedView/save').at(-1)?.body).toEqual({
    list: 'posts',
    name: '草稿箱',
    filters: { columnId: '2', state: 'draft' },
  });
});

test('creates a post in a column', async () => {
  answer('POST /admin/post/create', { id: '77' });
  answer('GET /admin/post/detail', refuse(404, '没有这篇稿件'));
  const column = (id: string, columnName: string) => ({ id, columnName, kind: 'article' }) as never;
  await openAdmin('/posts', { columns: [column('2', '脱水研报'), column('9', '宏观手记')] });
  await button('写新稿').click();
  await choose('放在哪个栏目', '宏观手记');
  await button('开始写').click();
  await expect.poll(() => location.pathname).toBe('/admin/posts/77');
  expect(callsTo('POST /admin/post/create').at(-1)?.body).toEqual({ columnId: '9' });
});

test('lists the bin with the time of deletion, and restores from it', async () => {
  const binned = post(5, { state: 'withdrawn', deletedAt: '2026-11-21T09:30:00+08:00' });
  answer('GET /admin/post/list', ({ query }) => pageOf(query.state === 'deleted' ? [binned] : [post(1)]));
  answer('POST /admin/post/changeMany', ({ body }) => body.ids.map((id: string) => ({ id })));
  await openAdmin('/posts');
  await tab('回收站').click();
  await expect.element(row('第5篇')).toMatchTextContent('回收站');
  await expect.element(page.getByRole('columnheader', { name: '删除' })).toBeVisible();
  await checkbox('第5篇').click();
  const bar = page.getByRole('toolbar', { name: '批量操作' });
  await expect.element(bar.getByRole('button', { name: '批量发布' })).not.toBeInTheDocument();
  await button('批量恢复').click();
  await expect.element(page.getByText('已恢复 1 篇')).toBeVisible();
  expect(callsTo('POST /admin/post/changeMany').at(-1)?.body).toEqual({ ids: ['5'], change: 'undelete' });
});

test('deletes into the bin and undoes it', async () => {
  answer('POST /admin/post/changeMany', ({ body }) => body.ids.map((id: string) => ({ id })));
  await openAdmin('/posts');
  await checkbox('第1篇').click();
  await button('批量删除').click();
  await expect.element(dialog().getByText(/30 天内可以恢复/)).toBeVisible();
  await dialog().getByRole('button', { name: '删除' }).click();
  await button('撤销（恢复）').click();
  await expect.element(page.getByText('已恢复 1 篇')).toBeVisible();
  expect(callsTo('POST /admin/post/changeMany').map(({ body }) => body.change)).toEqual([
    'delete',
    'undelete',
  ]);
});

test('changes properties of the selected posts, and undoes what was not changed since', async () => {
  answer('GET /admin/post/authors', []);
  answer('POST /admin/post/editMany', ({ body }) => body.ids.map((id: string) => ({ id, undo: undoOf(id) })));
  answer('POST /admin/post/undoMany', ({ body }) =>
    body.posts.map(({ id }: { id: string }) =>
      id === '2' ? { id, fault: '这篇之后又改过，没有撤销' } : { id },
    ),
  );
  const column = (id: string, columnName: string) => ({ id, columnName, kind: 'article' }) as never;
  await openAdmin('/posts', { columns: [column('2', '脱水研报'), column('9', '宏观手记')] });
  for (const title of ['第1篇', '第2篇']) await checkbox(title).click();
  await button('批量修改').click();
  await choose('移到栏目', '宏观手记');
  await dialog().getByRole('combobox', { name: '加上标签' }).fill('储能，');
  await choose('可见范围', '付费');
  await dialog().getByRole('textbox', { name: '价格（元）' }).fill('9.9');
  await expectAccessible();
  await dialog().getByRole('button', { name: '修改' }).click();
  await expect.element(page.getByText('已修改 2 篇')).toBeVisible();
  expect(callsTo('POST /admin/post/editMany').at(-1)?.body).toEqual({
    ids: ['1', '2'],
    columnId: '9',
    addTags: ['储能'],
    access: 'paid',
    price: 990,
  });
  await button('撤销（恢复原状）').click();
  await expect.element(page.getByText('《第2篇》：这篇之后又改过，没有撤销')).toBeVisible();
  expect(callsTo('POST /admin/post/undoMany').at(-1)?.body).toEqual({
    change: 'edit',
    posts: [undoOf('1'), undoOf('2')],
  });
});

test('marks posts of other columns as read-only, and offers only own columns to write and move into', async () => {
  const refusal = '你不负责栏目“脱水研报”，只能看里面的内容';
  answer('GET /admin/post/list', pageOf([post(1, { state: 'draft', refusal }), post(2, { state: 'draft' })]));
  const column = (id: string, columnName: string) => ({ id, columnName, kind: 'article' }) as never;
  const columns = [column('2', '脱水研报'), column('9', '宏观手记')];
  await openAdmin('/posts', { columns, ownColumnIds: ['9'] });
  await expect.element(row('第1篇')).toMatchTextContent('只读');
  await expect.element(button('删除《第1篇》')).not.toBeInTheDocument();
  await expect.element(button('删除《第2篇》')).toBeVisible();
  await button('写新稿').click();
  await page.getByRole('combobox', { name: '放在哪个栏目' }).click();
  await expect.element(page.getByRole('option', { name: '脱水研报' })).not.toBeInTheDocument();
  await expect.element(dialog().getByTitle('宏观手记')).toBeVisible();
});

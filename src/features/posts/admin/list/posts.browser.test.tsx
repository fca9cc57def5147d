import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { button, choose, dialog, openAdmin, row, tab } from '#testing/browser/open-admin.ts';
import type { AdminRecord } from '../../manage/schema.ts';

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
const undoOf = (id: string) => ({
  id,
  state: 'published' as const,
  at: '2026-11-20T08:00:00+08:00',
  before: { head: 2, live: 2 },
  after: { head: 3, live: 3 },
});
const checkbox = (title: string) => page.getByRole('checkbox', { name: `选择《${title}》` });

const bulkBar = () => page.getByRole('toolbar', { name: '批量操作' });
const column = (id: string, columnName: string) => ({ id, columnName, kind: 'article' }) as never;
const columns = [column('2', '脱水研报'), column('9', '宏观手记')];
const lastQuery = () => callsTo('GET /admin/post/list').at(-1)?.query;

beforeEach(() => answer('GET /admin/post/list', pageOf([post(1), post(2, { state: 'published' })])));

test('lists posts with long titles and their state, and those of other columns as read-only', {
  tags: ['strict'],
}, async () => {
  const refusal = '你不负责栏目“脱水研报”，只能看里面的内容';
  answer(
    'GET /admin/post/list',
    pageOf([
      post(1, { title: '长'.repeat(200), important: true, access: 'paid', price: 1850, refusal }),
      post(2),
      post(3, { state: 'published', hasUnpublishedChanges: true }),
      post(4, { state: 'published' }),
    ]),
  );
  answer('POST /admin/post/create', { id: '77' });
  answer('GET /admin/post/detail', refuse(404, '没有这篇稿件'));
  await openAdmin('/posts', { columns, ownColumnIds: ['9'] });
  await expect.element(row('长长长')).toMatchTextContent('重要');
  await expect.element(row('长长长')).toMatchTextContent('只读');
  await expect.element(row('长长长')).toMatchTextContent('¥18.50');
  for (const verb of ['发布', '删除'])
    await expect.element(button(`${verb}《${'长'.repeat(200)}》`)).not.toBeInTheDocument();
  await expect.element(button('删除《第2篇》')).toBeVisible();
  await expect.element(button('撤回《第2篇》')).not.toBeInTheDocument();
  await expect.element(button('发布《第3篇》')).toBeVisible();
  await expect.element(button('发布《第4篇》')).not.toBeInTheDocument();
  await expect.element(button('删除《第4篇》')).not.toBeInTheDocument();
  await expect
    .element(page.getByRole('link', { name: '在站点上查看《第4篇》' }))
    .toHaveAttribute('href', expect.stringContaining('/detail?id=4'));
  await expectWellMade();
  // Only own columns may be written into, and one of them is chosen.
  await button('写新稿').click();
  await expect.element(dialog().getByTitle('宏观手记')).toBeVisible();
  await page.getByRole('combobox', { name: '放在哪个栏目' }).click();
  await expect.element(page.getByRole('option', { name: '宏观手记' })).toBeInTheDocument();
  await expect.element(page.getByRole('option', { name: '脱水研报' })).not.toBeInTheDocument();
  await page.getByTitle('宏观手记', { exact: true }).last().click();
  await button('开始写').click();
  await expect.poll(() => location.pathname).toBe('/admin/posts/77');
  expect(callsTo('POST /admin/post/create').at(-1)?.body).toEqual({ columnId: '9' });
  await expect.element(page.getByRole('heading', { name: '没有这篇稿件' })).toBeVisible();
});

test('sorts by last change, by publication once only published posts are listed, and shows the bin', async () => {
  const binned = post(5, { state: 'withdrawn', deletedAt: '2026-11-21T09:30:00+08:00' });
  answer('GET /admin/post/list', ({ query }) => {
    if (query.keyword) return pageOf([]);
    return pageOf(query.state === 'deleted' ? [binned] : [post(1)]);
  });
  answer('POST /admin/post/changeMany', ({ body }) => body.ids.map((id: string) => ({ id })));
  await openAdmin('/posts', { columns });
  await page.getByRole('columnheader', { name: '修改' }).click();
  await expect.poll(() => lastQuery()?.sort).toBe('-updatedAt');
  await choose('栏目', '宏观手记');
  await tab('已发布').click();
  await expect.poll(lastQuery).toMatchObject({ state: 'published', columnId: '9' });
  await page.getByRole('columnheader', { name: '发布' }).click();
  await expect.poll(lastQuery).toMatchObject({ state: 'published', columnId: '9', sort: '-publishedAt' });
  await tab('回收站').click();
  await expect.element(row('第5篇')).toMatchTextContent('回收站');
  await expect.element(page.getByRole('columnheader', { name: '删除' })).toBeVisible();
  await expect.element(row('第5篇').getByText('11-21 09:30')).toBeVisible();
  await expect.element(page.getByRole('columnheader', { name: '修改' })).not.toBeInTheDocument();
  await checkbox('第5篇').click();
  await expect.element(bulkBar().getByRole('button', { name: '批量发布' })).not.toBeInTheDocument();
  await button('批量恢复').click();
  await expect.element(page.getByText('已恢复 1 篇')).toBeVisible();
  expect(callsTo('POST /admin/post/changeMany').at(-1)?.body).toEqual({ ids: ['5'], change: 'undelete' });
  await page.getByRole('searchbox', { name: '搜索稿件' }).fill('铜');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('没有符合条件的稿件')).toBeVisible();
  expect(lastQuery()).toMatchObject({ state: 'deleted', columnId: '9', keyword: '铜' });
});

test('withdraws, deletes and changes several posts, reports failures, and undoes what was not changed since', async () => {
  answer('GET /admin/post/authors', []);
  answer('POST /admin/post/changeMany', ({ body }) =>
    body.ids.map((id: string) => (id === '2' ? { id, fault: '已经撤回过了' } : { id, undo: undoOf(id) })),
  );
  answer('POST /admin/post/undoMany', ({ body }) => body.posts.map(({ id }: { id: string }) => ({ id })));
  await openAdmin('/posts', { columns });
  for (const title of ['第1篇', '第2篇']) await checkbox(title).click();
  await button('批量撤回').click();
  await dialog('撤回选中的 2 篇').getByRole('button', { name: '撤回' }).click();
  const report = page.getByRole('status').filter({ hasText: '撤回' });
  await expect.element(report).toMatchTextContent('撤回：1 篇成功，1 篇没有成功');
  await expect.element(report).toMatchTextContent('《第2篇》：已经撤回过了');
  const changes = () => callsTo('POST /admin/post/changeMany').map(({ body }) => body);
  expect(changes()).toEqual([{ ids: ['1', '2'], change: 'withdraw' }]);
  await button('撤销（重新发布）').click();
  await expect.element(page.getByText('已重新发布 1 篇')).toBeVisible();
  expect(callsTo('POST /admin/post/undoMany').at(-1)?.body).toEqual({
    change: 'withdraw',
    posts: [undoOf('1')],
  });

  await checkbox('第1篇').click();
  await button('批量删除').click();
  await expect.element(dialog().getByText(/30 天内可以恢复/)).toBeVisible();
  await dialog().getByRole('button', { name: '删除' }).click();
  await button('撤销（恢复）').click();
  await expect.element(page.getByText('已恢复 1 篇')).toBeVisible();
  expect(changes().slice(1)).toEqual([
    { ids: ['1'], change: 'delete' },
    { ids: ['1'], change: 'undelete' },
  ]);

  answer('POST /admin/post/editMany', ({ body }) => body.ids.map((id: string) => ({ id, undo: undoOf(id) })));
  answer('POST /admin/post/undoMany', ({ body }) =>
    body.posts.map(({ id }: { id: string }) =>
      id === '2' ? { id, fault: '这篇之后又改过，没有撤销' } : { id },
    ),
  );
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

test('offers a contributor to write and to delete, but not to publish or to change many posts', async () => {
  await openAdmin('/posts', { permissions: ['content.contribute'] });
  await expect.element(button('写新稿')).toBeVisible();
  await expect.element(button('发布《第1篇》')).not.toBeInTheDocument();
  await expect.element(button('撤回《第2篇》')).not.toBeInTheDocument();
  await checkbox('第1篇').click();
  await expect.element(bulkBar().getByRole('button', { name: '批量删除' })).toBeVisible();
  await expect.element(bulkBar().getByRole('button', { name: '批量修改' })).not.toBeInTheDocument();
});

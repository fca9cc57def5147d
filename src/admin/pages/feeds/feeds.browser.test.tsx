import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { FeedItem, FeedSource } from '#features/feeds/schema.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { button, choose, dialog, openAdmin, row, tab, toastOf } from '#testing/browser/open-admin.ts';
import { widths } from '#testing/browser/widths.ts';

const item = (at: number, changes: Partial<FeedItem> = {}): FeedItem => ({
  id: String(at),
  sourceId: '5',
  sourceName: '某报',
  columnId: '2',
  url: 'https://source.example/1',
  title: `来稿${at}`,
  author: '记者',
  summary: '库存连降五周',
  publishedAt: '2026-11-20T08:00:00+08:00',
  fetchedAt: '2026-11-20T09:00:00+08:00',
  state: 'pending',
  postId: null,
  decidedBy: null,
  ...changes,
});
const source = (changes: Partial<FeedSource> = {}): FeedSource => ({
  id: '5',
  name: '某报',
  url: 'https://news.example/feed.xml',
  columnId: '2',
  columnName: '脱水研报',
  intervalMinutes: 30,
  isActive: true,
  lastFetchedAt: '2026-11-20T08:00:00+08:00',
  nextFetchAt: '2026-11-20T08:30:00+08:00',
  lastError: '',
  failures: 0,
  pending: 2,
  ...changes,
});
const lists = (records: FeedItem[]) => ({ records, cursor: null });
const columns = [{ id: '2', columnName: '脱水研报', kind: 'article' } as never];
const field = (name: RegExp) => page.getByRole('textbox', { name });
const report = () => page.getByRole('status').filter({ hasText: /已|成功/ });

beforeEach(() => {
  answer('GET /admin/feed/items', lists([item(1), item(2)]));
  answer('GET /admin/feed/list', [source()]);
  answer('GET /admin/feed/item', { ...item(1), html: '<p>正文在此</p>' });
});

test.for(widths)('lists items and opens one, %i px wide', async (width) => {
  await page.viewport(width, 900);
  answer('GET /admin/feed/items', lists([item(1, { title: '长'.repeat(120), summary: '摘'.repeat(300) })]));
  await openAdmin('/feeds');
  await expect.element(row('长长')).toMatchTextContent('某报');
  expectNoSidewaysScroll();
  await expectAccessible();
  await button('长'.repeat(120)).click();
  await expect.element(dialog('来稿').getByText('正文在此')).toBeVisible();
  expectNoSidewaysScroll();
  await expectAccessible();
});

test.for(widths)('lists sources and opens one, %i px wide', async (width) => {
  await page.viewport(width, 900);
  answer('GET /admin/feed/list', [
    source({ url: `https://news.example/${'x'.repeat(300)}`, lastError: '对方没有回答', failures: 3 }),
  ]);
  await openAdmin('/feeds?tab=sources', { columns });
  await expect.element(row('某报')).toMatchTextContent('连续 3 次：对方没有回答');
  expectNoSidewaysScroll();
  await expectAccessible();
  await button('某报').click();
  await expect.element(dialog('修改订阅源')).toBeVisible();
  await expectAccessible();
});

test('shows an empty queue and a failed queue', async () => {
  answer('GET /admin/feed/items', networkError());
  await openAdmin('/feeds');
  await expect.element(page.getByText('没有取到来稿')).toBeVisible();
  answer('GET /admin/feed/items', lists([]));
  answer('GET /admin/feed/list', []);
  await button('重试').click();
  await expect.element(page.getByText('没有等待处理的来稿')).toBeVisible();
});

test('refuses a member who may not manage feeds', async () => {
  await openAdmin('/feeds', { permissions: ['orders.view'] });
  await expect.element(page.getByRole('heading', { name: '权限不足' })).toBeVisible();
});

test('filters by source and state, and lets only waiting items be selected', async () => {
  await openAdmin('/feeds');
  await choose('订阅源', '某报');
  answer('GET /admin/feed/items', lists([item(1, { state: 'approved', postId: '77' })]));
  await tab('已采用').click();
  await expect.element(page.getByRole('link', { name: '打开' })).toHaveAttribute('href', '/admin/posts/77');
  await expect
    .poll(() => callsTo('GET /admin/feed/items').at(-1)?.query)
    .toMatchObject({ state: 'approved', sourceId: '5' });
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
});

test('publishes items one after another, and reports those that failed or wait for a reviewer', async () => {
  answer('POST /admin/feed/approve', ({ body }) =>
    body.id === '1' ? { postId: '77', state: 'held' } : refuse(409, '已经有人处理过'),
  );
  await openAdmin('/feeds');
  await page.getByRole('checkbox', { name: '选择《来稿1》' }).click();
  await page.getByRole('checkbox', { name: '选择《来稿2》' }).click();
  await button('批量发布').click();
  await expect.element(report()).toMatchTextContent('发布：1 条成功，1 条没有成功');
  await expect.element(report()).toMatchTextContent('《来稿1》：含有需审词，已送审');
  await expect.element(report()).toMatchTextContent('《来稿2》：已经有人处理过');
  expect(callsTo('POST /admin/feed/approve').map(({ body }) => body)).toEqual([
    { id: '1', as: 'published' },
    { id: '2', as: 'published' },
  ]);
});

test('dismisses selected items in one call', async () => {
  answer('POST /admin/feed/dismiss', 2);
  await openAdmin('/feeds');
  await page.getByRole('checkbox', { name: '选择《来稿1》' }).click();
  await page.getByRole('checkbox', { name: '选择《来稿2》' }).click();
  await button('批量忽略').click();
  await expect.element(report()).toMatchTextContent('已忽略 2 条');
  expect(callsTo('POST /admin/feed/dismiss').map(({ body }) => body)).toEqual([{ ids: ['1', '2'] }]);
});

test('publishes the opened item, and saves it as a draft to edit', async () => {
  answer('POST /admin/feed/approve', { postId: '77', state: 'published' });
  answer('GET /admin/post/detail', refuse(404, '没有这篇稿件'));
  await openAdmin('/feeds');
  await button('来稿1').click();
  await button('发布').click();
  await expect.element(toastOf('已发布')).toBeInTheDocument();
  await expect.element(dialog()).not.toBeInTheDocument();
  answer('POST /admin/feed/approve', { postId: '77', state: 'draft' });
  await button('来稿1').click();
  await button('存为草稿去改').click();
  await expect.poll(() => location.pathname).toBe('/admin/posts/77');
  expect(callsTo('POST /admin/feed/approve').at(-1)?.body).toEqual({ id: '1', as: 'draft' });
});

test('dismisses the opened item', async () => {
  answer('POST /admin/feed/dismiss', 1);
  await openAdmin('/feeds');
  await button('来稿1').click();
  await button('忽略').click();
  await expect.element(toastOf('已忽略')).toBeInTheDocument();
  expect(callsTo('POST /admin/feed/dismiss').at(-1)?.body).toEqual({ ids: ['1'] });
});

test('adds a source and fetches it; shows missing fields and keeps a refused URL', async () => {
  answer('POST /admin/feed/create', refuse(400, '订阅地址指向本机或内网', 'url'));
  answer('POST /admin/feed/fetch', { added: 2, error: '' });
  await openAdmin('/feeds?tab=sources', { columns });
  await button('添加订阅源').click();
  await choose('采用后放进的栏目', '脱水研报');
  await button('保存并抓取').click();
  await expect.element(dialog().getByText('请填写来源名称')).toBeVisible();
  await field(/名称/).fill('新源');
  await field(/RSS/).fill('http://169.254.169.254/');
  await button('保存并抓取').click();
  await expect.element(dialog().getByText('订阅地址指向本机或内网')).toBeVisible();
  await expect.element(field(/RSS/)).toHaveValue('http://169.254.169.254/');
  answer('POST /admin/feed/create', { id: '6' });
  await field(/RSS/).fill('https://new.example/feed');
  await button('保存并抓取').click();
  await expect.element(toastOf('已保存，有 2 条新来稿')).toBeInTheDocument();
  expect(callsTo('POST /admin/feed/create').at(-1)?.body).toEqual({
    name: '新源',
    url: 'https://new.example/feed',
    columnId: '2',
    intervalMinutes: 30,
    isActive: true,
  });
  expect(callsTo('POST /admin/feed/fetch').at(-1)?.body).toEqual({ id: '6' });
});

test('edits a source, and reports a failed fetch', async () => {
  answer('POST /admin/feed/save', true);
  answer('POST /admin/feed/fetch', { added: 0, error: '对方没有回答' });
  await openAdmin('/feeds?tab=sources', { columns });
  await button('某报').click();
  await page.getByRole('checkbox', { name: '按间隔自动抓取' }).click();
  await button('保存并抓取').click();
  await expect.element(toastOf('已保存，但没有抓取成：对方没有回答')).toBeInTheDocument();
  expect(callsTo('POST /admin/feed/save').at(-1)?.body).toMatchObject({ id: '5', isActive: false });
});

test('fetches a source from its row and reports the result; deletes it after a confirmation', async () => {
  answer('POST /admin/feed/fetch', { added: 3, error: '' });
  answer('POST /admin/feed/delete', true);
  await openAdmin('/feeds?tab=sources', { columns });
  await button('抓取“某报”').click();
  await expect.element(report()).toMatchTextContent('“某报”：有 3 条新来稿');
  await button('删除“某报”').click();
  await dialog('等待处理的来稿会一起删除').getByRole('button', { name: '删除' }).click();
  await expect.element(report()).toMatchTextContent('已删除 1 个');
  expect(callsTo('POST /admin/feed/delete').at(-1)?.body).toEqual({ id: '5' });
});

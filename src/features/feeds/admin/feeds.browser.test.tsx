import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { button, choose, dialog, openAdmin, row, tab, toastOf } from '#testing/browser/open-admin.ts';
import type { FeedItem, FeedSource } from '../schema.ts';

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

test('lists items and opens a long one, and lists sources with their last failure', {
  tags: ['strict'],
}, async () => {
  const title = '长'.repeat(120);
  const long = item(1, { title, summary: '摘'.repeat(300) });
  answer('GET /admin/feed/items', lists([long, item(2, { publishedAt: null })]));
  answer('GET /admin/feed/item', { ...long, html: `<p>正文在此</p><p>${'W'.repeat(300)}</p>` });
  answer('GET /admin/feed/list', [
    source({ url: `https://news.example/${'x'.repeat(300)}`, lastError: '对方没有回答', failures: 3 }),
    source({
      id: '6',
      name: '停用的',
      isActive: false,
      lastError: '一次没有回答',
      failures: 1,
      lastFetchedAt: null,
    }),
  ]);
  await openAdmin('/feeds', { columns });
  await expect.element(row('长长')).toMatchTextContent('某报');
  await button(title).click();
  await expect.element(dialog('来稿').getByText('正文在此')).toBeVisible();
  await expect
    .element(dialog().getByRole('link', { name: '看原文' }))
    .toHaveAttribute('rel', 'noopener noreferrer nofollow');
  await expectWellMade();
  await dialog().getByRole('button', { name: '关闭' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await tab('订阅源').click();
  await expect.element(row('某报')).toMatchTextContent('连续 3 次：对方没有回答');
  await expect.element(row('停用的')).toMatchTextContent('（已停用）');
  await expect.element(row('停用的')).not.toMatchTextContent('连续');
  await expectAccessible();
});

test('filters by source and state, and lets only waiting items be selected', async () => {
  answer('GET /admin/feed/items', ({ query }) => {
    if (query.state === 'approved') return lists([item(1, { state: 'approved', postId: '77' })]);
    return lists([]);
  });
  answer('GET /admin/feed/item', { ...item(1, { state: 'approved', postId: '77' }), html: '' });
  await openAdmin('/feeds');
  await expect.element(page.getByText('没有等待处理的来稿')).toBeVisible();
  await choose('订阅源', '某报');
  await expect.element(page.getByText('没有符合条件的来稿')).toBeVisible();
  await tab('已采用').click();
  await expect.element(page.getByRole('link', { name: '打开' })).toHaveAttribute('href', '/admin/posts/77');
  expect(callsTo('GET /admin/feed/items').at(-1)?.query).toEqual({
    state: 'approved',
    sourceId: '5',
    size: '20',
  });
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
  await button('来稿1').click();
  await expect.element(dialog().getByText('正文太长，没有收下；请看原文。')).toBeVisible();
  await expect
    .element(dialog().getByRole('link', { name: '打开采用后的稿件' }))
    .toHaveAttribute('href', '/admin/posts/77');
  await expect.element(button('忽略')).not.toBeInTheDocument();
  await expect.element(button('发布')).not.toBeInTheDocument();
});

test('publishes and dismisses several items with a report of failures, and decides on an opened one', async () => {
  answer('POST /admin/feed/approve', ({ body }) =>
    body.id === '1' ? { postId: '77', state: 'held' } : refuse(409, '已经有人处理过'),
  );
  answer('POST /admin/feed/dismiss', 2);
  answer('GET /admin/feed/item', ({ query }) => ({ ...item(Number(query.id)), html: '<p>正文在此</p>' }));
  answer('GET /admin/post/detail', refuse(404, '没有这篇稿件'));
  await openAdmin('/feeds');
  const selectBoth = async () => {
    await page.getByRole('checkbox', { name: '选择《来稿1》' }).click();
    await page.getByRole('checkbox', { name: '选择《来稿2》' }).click();
  };
  await selectBoth();
  await button('批量发布').click();
  await expect.element(report()).toMatchTextContent('发布：1 条成功，1 条没有成功');
  await expect.element(report()).toMatchTextContent('《来稿1》：含有需审词，已送审');
  await expect.element(report()).toMatchTextContent('《来稿2》：已经有人处理过');
  expect(callsTo('POST /admin/feed/approve').map(({ body }) => body)).toEqual([
    { id: '1', as: 'published' },
    { id: '2', as: 'published' },
  ]);
  await selectBoth();
  await button('批量忽略').click();
  await expect.element(report()).toMatchTextContent('已忽略 2 条');
  expect(callsTo('POST /admin/feed/dismiss').map(({ body }) => body)).toEqual([{ ids: ['1', '2'] }]);

  await button('来稿2').click();
  await button('发布').click();
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent('已经有人处理过');
  await page.getByRole('alertdialog').getByRole('button').click();
  answer('POST /admin/feed/approve', { postId: '77', state: 'held' });
  await button('发布').click();
  await expect.element(toastOf('已送审')).toBeInTheDocument();
  await expect.element(dialog()).not.toBeInTheDocument();
  await button('来稿2').click();
  await button('忽略').click();
  await expect.element(toastOf('已忽略')).toBeInTheDocument();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(callsTo('POST /admin/feed/dismiss').at(-1)?.body).toEqual({ ids: ['2'] });
  answer('POST /admin/feed/approve', { postId: '77', state: 'draft' });
  await button('来稿2').click();
  await button('存为草稿去改').click();
  await expect.poll(() => location.pathname).toBe('/admin/posts/77');
  expect(callsTo('POST /admin/feed/approve').at(-1)?.body).toEqual({ id: '2', as: 'draft' });
});

test('adds, edits, fetches and deletes a source, and says what a fetch brought', async () => {
  answer('POST /admin/feed/create', refuse(400, '订阅地址指向本机或内网', 'url'));
  answer('POST /admin/feed/fetch', { added: 2, error: '' });
  await openAdmin('/feeds?tab=sources', { columns });
  await button('添加订阅源').click();
  await choose('采用后放进的栏目', '脱水研报');
  await button('保存并抓取').click();
  await expect.element(dialog().getByText('请填写来源名称')).toBeVisible();
  await field(/名称/).fill('新源');
  await field(/RSS/).fill('http://169.254.169.254/');
  await expectAccessible();
  await button('保存并抓取').click();
  await expect.element(dialog().getByText('订阅地址指向本机或内网')).toBeVisible();
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

  answer('POST /admin/feed/save', true);
  answer('POST /admin/feed/fetch', { added: 0, error: '对方没有回答' });
  await button('某报').click();
  await page.getByRole('checkbox', { name: '按间隔自动抓取' }).click();
  await button('保存并抓取').click();
  await expect.element(toastOf('已保存，但没有抓取成：对方没有回答')).toBeInTheDocument();
  expect(callsTo('POST /admin/feed/save').at(-1)?.body).toEqual({
    id: '5',
    name: '某报',
    url: 'https://news.example/feed.xml',
    columnId: '2',
    intervalMinutes: 30,
    isActive: false,
  });

  await button('抓取“某报”').click();
  await expect.element(report()).toMatchTextContent('“某报”：对方没有回答');
  answer('POST /admin/feed/fetch', { added: 3, error: '' });
  await button('抓取“某报”').click();
  await expect.element(report()).toMatchTextContent('“某报”：有 3 条新来稿');
  answer('POST /admin/feed/delete', true);
  await button('删除“某报”').click();
  await dialog('等待处理的来稿会一起删除').getByRole('button', { name: '删除' }).click();
  await expect.element(report()).toMatchTextContent('已删除 1 个');
  expect(callsTo('POST /admin/feed/delete').at(-1)?.body).toEqual({ id: '5' });
});

import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { LeakScan } from '#features/leaks/scans/schema.ts';
import type { TraceAnswer } from '#features/leaks/tracing/schema.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { button, choose, dialog, openAdmin, row } from '#testing/browser/open-admin.ts';
import { widths } from '#testing/browser/widths.ts';

const scan = (changes: Partial<LeakScan> = {}): LeakScan => ({
  id: '1',
  state: 'done',
  most: 500,
  done: 500,
  total: 500,
  sentences: 9000,
  addresses: 1200,
  leakCount: 0,
  faultCount: 0,
  error: '',
  createdBy: '听潮客',
  createdAt: '2026-11-20T08:00:00+08:00',
  finishedAt: '2026-11-20T08:10:00+08:00',
  ...changes,
});
const reader = { id: '7', name: '沈观潮', isDeleted: false };
const copy: TraceAnswer['copies'][number] = {
  reader,
  post: { id: '100', title: '铜价再评' },
  day: '2026-11-20',
  whole: 12,
  mended: 1,
  overlap: 96,
  confidence: 'certain',
};
const lists = (records: LeakScan[]) => ({ records, cursor: null });
const field = (name: string) => page.getByRole('textbox', { name });

beforeEach(() => {
  answer('GET /admin/leak/list', lists([scan()]));
  answer('GET /admin/leak/standing', { isTracing: true });
});

test.for(widths)('shows tracing and scans, %i px wide', async (width) => {
  await page.viewport(width, 900);
  answer(
    'GET /admin/leak/list',
    lists([scan({ state: 'failed', error: '超时'.repeat(100) }), scan({ id: '2' })]),
  );
  await openAdmin('/leaks');
  await expect.element(row('没有泄漏')).toMatchTextContent('500 篇，9,000 句，1,200 个地址');
  await expect.element(field('外泄的文字')).toBeVisible();
  expectNoSidewaysScroll();
  await expectAccessible();
});

test('shows that no scan exists, and a failed list', async () => {
  answer('GET /admin/leak/list', networkError());
  await openAdmin('/leaks');
  await expect.element(page.getByText('没有取到检查记录')).toBeVisible();
  answer('GET /admin/leak/list', lists([]));
  await button('重试').click();
  await expect.element(page.getByText('还没有检查过')).toBeVisible();
});

test('refuses a member who may not look for leaks', async () => {
  await openAdmin('/leaks', { permissions: ['orders.view'] });
  await expect.element(page.getByRole('heading', { name: '权限不足' })).toBeVisible();
});

test('starts a scan, shows its progress and cancels it', async () => {
  const running = scan({ state: 'running', most: 20, done: 5, total: 20, finishedAt: null });
  answer('POST /admin/leak/scan', () => {
    answer('GET /admin/leak/list', lists([running]));
    return running;
  });
  await openAdmin('/leaks');
  await choose('检查多少篇', '最新 20 篇');
  await button('开始检查').click();
  await expect.element(row('进行中')).toMatchTextContent('5 / 20');
  expect(callsTo('POST /admin/leak/scan').at(-1)?.body).toEqual({ most: 20 });
  await expect.element(button('开始检查')).toBeDisabled();
  // The list polls; the user does nothing.
  answer('GET /admin/leak/list', lists([{ ...running, done: 9 }]));
  await expect.element(row('进行中')).toMatchTextContent('9 / 20');
  // A list answered earlier could remove the button before the click, because the list is polled.
  const cancelled = scan({ state: 'cancelled', most: 20 });
  answer('POST /admin/leak/cancel', () => {
    answer('GET /admin/leak/list', lists([cancelled]));
    return cancelled;
  });
  await page.getByRole('button', { name: '取消' }).click();
  await expect.element(row('已取消')).toBeVisible();
  expect(callsTo('POST /admin/leak/cancel').at(-1)?.body).toEqual({ id: '1' });
});

test('shows why a scan could not start, and starts a full scan', async () => {
  answer('POST /admin/leak/scan', refuse(409, '已经有一次检查在进行'));
  await openAdmin('/leaks');
  await choose('检查多少篇', '全部');
  await button('开始检查').click();
  await expect.element(page.getByText('已经有一次检查在进行')).toBeVisible();
  expect(callsTo('POST /admin/leak/scan').at(-1)?.body).toEqual({ most: null });
});

test('shows each leaked sentence once with all its URLs', async () => {
  const found = scan({ leakCount: 3, faultCount: 1 });
  const leak = (address: string) => ({ address, pieceId: '100', sentence: '只有付费才能读到' });
  answer('GET /admin/leak/list', lists([found]));
  answer('GET /admin/leak/detail', {
    ...found,
    leaks: [leak('/feed.xml'), leak('/search?q=铜')],
    faults: ['/sitemap.xml'],
  });
  await openAdmin('/leaks');
  await button('看漏在哪里').click();
  const findings = dialog('检查的结果');
  await expect.element(findings.getByText('“只有付费才能读到”')).toBeVisible();
  await expect.element(findings).toMatchTextContent('/search?q=铜');
  await expect.element(findings).toMatchTextContent('还有 1 处没有列出');
  await expect
    .element(page.getByRole('region', { name: '没有回答的地址' }))
    .toMatchTextContent('/sitemap.xml');
  await expectAccessible();
});

test('traces a text to its reader, and hides the result once the text changes', async () => {
  answer('POST /admin/leak/trace', { outcome: 'found', copies: [copy], unread: 2 });
  await openAdmin('/leaks');
  await button('查是谁的').click();
  await expect.element(page.getByText('请粘贴外泄的文字')).toBeVisible();
  await field('外泄的文字').fill('外泄的一段');
  await button('查是谁的').click();
  const found = page.getByRole('listitem').filter({ hasText: '沈观潮' });
  await expect.element(found).toMatchTextContent('确定');
  await expect.element(found).toMatchTextContent('完整的印记 12 处，修补的 1 处 · 文字有 96% 出自这一篇');
  await expect.element(page.getByText('另有 2 处印记损坏，没有用上。')).toBeVisible();
  await expectAccessible();
  expect(callsTo('POST /admin/leak/trace').at(-1)?.body).toEqual({ text: '外泄的一段' });
  answer('POST /admin/leak/trace', { outcome: 'none', copies: [], unread: 0 });
  await field('外泄的文字').fill('重新打的字');
  await expect.element(found).not.toBeInTheDocument();
  await button('查是谁的').click();
  await expect.element(page.getByText('文字里没有印记')).toBeVisible();
});

test('finds the reader of a tracing number, reports an unknown number, and shows why the call failed', async () => {
  answer('POST /admin/leak/traceNumber', { reader });
  await openAdmin('/leaks');
  await field('照片或截图上的编号').fill('7k2m');
  await button('查编号').click();
  await expect.element(page.getByText('这是 沈观潮（会员 7） 的编号。')).toBeVisible();
  expect(callsTo('POST /admin/leak/traceNumber').at(-1)?.body).toEqual({ number: '7k2m' });
  answer('POST /admin/leak/traceNumber', { reader: null });
  await field('照片或截图上的编号').fill('7k2n');
  await button('查编号').click();
  await expect.element(page.getByText('没有这个编号，请对照原图再看一遍')).toBeVisible();
  answer('POST /admin/leak/traceNumber', networkError());
  await button('查编号').click();
  await expect.element(page.getByText('网络连接错误！')).toBeVisible();
});

test('lists the members who downloaded an attachment', async () => {
  const downloads = [{ reader, post: copy.post, file: '附表.xlsx', day: '2026-11-20' }];
  answer('POST /admin/leak/traceFile', { downloads, hasMore: true });
  await openAdmin('/leaks');
  await field('外泄的附件').fill('100');
  await button('查谁下载过').click();
  const found = page.getByRole('listitem').filter({ hasText: '沈观潮' });
  await expect.element(found).toMatchTextContent('2026-11-20 下载了“附表.xlsx”，在《铜价再评》');
  await expect.element(page.getByText('只列出最近的 1 条。')).toBeVisible();
  expect(callsTo('POST /admin/leak/traceFile').at(-1)?.body).toEqual({ file: '100' });
});

test('shows that tracing is off', async () => {
  answer('GET /admin/leak/standing', { isTracing: false });
  await openAdmin('/leaks');
  await expect.element(page.getByText(/付费内容溯源没有开启/)).toBeVisible();
});

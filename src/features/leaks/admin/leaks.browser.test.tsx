import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { button, choose, dialog, openAdmin, row } from '#testing/browser/open-admin.ts';
import type { LeakScan } from '../scans/schema.ts';
import type { TraceAnswer } from '../tracing/schema.ts';

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

test('shows scans in each state, each leaked sentence once with all its URLs, and that tracing is off', {
  tags: ['strict'],
}, async () => {
  const found = scan({ id: '3', leakCount: 3, faultCount: 2 });
  const leak = (address: string) => ({ address, pieceId: '100', sentence: '只有付费才能读到' });
  answer(
    'GET /admin/leak/list',
    lists([
      scan({ state: 'failed', error: '超时'.repeat(100), done: 5 }),
      scan({ id: '2' }),
      found,
      scan({ id: '4', faultCount: 2, most: null }),
    ]),
  );
  answer('GET /admin/leak/detail', {
    ...found,
    leaks: [leak('/feed.xml'), leak(`/search?q=铜${'x'.repeat(300)}`)],
    faults: ['/sitemap.xml'],
  });
  answer('GET /admin/leak/standing', { isTracing: false });
  await openAdmin('/leaks');
  await expect.element(row('没有泄漏')).toMatchTextContent('500 篇，9,000 句，1,200 个地址');
  await expect.element(row('没有查完')).toMatchTextContent('超时超时');
  await expect.element(row('没有查全')).toMatchTextContent('其中 2 个没有回答');
  await expect.element(row('没有查全')).toMatchTextContent('全部');
  await expect.element(row('没有查全').getByRole('button', { name: '看哪些没有回答' })).toBeVisible();
  await expect.element(page.getByText(/付费内容溯源没有开启/)).toBeVisible();
  await expectWellMade();
  await row('漏出 3 处').getByRole('button', { name: '看漏在哪里' }).click();
  const findings = dialog('检查的结果');
  await expect.element(findings.getByText('“只有付费才能读到”')).toBeVisible();
  await expect.element(findings).toMatchTextContent('/search?q=铜');
  await expect.element(findings).toMatchTextContent('还有 1 处没有列出');
  await expect
    .element(page.getByRole('region', { name: '没有回答的地址' }))
    .toMatchTextContent('/sitemap.xml还有 1 个没有列出。');
  await expectAccessible();
  expect(callsTo('GET /admin/leak/detail').at(-1)?.query).toEqual({ id: '3' });
});

test('starts a scan unless one is running, shows its progress, and cancels it', async () => {
  const running = scan({ state: 'running', most: 20, done: 5, total: 20, finishedAt: null });
  answer('POST /admin/leak/scan', refuse(409, '已经有一次检查在进行'));
  await openAdmin('/leaks');
  await expect.element(field('外泄的文字')).toBeVisible();
  await expect.element(page.getByText(/付费内容溯源没有开启/)).not.toBeInTheDocument();
  await choose('检查多少篇', '全部');
  await button('开始检查').click();
  await expect.element(page.getByText('已经有一次检查在进行')).toBeVisible();
  expect(callsTo('POST /admin/leak/scan').at(-1)?.body).toEqual({ most: null });
  await page.getByRole('alertdialog').getByRole('button').click();
  answer('POST /admin/leak/scan', () => {
    answer('GET /admin/leak/list', lists([running]));
    return running;
  });
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
  await expect.element(button('开始检查')).toBeEnabled();
  expect(callsTo('POST /admin/leak/cancel').at(-1)?.body).toEqual({ id: '1' });
});

test('traces a text, a tracing number and an attachment to their readers', async () => {
  const deleted = { id: '8', name: '', isDeleted: true };
  const doubtful = {
    ...copy,
    reader: deleted,
    post: null,
    mended: 0,
    overlap: null,
    confidence: 'doubtful' as const,
  };
  answer('POST /admin/leak/trace', { outcome: 'found', copies: [copy, doubtful], unread: 2 });
  await openAdmin('/leaks');
  await button('查是谁的').click();
  await expect.element(page.getByText('请粘贴外泄的文字')).toBeVisible();
  await field('外泄的文字').fill('外泄的一段');
  await button('查是谁的').click();
  const found = page.getByRole('listitem').filter({ hasText: '沈观潮' });
  await expect.element(found).toMatchTextContent('确定');
  await expect.element(found).toMatchTextContent('完整的印记 12 处，修补的 1 处 · 文字有 96% 出自这一篇');
  await expect
    .element(found.getByRole('link', { name: '沈观潮' }))
    .toHaveAttribute('href', '/admin/members?keyword=7');
  const other = page.getByRole('listitem').filter({ hasText: '已注销的会员 8' });
  await expect
    .element(other)
    .toMatchTextContent('一篇已不在的文章完整的印记 12 处印记是真的，但文字不出自这一篇');
  await expect.element(other.getByRole('link')).not.toBeInTheDocument();
  await expect.element(page.getByText('文字里有 2 份不同的印记')).toBeVisible();
  await expect.element(page.getByText('另有 2 处印记损坏，没有用上。')).toBeVisible();
  await expectAccessible();
  expect(callsTo('POST /admin/leak/trace').at(-1)?.body).toEqual({ text: '外泄的一段' });
  answer('POST /admin/leak/trace', { outcome: 'none', copies: [], unread: 0 });
  await field('外泄的文字').fill('重新打的字');
  await expect.element(found).not.toBeInTheDocument();
  await button('查是谁的').click();
  await expect.element(page.getByText('文字里没有印记')).toBeVisible();
  answer('POST /admin/leak/trace', { outcome: 'damaged', copies: [], unread: 3 });
  await field('外泄的文字').fill('坏了的');
  await button('查是谁的').click();
  await expect.element(page.getByText('有 3 处像印记的字符，但读不出来自谁')).toBeVisible();

  answer('POST /admin/leak/traceNumber', { reader });
  await field('照片或截图上的编号').fill('7k2m');
  await button('查编号').click();
  await expect.element(page.getByText('这是 沈观潮（会员 7） 的编号。')).toBeVisible();
  expect(callsTo('POST /admin/leak/traceNumber').at(-1)?.body).toEqual({ number: '7k2m' });
  answer('POST /admin/leak/traceNumber', { reader: null });
  await field('照片或截图上的编号').fill('7k2n');
  await button('查编号').click();
  await expect.element(page.getByText('没有这个编号，请对照原图再看一遍')).toBeVisible();

  const downloads = [{ reader, post: copy.post, file: '附表.xlsx', day: '2026-11-20' }];
  answer('POST /admin/leak/traceFile', { downloads, hasMore: true });
  await field('外泄的附件').fill('100');
  await button('查谁下载过').click();
  const download = page.getByRole('listitem').filter({ hasText: '沈观潮' });
  await expect.element(download).toMatchTextContent('2026-11-20 下载了“附表.xlsx”，在《铜价再评》');
  await expect.element(page.getByText('只列出最近的 1 条。')).toBeVisible();
  expect(callsTo('POST /admin/leak/traceFile').at(-1)?.body).toEqual({ file: '100' });
  answer('POST /admin/leak/traceFile', { downloads: [], hasMore: false });
  await field('外泄的附件').fill('101');
  await button('查谁下载过').click();
  await expect.element(page.getByText(/没有下载记录/)).toBeVisible();
});

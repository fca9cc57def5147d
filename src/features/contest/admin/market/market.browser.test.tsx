import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { button, openAdmin, row, toastOf } from '#testing/browser/open-admin.ts';
import type { MarketHealth, MarketInstrument } from '../../market/manage/schema.ts';

const health = (changes: Partial<MarketHealth> = {}): MarketHealth => ({
  instruments: 5210,
  from: '2026-09-01',
  until: '2026-11-20',
  days: 60,
  expected: 1000,
  found: 997,
  gaps: [
    { day: '2026-11-20', missing: 22, codes: [{ code: '991012', name: '某某电力' }] },
    { day: '2026-11-19', missing: 1, codes: [{ code: '991013', name: '某某银行' }] },
  ],
  isSessionOpen: true,
  freshSeconds: 90,
  stale: { count: 3, quotes: [{ code: '991012', name: '某某电力', at: null }] },
  lastQuoteAt: '2026-11-20T14:58:00+08:00',
  lastDailyDay: '2026-11-20',
  daysAhead: 0,
  generator: 'off',
  pull: { url: '', everySeconds: 30, last: null },
  ...changes,
});
const last = {
  at: '2026-11-20T14:58:00+08:00',
  isOk: true,
  message: '',
  added: 12,
  unchanged: 3,
  failed: 0,
  nextAt: '2026-11-20T14:58:30+08:00',
};
const pull = (changes: Partial<typeof last> = {}) => ({
  url: `https://quotes.example.com/${'长'.repeat(60)}`,
  everySeconds: 30,
  last: { ...last, ...changes },
});
const instrument = (code: string, changes: Partial<MarketInstrument> = {}): MarketInstrument => ({
  code,
  name: '某某电力',
  initials: 'MMDL',
  board: 'main',
  isSt: false,
  isInvented: false,
  listedOn: '2024-03-01',
  delistedOn: null,
  last: 10_200,
  at: '2026-11-20T14:58:00+08:00',
  lastDay: '2026-11-20',
  ...changes,
});

beforeEach(() => void answer('GET /admin/contest/market/health', health()));

test('shows the state of the market with its gaps', { tags: ['strict'] }, async () => {
  await openAdmin('/contest?tab=market');
  await expect.element(page.getByText('99.7%（近 60 个交易日，缺 3 条）')).toBeVisible();
  await expect.element(row('从来没有')).toMatchTextContent('991012');
  await expect.element(page.getByText('还有 2 只没有列出。')).toBeVisible();
  await expect.element(row('2026-11-20')).toMatchTextContent('某某电力 991012 等 22 只');
  await expectWellMade();
});

test('warns about tasks before the next trade day until they are done', async () => {
  answer(
    'GET /admin/contest/market/health',
    health({ instruments: 0, pull: pull({ isOk: false, message: '连接超时' }) }),
  );
  await openAdmin('/contest?tab=market');
  for (const text of [
    '还没有证券，请先导入证券表。',
    '交易日历里没有今天及以后的交易日',
    '上一次拉取行情没有成功：连接超时',
    '正在交易，但有 3 只证券的行情过时',
  ])
    await expect.element(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
  const done = { gaps: [], stale: { count: 0, quotes: [] }, isSessionOpen: false, daysAhead: 3 };
  answer('GET /admin/contest/market/health', health({ ...done, generator: 'hours' }));
  await button('刷新').click();
  await expect.element(page.getByText('2026-09-01 至 2026-11-20 的日线齐全。')).toBeVisible();
  await expect.element(page.getByText('虚构行情发生器开着（交易时间内）')).toBeVisible();
  await expect.element(page.getByText('现在不在交易时间，')).toBeVisible();
  await expect.element(page.getByRole('alert')).toHaveLength(1);
  answer('GET /admin/contest/market/health', health({ ...done, from: null, days: 0 }));
  await button('刷新').click();
  await expect.element(page.getByText('导入交易日以后，这里列出缺哪些日线。')).toBeVisible();
});

function chooseFile(name: string) {
  const input = document.querySelector<HTMLInputElement>('main input[type=file]');
  if (!input) throw new Error('The file input is missing.');
  const files = new DataTransfer();
  files.items.add(new File(['code,name\n'], name, { type: 'text/csv' }));
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

test('imports a file of the chosen kind, and lists its faulty lines or why it was refused', async () => {
  answer('POST /admin/contest/market/import', {
    added: 1200,
    unchanged: 5,
    skipped: 1,
    failed: 2,
    faults: [
      { line: 2, reason: '代码（code）不正确' },
      { line: 3, reason: '长'.repeat(200) },
    ],
    warnings: [{ line: 9, reason: '涨幅超过 20%' }],
    warned: 3,
  });
  await openAdmin('/contest?tab=market&part=import');
  await page.getByRole('radio', { name: '日线' }).click();
  await expect.element(page.getByText('价格是元，最多三位小数')).toBeVisible();
  chooseFile('日线.csv');
  await expect
    .element(page.getByText('“日线.csv”：新增或更新 1,200 行，没有变化 5 行，重复跳过 1 行，没有写入 2 行'))
    .toBeVisible();
  await expect.element(row('第 2 行')).toMatchTextContent('代码（code）不正确');
  await expect.element(row('第 9 行')).toMatchTextContent('涨幅超过 20%');
  await expect.element(page.getByText('还有 1 处没有列出。')).toBeVisible();
  await expect.element(page.getByText('还有 2 处没有列出。')).toBeVisible();
  expect(callsTo('POST /admin/contest/market/import').map(({ body }) => body)).toMatchObject([
    { kind: 'daily', file: { name: '日线.csv' } },
  ]);
  await expectWellMade();
  answer('POST /admin/contest/market/import', refuse(400, '表头缺少代码'));
  chooseFile('二.csv');
  await expect.element(page.getByText('表头缺少代码')).toBeVisible();
  await expect.element(page.getByText('“日线.csv”')).not.toBeInTheDocument();
});

test('shows the source, starts a pull, and tries another URL', async () => {
  answer('GET /admin/contest/market/health', health({ pull: pull({ failed: 2 }) }));
  answer('POST /admin/contest/market/pull', { isOk: false, message: '来源回答 503' });
  answer('POST /admin/contest/market/tryPull', {
    isOk: true,
    message: '',
    rows: 12,
    faults: [{ line: 4, reason: '价格（last）不正确' }],
  });
  await openAdmin('/contest?tab=market&part=source');
  await expect.element(page.getByText('写入 12 条，没有变化 3 条，有错 2 条')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: '在设置里改行情源和发生器' }))
    .toHaveAttribute('href', '/admin/settings?group=contest');
  await button('现在拉取一次').click();
  await expect.element(toastOf('来源回答 503')).toBeVisible();
  const address = page.getByRole('textbox', { name: '地址' });
  await address.fill('');
  await button('试一次').click();
  await expect.element(page.getByText('请填写行情地址')).toBeVisible();
  await address.fill('https://quotes.example.com/a.csv');
  await page.getByRole('textbox', { name: '请求头' }).fill('X-Key: 1');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('读到 12 行')).toBeVisible();
  await expect.element(row('第 4 行')).toMatchTextContent('价格（last）不正确');
  expect(callsTo('POST /admin/contest/market/tryPull').at(-1)?.body).toEqual({
    url: 'https://quotes.example.com/a.csv',
    header: 'X-Key: 1',
  });
  answer('POST /admin/contest/market/tryPull', refuse(400, '行情地址不能是内网地址', 'url'));
  await button('试一次').click();
  await expect.element(page.getByText('行情地址不能是内网地址')).toBeVisible();
  await expect.element(page.getByText('读到 12 行')).not.toBeInTheDocument();
});

test('links to the settings only with permission, and starts no pull without a source', async () => {
  await openAdmin('/contest?tab=market&part=source', { permissions: ['contest.manage'] });
  await expect.element(page.getByText('行情源由管理员在“设置”里改。')).toBeVisible();
  await expect.element(page.getByText('没有设置行情源')).toBeVisible();
  await expect.element(button('现在拉取一次')).not.toBeInTheDocument();
});

test('lists and searches securities', async () => {
  answer('GET /admin/contest/market/instruments', {
    records: [
      instrument('991012', { name: '长'.repeat(20), isSt: true, isInvented: true }),
      instrument('000300', { board: 'index', delistedOn: '2026-10-01', last: null, at: null }),
    ],
    cursor: null,
  });
  await openAdmin('/contest?tab=instruments');
  await expect.element(row('991012')).toMatchTextContent('ST 虚构');
  await expect.element(row('991012')).toMatchTextContent('10.20');
  await expect.element(row('000300')).toMatchTextContent('指数2024-03-012026-10-01 退市');
  await expectWellMade();
  answer('GET /admin/contest/market/instruments', { records: [], cursor: null });
  await page.getByRole('searchbox', { name: '找证券' }).fill('电力');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('没有符合条件的证券')).toBeVisible();
  expect(callsTo('GET /admin/contest/market/instruments').at(-1)?.query).toMatchObject({ keyword: '电力' });
  await button('看全部证券').click();
  await expect.element(page.getByText('在“行情 › 导入”里导入证券表。')).toBeVisible();
});

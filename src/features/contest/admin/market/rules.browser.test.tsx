import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse } from '#testing/browser/api.ts';
import { button, choose, dialog, openAdmin, row, toastOf } from '#testing/browser/open-admin.ts';
import type { MarketRules } from '../../market/manage/schema.ts';

const main = {
  board: 'main' as const,
  isSt: false,
  validFrom: '2023-08-10',
  lotLeast: 100,
  lotStep: 100,
  lotMost: 1_000_000,
  limitBp: 1000,
  freeDays: 5,
  tick: 10,
};
const rules: MarketRules = {
  trade: [
    { ...main, board: 'star', lotLeast: 200, lotStep: 1, limitBp: null, tick: 1 },
    main,
    { ...main, isSt: true, limitBp: 500 },
  ],
  fees: [{ validFrom: '2023-08-28', stampPpm: 500, transferPpm: 10 }],
  sessions: [
    {
      validFrom: '2020-01-01',
      parts: [
        { opens: '09:30', closes: '11:30' },
        { opens: '13:00', closes: '15:00' },
      ],
    },
  ],
};
const spin = (name: string) => page.getByRole('spinbutton', { name });
const clock = (name: string) => page.getByRole('textbox', { name });
const save = () => dialog().getByRole('button', { name: '加上' }).click();

/** Types into a picker. Enter confirms the text and does not submit the form. */
async function pick(label: string, value: string) {
  await clock(label).fill(value);
  await userEvent.keyboard('{Enter}');
}

beforeEach(() => {
  answer('GET /admin/contest/market/rules', rules);
  for (const key of ['addRule', 'addFee', 'addSessions'] as const)
    answer(`POST /admin/contest/market/${key}`, true);
});

test('lists the exchange rules and opens a form', { tags: ['strict'] }, async () => {
  await openAdmin('/contest?tab=rules');
  await expect.element(row('科创板')).toMatchTextContent('不限');
  await expect.element(row('科创板')).toMatchTextContent('200 起，每次加 1，最多 1,000,000');
  await expect.element(row('主板 ST')).toMatchTextContent('±5%');
  await expect.element(row('0.05%')).toMatchTextContent('0.001%');
  await expect.element(row('09:30–11:30、13:00–15:00')).toBeVisible();
  await expectWellMade();
  await button('新增一条：买卖单位与涨跌幅').click();
  await expect.element(dialog('新增买卖单位与涨跌幅')).toBeVisible();
  await expectWellMade();
});

test('sends fees in ppm from tomorrow at the earliest', async () => {
  answer('GET /admin/contest/market/rules', networkError());
  await openAdmin('/contest?tab=rules');
  await expect.element(page.getByText('没有取到交易规则')).toBeVisible();
  answer('GET /admin/contest/market/rules', rules);
  await button('重试').click();
  await button('新增一条：印花税与过户费').click();
  await pick('从哪一天起', '2020-01-02');
  await save();
  await expect.element(dialog().getByText('生效日期应为日期')).toBeVisible();
  expect(callsTo('POST /admin/contest/market/addFee')).toEqual([]);
  await pick('从哪一天起', '2035-01-02');
  await spin('印花税').fill('0.1');
  await save();
  await expect.element(toastOf('规则已加上')).toBeVisible();
  expect(callsTo('POST /admin/contest/market/addFee').at(-1)?.body).toEqual({
    validFrom: '2035-01-02',
    stampPpm: 1000,
    transferPpm: 10,
  });
});

test('prefills a rule with the newest one of its board, and sends its limit in basis points', async () => {
  answer('POST /admin/contest/market/addRule', refuse(400, '单笔最多股数不能少于最少买入股数', 'lotMost'));
  await openAdmin('/contest?tab=rules');
  await button('新增一条：买卖单位与涨跌幅').click();
  await pick('从哪一天起', '2035-01-02');
  await expect.element(spin('涨跌幅（%）')).toHaveValue('10.00');
  // 2.3 times 100 is a little less than 230 in floating-point numbers.
  await spin('涨跌幅（%）').fill('2.3');
  await spin('单笔最多（股）').fill('');
  await save();
  await expect.element(dialog().getByText('单笔最多股数不能少于最少买入股数')).toBeVisible();
  expect(callsTo('POST /admin/contest/market/addRule').at(-1)?.body).toMatchObject({
    limitBp: 230,
    lotMost: 1,
  });
  answer('POST /admin/contest/market/addRule', true);
  await page.getByRole('checkbox', { name: '风险警示（ST）证券的规则' }).click();
  await expect.element(spin('涨跌幅（%）')).toHaveValue('5.00');
  await page.getByRole('checkbox', { name: '风险警示（ST）证券的规则' }).click();
  await choose('板块', '科创板');
  await expect.element(spin('最少买入（股）')).toHaveValue('200');
  await expect.element(spin('涨跌幅（%）')).toBeDisabled();
  await save();
  await expect.element(toastOf('规则已加上')).toBeVisible();
  expect(callsTo('POST /admin/contest/market/addRule').at(-1)?.body).toEqual({
    ...rules.trade[0],
    validFrom: '2035-01-02',
  });
});

test('adds trading hours: sessions can be added and removed, and an empty session is rejected', async () => {
  await openAdmin('/contest?tab=rules');
  await button('新增一条：交易时间').click();
  await pick('从哪一天起', '2035-01-02');
  await button('去掉第 1 段').click();
  await expect.element(button('去掉第 1 段')).toBeDisabled();
  await button('再加一段').click();
  await save();
  await expect.element(dialog().getByText('开始应为时刻，如 09:30')).toBeVisible();
  await pick('第 2 段开始', '19:00');
  await pick('第 2 段结束', '20:30');
  await save();
  await expect.element(toastOf('规则已加上')).toBeVisible();
  expect(callsTo('POST /admin/contest/market/addSessions').at(-1)?.body).toEqual({
    validFrom: '2035-01-02',
    parts: [
      { opens: '13:00', closes: '15:00' },
      { opens: '19:00', closes: '20:30' },
    ],
  });
});

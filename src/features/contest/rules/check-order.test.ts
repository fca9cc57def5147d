import { describe, expect, test } from 'vitest';
import {
  type Account,
  assetsOf,
  checkOrder,
  type Holding,
  type Security,
  sellableQuantity,
} from './check-order.ts';

const day = '2026-11-20';
const security: Security = {
  code: '697012',
  name: '禾垣电力',
  board: 'main',
  isSt: false,
  rule: {
    board: 'main',
    isSt: false,
    validFrom: '1996-12-16',
    lotLeast: 100,
    lotStep: 100,
    lotMost: 1_000_000,
    limitBp: 1_000,
    freeDays: 5,
    tick: 10,
  },
  last: 10_000,
  limits: { up: 11_000, down: 9_000 },
  isSuspended: false,
};
const season = {
  boards: ['main'],
  withSt: false,
  positionCapBp: 4_000,
  fees: { commissionPpm: 250, commissionLeast: 500, stampPpm: 500, transferPpm: 10 },
};
const holding: Holding = {
  quantity: 300,
  frozenQuantity: 0,
  boughtOn: null,
  boughtQuantity: 0,
  cost: 290_000,
};
const account = (changes: Partial<Account> = {}, held?: Holding): Account => ({
  cash: 10_000_000,
  frozenCash: 0,
  holdings: new Map(held ? [['697012', held]] : []),
  buying: new Map(),
  prices: new Map([['697012', 10_000]]),
  ...changes,
});
const buy = { side: 'buy', price: 10_000, quantity: 100 } as const;
const sell = { side: 'sell', price: 10_000, quantity: 100 } as const;
const check = (
  order: Parameters<typeof checkOrder>[0],
  changes: Partial<Security> = {},
  ownAccount = account(),
) => checkOrder(order, { ...security, ...changes }, ownAccount, season, day);

describe('a purchase', () => {
  test('freezes its worst-case cost with fees', () => {
    expect(check(buy)).toEqual({ frozenCash: 100_000 + 500 + 1 });
    expect(check({ ...buy, price: null })).toEqual({ frozenCash: 110_000 + 500 + 1 });
    expect(check({ ...buy, price: null }, { limits: null })).toEqual({ frozenCash: 110_000 + 500 + 1 });
  });

  test('of all the free cash is accepted, of one fen more refused', () => {
    const accountWith = (cash: number) => account({ cash: cash + 40, frozenCash: 40, prices: new Map() });
    const uncapped = { ...season, positionCapBp: 10_000 };
    expect(checkOrder(buy, security, accountWith(100_501), uncapped, day)).toEqual({ frozenCash: 100_501 });
    expect(checkOrder(buy, security, accountWith(100_500), uncapped, day)).toEqual({
      refusal: '可用资金不足：需要 1,005.01 元（含费用），可用 1,005.00 元',
    });
  });

  test('must stay below the position cap, which counts holdings and open purchases', () => {
    expect(check({ ...buy, quantity: 4_000 })).toEqual({ frozenCash: 4_001_040 });
    expect(check({ ...buy, quantity: 4_100 })).toEqual({
      refusal: '单只持仓最多占总资产的 40%，禾垣电力最多再买 40,000.00 元',
    });
    const accountWithOpenOrders = account({ buying: new Map([['697012', 3_000_000]]) }, holding);
    expect(check({ ...buy, quantity: 1_000 }, {}, accountWithOpenOrders)).toEqual({
      refusal: '单只持仓最多占总资产的 40%，禾垣电力最多再买 8,200.00 元',
    });
  });
});

test.each<[string, Partial<Security>, string]>([
  ['on a board outside the season', { board: 'star' }, '本赛季不能交易科创板的禾垣电力'],
  ['under a risk warning', { isSt: true }, '风险警示'],
  ['without a price', { last: null }, '还没有禾垣电力的行情'],
  ['that is suspended', { isSuspended: true }, '今天停牌'],
])('refuses a security %s', (_name, changes, reason) => {
  expect(check(buy, changes)).toEqual({ refusal: expect.stringContaining(reason) });
});

test.each([
  [10_005, '应为 0.01 元的整数倍'],
  [11_010, '高于涨停价 11.00 元'],
  [8_990, '低于跌停价 9.00 元'],
  [0, '应大于 0'],
  [-10, '应大于 0'],
  [Number.NaN, '应大于 0'],
])('refuses a price of %d', (price, reason) => {
  expect(check({ ...buy, price })).toEqual({ refusal: expect.stringContaining(reason) });
});

describe('a sale', () => {
  test('of held shares is accepted and freezes no cash', () => {
    expect(check(sell, {}, account({}, holding))).toEqual({ frozenCash: 0 });
  });

  test('of shares bought today waits for the next trade day (T+1)', () => {
    const boughtToday = { ...holding, boughtOn: day, boughtQuantity: 300 };
    expect(check(sell, {}, account({}, boughtToday))).toEqual({ refusal: expect.stringContaining('T+1') });
    const partlyBoughtToday = { ...boughtToday, boughtQuantity: 200 };
    expect(sellableQuantity(partlyBoughtToday, day)).toBe(100);
    expect(check({ ...sell, quantity: 200 }, {}, account({}, partlyBoughtToday))).toEqual({
      refusal: '可卖数量不足，现在最多能卖 100 股',
    });
    expect(sellableQuantity(boughtToday, '2026-11-23')).toBe(300);
  });

  test('of shares frozen by another sale, or of none, is refused', () => {
    expect(check(sell, {}, account({}, { ...holding, frozenQuantity: 300 }))).toEqual({
      refusal: '可卖数量不足，现在最多能卖 0 股',
    });
    expect(check(sell)).toEqual({ refusal: '没有持有禾垣电力，不能卖出' });
  });
});

test('assets are the cash plus the holdings at their last price', () => {
  expect(assetsOf(account({ cash: 5 }, holding))).toBe(5 + 300_000);
});

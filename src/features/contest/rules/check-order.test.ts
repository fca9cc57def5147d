import { describe, expect, test } from 'vitest';
import {
  type Account,
  assetsOf,
  checkOrder,
  type Holding,
  type Security,
  sellableOf,
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
const account = (given: Partial<Account> = {}, held?: Holding): Account => ({
  cash: 10_000_000,
  frozenCash: 0,
  holdings: new Map(held ? [['697012', held]] : []),
  buying: new Map(),
  prices: new Map([['697012', 10_000]]),
  ...given,
});
const buy = { side: 'buy', price: 10_000, quantity: 100 } as const;
const sell = { side: 'sell', price: 10_000, quantity: 100 } as const;
const look = (order: Parameters<typeof checkOrder>[0], given: Partial<Security> = {}, who = account()) =>
  checkOrder(order, { ...security, ...given }, who, season, day);

describe('a purchase', () => {
  test('holds back the worst it can cost, with fees', () => {
    expect(look(buy)).toEqual({ frozenCash: 100_000 + 500 + 1 });
    expect(look({ ...buy, price: null })).toEqual({ frozenCash: 110_000 + 500 + 1 });
    expect(look({ ...buy, price: null }, { limits: null })).toEqual({ frozenCash: 110_000 + 500 + 1 });
  });

  test('of all the free cash is taken, of a fen more refused', () => {
    const broke = (cash: number) => account({ cash: cash + 40, frozenCash: 40, prices: new Map() });
    const free = { ...season, positionCapBp: 10_000 };
    expect(checkOrder(buy, security, broke(100_501), free, day)).toEqual({ frozenCash: 100_501 });
    expect(checkOrder(buy, security, broke(100_500), free, day)).toEqual({
      refusal: '可用资金不足：需要 1,005.01 元（含费用），可用 1,005.00 元',
    });
  });

  test('keeps below the cap of one security, open purchases and what is held included', () => {
    expect(look({ ...buy, quantity: 4_000 })).toEqual({ frozenCash: 4_001_040 });
    expect(look({ ...buy, quantity: 4_100 })).toEqual({
      refusal: '单只持仓最多占总资产的 40%，禾垣电力最多再买 40,000.00 元',
    });
    const busy = account({ buying: new Map([['697012', 3_000_000]]) }, holding);
    expect(look({ ...buy, quantity: 1_000 }, {}, busy)).toEqual({
      refusal: '单只持仓最多占总资产的 40%，禾垣电力最多再买 8,200.00 元',
    });
  });
});

test.each<[string, Partial<Security>, string]>([
  ['of a board that is not of the season', { board: 'star' }, '本赛季不能交易科创板的禾垣电力'],
  ['under a risk warning', { isSt: true }, '风险警示'],
  ['nobody has a price of', { last: null }, '还没有禾垣电力的行情'],
  ['that is suspended', { isSuspended: true }, '今天停牌'],
])('a security %s is refused', (_name, given, reason) => {
  expect(look(buy, given)).toEqual({ refusal: expect.stringContaining(reason) });
});

test.each([
  [10_005, '应为 0.01 元的整数倍'],
  [11_010, '高于涨停价 11.00 元'],
  [8_990, '低于跌停价 9.00 元'],
  [0, '应大于 0'],
  [-10, '应大于 0'],
  [Number.NaN, '应大于 0'],
])('a price of %d is refused', (price, reason) => {
  expect(look({ ...buy, price })).toEqual({ refusal: expect.stringContaining(reason) });
});

describe('a sale', () => {
  test('of what is held is taken, and holds back no cash', () => {
    expect(look(sell, {}, account({}, holding))).toEqual({ frozenCash: 0 });
  });

  test('of what was bought today waits for the next trade day (T+1)', () => {
    const fresh = { ...holding, boughtOn: day, boughtQuantity: 300 };
    expect(look(sell, {}, account({}, fresh))).toEqual({ refusal: expect.stringContaining('T+1') });
    const mixed = { ...fresh, boughtQuantity: 200 };
    expect(sellableOf(mixed, day)).toBe(100);
    expect(look({ ...sell, quantity: 200 }, {}, account({}, mixed))).toEqual({
      refusal: '可卖数量不足，现在最多能卖 100 股',
    });
    expect(sellableOf(fresh, '2026-11-23')).toBe(300);
  });

  test('of what another sale holds back, or of nothing, is refused', () => {
    expect(look(sell, {}, account({}, { ...holding, frozenQuantity: 300 }))).toEqual({
      refusal: '可卖数量不足，现在最多能卖 0 股',
    });
    expect(look(sell)).toEqual({ refusal: '没有持有禾垣电力，不能卖出' });
  });
});

test('assets are cash and what is held at its last price', () => {
  expect(assetsOf(account({ cash: 5 }, holding))).toBe(5 + 300_000);
});

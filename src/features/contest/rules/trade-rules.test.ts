import { describe, expect, test } from 'vitest';
import {
  priceLimitsByRule,
  purchaseLotRefusal,
  ruleOn,
  saleLotRefusal,
  type TradeRule,
} from './trade-rules.ts';

const main: TradeRule = {
  board: 'main',
  isSt: false,
  validFrom: '1996-12-16',
  lotLeast: 100,
  lotStep: 100,
  lotMost: 1_000_000,
  limitBp: 1_000,
  freeDays: 5,
  tick: 10,
};
const star: TradeRule = {
  ...main,
  board: 'star',
  lotLeast: 200,
  lotStep: 1,
  lotMost: 100_000,
  limitBp: 2_000,
};

describe('the rule of a day', () => {
  const tighter = { ...main, isSt: true, limitBp: 500 };
  const wider = { ...tighter, validFrom: '2026-07-01', limitBp: 1_000 };

  test('is the latest that applies by then, in any order of the table', () => {
    const rules = [wider, main, tighter];
    expect(ruleOn(rules, 'main', true, '2026-06-30').limitBp).toBe(500);
    expect(ruleOn(rules, 'main', true, '2026-07-01').limitBp).toBe(1_000);
    expect(ruleOn(rules, 'main', false, '2026-07-01')).toBe(main);
  });

  test('throws for a board without rules, rather than allow free trade', () => {
    expect(() => ruleOn([main], 'bse', false, '2026-07-01')).toThrow('no trade rule for bse');
  });

  test('has no price limit during the first days of a listing', () => {
    expect(priceLimitsByRule(main, 10_000, 5)).toBeNull();
    expect(priceLimitsByRule(main, 10_000, 6)).toEqual({ up: 11_000, down: 9_000 });
  });
});

describe('a purchase', () => {
  test.each([100, 1_200, 1_000_000])('of %i shares fits the main board', (quantity) => {
    expect(purchaseLotRefusal(main, quantity)).toBeNull();
  });
  test.each([
    [1, '应为 100 股的整数倍'],
    [150, '应为 100 股的整数倍'],
    [0, '应为正整数'],
    [-100, '应为正整数'],
    [100.5, '应为正整数'],
    [1_000_100, '一笔最多 1000000 股'],
  ])('of %d shares does not', (quantity, reason) => {
    expect(purchaseLotRefusal(main, quantity)).toContain(reason);
  });
  test('on the STAR board starts at 200 shares and grows by single shares', () => {
    expect(purchaseLotRefusal(star, 201)).toBeNull();
    expect(purchaseLotRefusal(star, 199)).toContain('至少 200 股');
  });
});

describe('a sale', () => {
  test.each([
    [main, 100, 350],
    [main, 350, 350],
    [main, 50, 350],
    [main, 50, 50],
    [star, 250, 399],
    [star, 199, 199],
  ])('%o: accepts %i of %i', (rule, quantity, sellable) => {
    expect(saleLotRefusal(rule, quantity, sellable)).toBeNull();
  });
  test.each([
    [main, 30, 350, '零股要一次卖出'],
    [main, 400, 350, '现在最多能卖 350 股'],
    [star, 100, 399, '不足 200 股的部分要一次卖出'],
    [main, 0, 350, '应为正整数'],
  ])('%o: refuses %i of %i', (rule, quantity, sellable, reason) => {
    expect(saleLotRefusal(rule, quantity, sellable)).toContain(reason);
  });
});

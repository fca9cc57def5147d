import { describe, expect, test } from 'vitest';
import { amountOf, isOnTick, priceLimitsOf } from './prices.ts';

test.each([
  [10_500, 100, 105_000],
  [3, 100, 30],
  [1_005, 1, 101],
  [1_004, 1, 100],
])('%i 厘 times %i shares is %i fen', (price, quantity, fen) => {
  expect(amountOf(price, quantity)).toBe(fen);
});

describe('daily price limits', () => {
  test.each([
    // The last close, the limit, and the limits that exchanges publish for it.
    [10_000, 1_000, { up: 11_000, down: 9_000 }],
    [12_340, 1_000, { up: 13_570, down: 11_110 }],
    [9_950, 1_000, { up: 10_950, down: 8_960 }],
    [12_340, 2_000, { up: 14_810, down: 9_870 }],
    [12_340, 3_000, { up: 16_040, down: 8_640 }],
    [3_330, 500, { up: 3_500, down: 3_160 }],
  ])('of a close of %i at %i bp are rounded half up to a fen', (close, bp, limits) => {
    expect(priceLimitsOf(close, bp, 10)).toEqual(limits);
  });

  test('are at least a tick from the close, and never zero', () => {
    expect(priceLimitsOf(40, 1_000, 10)).toEqual({ up: 50, down: 30 });
    expect(priceLimitsOf(10, 1_000, 10)).toEqual({ up: 20, down: 10 });
  });

  test('do not exist during the free days of a listing', () => {
    expect(priceLimitsOf(10_000, null, 10)).toBeNull();
  });
});

test('a price between ticks, with a fraction of a 厘 or without a number is not on a tick', () => {
  expect([10_010, 10_005, 10_010.5, Number.NaN].map((price) => isOnTick(price, 10))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

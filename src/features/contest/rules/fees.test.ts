import { expect, test } from 'vitest';
import { feesOf } from './fees.ts';

const rule = { commissionPpm: 250, commissionLeast: 500, stampPpm: 500, transferPpm: 10 };

test('a purchase pays commission and transfer fee, a sale also stamp duty', () => {
  expect(feesOf('buy', 10_000_000, rule)).toEqual({
    commission: 2_500,
    stamp: 0,
    transfer: 100,
    total: 2_600,
  });
  expect(feesOf('sell', 10_000_000, rule)).toEqual({
    commission: 2_500,
    stamp: 5_000,
    transfer: 100,
    total: 7_600,
  });
});

test('a small trade pays the minimum commission, and half a fen is rounded up', () => {
  expect(feesOf('sell', 51_000, rule)).toEqual({ commission: 500, stamp: 26, transfer: 1, total: 527 });
});

import { expect, test } from 'vitest';
import { fenToYuan, formatFen, signedFen, yuanToFen } from './money.ts';

test.each([
  [1800, '¥18'],
  [1850, '¥18.50'],
  [1805, '¥18.05'],
  [5, '¥0.05'],
  [0, '¥0'],
  [128_000, '¥1,280'],
  [123_456_789, '¥1,234,567.89'],
  [-100, '¥0'],
  [Number.NaN, '¥0'],
])('formats %i fen as %s', (fen, shown) => {
  expect(formatFen(fen)).toBe(shown);
});

test('formats and parses the yuan of gateways digit by digit', () => {
  expect([1, 10, 100, 1850, 10_000_000].map(fenToYuan)).toEqual([
    '0.01',
    '0.10',
    '1.00',
    '18.50',
    '100000.00',
  ]);
  expect(['0.01', '18.5', '-19.99', '1', '1.000', '0.015', '一', ''].map(yuanToFen)).toEqual([
    1,
    1850,
    1999,
    100,
    100,
    null,
    null,
    null,
  ]);
});

test.each([
  [0, '¥0'],
  [1850, '¥18.50'],
  [-1850, '-¥18.50'],
  [-128000, '-¥1,280'],
])('formats %i fen of a ledger as %s', (fen, shown) => {
  expect(signedFen(fen)).toBe(shown);
});

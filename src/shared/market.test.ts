import { describe, expect, test } from 'vitest';
import {
  changeOf,
  readPrice,
  toneOf,
  toneOfReturn,
  writeGain,
  writeMoney,
  writeMove,
  writePrice,
  writeReturn,
  writeShare,
  writeTurnover,
  writeVolume,
} from './market.ts';

test('formats a price with two decimals, or three if the tick or the price is finer than a fen', () => {
  expect([10_500, 50, 1_234_560, 1_233].map((price) => writePrice(price))).toEqual([
    '10.50',
    '0.05',
    '1234.56',
    '1.233',
  ]);
  expect(writePrice(1_230, 1)).toBe('1.230');
  expect(writePrice(null)).toBe('—');
});

test('formats a price change with a sign besides its colour', () => {
  expect([350, -1_200, 0].map((move) => writeMove(move))).toEqual(['+0.35', '−1.20', '0.00']);
  expect([1, -1, 0, null].map(toneOf)).toEqual(['rise', 'fall', 'flat', 'flat']);
});

test('a return has the tone of its rounded text', () => {
  expect([50, -51, 49, -50, 0, null].map(toneOfReturn)).toEqual([
    'rise',
    'fall',
    'flat',
    'flat',
    'flat',
    'flat',
  ]);
  expect([50, -51, 49].map(writeReturn)).toEqual(['+0.01%', '−0.01%', '0.00%']);
});

test('groups money, keeps its fen and avoids float errors', () => {
  expect([0, 5, 1_850, 123_456_780, -1_850, 90_071_992_547_409].map(writeMoney)).toEqual([
    '0.00',
    '0.05',
    '18.50',
    '1,234,567.80',
    '−18.50',
    '900,719,925,474.09',
  ]);
  expect([120_000, -5, 0].map(writeGain)).toEqual(['+1,200.00', '−0.05', '0.00']);
});

test('rounds a return to hundredths of a percent, without a sign if it rounds to zero', () => {
  expect([123_456, -4_500, 0, 49, -49, 12_345_678].map(writeReturn)).toEqual([
    '+12.35%',
    '−0.45%',
    '0.00%',
    '0.00%',
    '0.00%',
    '+1,234.57%',
  ]);
  expect(writeShare(333_333)).toBe('33.33%');
  expect(writeReturn(null)).toBe('—');
});

test('a change needs both prices', () => {
  expect(changeOf(11_000, 10_000)).toBe(100_000);
  expect(changeOf(9_999, 10_000)).toBe(-100);
  expect([changeOf(null, 10_000), changeOf(10_000, null), changeOf(10_000, 0)]).toEqual([null, null, null]);
});

test('formats volumes in lots of a hundred, rounded down', () => {
  expect([85_299, 1_269_900, 30_599_999_999].map(writeVolume)).toEqual(['852 手', '1.26 万手', '3.05 亿手']);
  expect([852_000, 126_059_999, 30_599_999_999].map(writeTurnover)).toEqual([
    '8,520 元',
    '126.05 万元',
    '3.05 亿元',
  ]);
});

describe('a typed price', () => {
  test.each([
    ['10.5', 10_500],
    ['１０．５０', 10_500],
    ['¥1,280.00', 1_280_000],
    ['0.001', 1],
    [' 8 元', 8_000],
  ])('%s is parsed as %i 厘', (typed, price) => {
    expect(readPrice(typed)).toEqual({ price });
  });

  test('is null for an empty input', () => {
    expect(readPrice(' ')).toEqual({ price: null });
  });

  test.each(['abc', '1.2345', '-3', '0', '1e3', '10..5', '10，5', '1 0', '¥1,280'])(
    '%s is rejected with a reason',
    (typed) => {
      expect(readPrice(typed)).toHaveProperty('fault');
    },
  );
});

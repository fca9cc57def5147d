import { expect, test } from 'vitest';
import { formatCount } from './numbers.ts';

test.each([
  [0, '0'],
  [286, '286'],
  [1204, '1,204'],
  [9846, '9,846'],
  [9999, '9,999'],
])('formats %d below 万 with thousands separators', (count, text) => {
  expect(formatCount(count)).toBe(text);
});

test.each([
  [10_000, '1.0 万'],
  [18_999, '1.8 万'],
  [124_000, '12.4 万'],
  [9_999_999, '999.9 万'],
  [12_040_000, '1,204 万'],
  [99_999_999, '9,999 万'],
  [100_000_000, '1.0 亿'],
  [234_000_000_000, '2,340.0 亿'],
])('formats %d in 万 or 亿, never rounded up', (count, text) => {
  expect(formatCount(count)).toBe(text);
});

test.each([Number.NaN, -3, Number.POSITIVE_INFINITY])('formats %d as 0', (count) => {
  expect(formatCount(count)).toBe('0');
});

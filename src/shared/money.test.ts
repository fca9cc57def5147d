import { expect, test } from 'vitest';
import { formatFen } from './money.ts';

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
])('%i fen read as %s', (fen, shown) => {
  expect(formatFen(fen)).toBe(shown);
});

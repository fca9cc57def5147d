import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFen, writeYuan } from './yuan.ts';

test.each([
  ['18', 1800],
  ['12.5', 1250],
  ['0.01', 1],
  ['0.29', 29],
  ['1,280.00', 128_000],
  ['￥１８．５０', 1850],
  ['18元', 1800],
  ['100000', 10_000_000],
  ['', null],
  ['  ', null],
])('parses %j as %j fen', (typed, fen) => {
  expect(readFen(typed)).toEqual({ fen });
});

test.each(['0', '0.00', '1.234', '-3', '1e3', '十八', '100000.01', '1.2.3', '.'])(
  'rejects %j as a price',
  (typed) => {
    expect(readFen(typed)).toHaveProperty('fault');
  },
);

test('round-trips every price', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), (fen) => {
      expect(readFen(writeYuan(fen))).toEqual({ fen });
    }),
  );
});

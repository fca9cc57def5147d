import { expect, test } from 'vitest';
import { readFen } from './yuan.ts';

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

test.each(['0', '0.00', '1.234', '-3', '1e3', '十八', '100000.01', '1.2.3', '.', '9，9', '19,99', '1 9'])(
  'rejects %j as a price',
  (typed) => {
    expect(readFen(typed)).toHaveProperty('fault');
  },
);

test('names the amount and says how to write it', () => {
  const range = { min: 1, max: 10_000_000, name: '退款金额' };
  expect(readFen('9，9', range)).toEqual({
    fault: '退款金额写成元，最多两位小数，如 18 或 18.50；小数点写成英文句点，逗号只能隔开千位，如 1,999',
  });
  expect(readFen('十八', range)).toEqual({ fault: '退款金额写成元，最多两位小数，如 18 或 18.50' });
});

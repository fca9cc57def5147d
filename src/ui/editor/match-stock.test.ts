import { expect, test } from 'vitest';
import { matchStock } from './match-stock.ts';

test.each([
  ['看好$宁德', '宁德'],
  ['$ndsd', 'ndsd'],
  ['（￥ND', 'ND'],
  ['关注 ＄3007', '3007'],
  ['$ST*', 'ST*'],
])('finds the stock that is typed in %s', (before, query) => {
  expect(matchStock(before)?.query).toBe(query);
  expect(before.endsWith(matchStock(before)?.text ?? '?')).toBe(true);
});

test.each(['$', '$5', '$100', '￥1,000', 'US$宁德', '$宁德 时代', '$x$y', '$\\frac', '一千$1234567', '字'])(
  'finds none in %s',
  (before) => {
    expect(matchStock(before)).toBeUndefined();
  },
);

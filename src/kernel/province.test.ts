import { expect, test } from 'vitest';
import { provinceOf } from './province.ts';

test.each([
  ['120.24.78.68', '广东'],
  ['::ffff:120.24.78.68', '广东'],
  ['120.24.78.68:50001', '广东'],
  ['117.136.0.1', '北京'],
  ['2001:da8:8000:1:202:120:2:101', '上海'],
  ['240e:390::1', '浙江'],
  ['1.36.0.1', '香港'],
  ['61.220.1.1', '台湾'],
  ['8.8.8.8', '美国'],
])('locates %s in %s', (address, province) => {
  expect(provinceOf(address)).toBe(province);
});

test.each(['127.0.0.1', '10.0.0.1', '::1', '', 'nonsense', '999.1.1.1'])(
  'returns nothing for %j',
  (address) => {
    expect(provinceOf(address)).toBe('');
  },
);

import { expect, test } from 'vitest';
import { isStockCode, plainStockCode } from './stock-code.ts';

test.each([
  ['300750', '300750'],
  [' ３００７５０ ', '300750'],
  ['sz300750', '300750'],
  ['SH：600000', '600000'],
  ['600000.SH', '600000'],
  ['600000.ss', '600000'],
  ['000001', '000001'],
  ['aapl', 'AAPL'],
  ['SH60000', 'SH60000'],
])('reads %j as %j', (typed, code) => expect(plainStockCode(typed)).toBe(code));

test.each(['', '宁德时代', '<script>', '1234567890123', '300750 '])('%j is no code', (text) =>
  expect(isStockCode(text)).toBe(false),
);

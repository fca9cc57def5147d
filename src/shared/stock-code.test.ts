import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isStockCode, plainStockCode, stockCodeForms } from './stock-code.ts';

test.each([
  ['300750', '300750'],
  [' ３００７５０ ', '300750'],
  ['sz300750', '300750'],
  ['SH：600000', '600000'],
  ['600000.SH', '600000'],
  ['600000.ss', '600000'],
  ["'000001", '000001'],
  ['000001', '000001'],
  ['000001.SZ', '000001'],
  ['000001.SH', '000001.SH'],
  ['sh000016', '000016.SH'],
  ['000300.SS', '000300.SH'],
  ['399001.SZ', '399001'],
  ['899050.BJ', '899050'],
  ['600000.SZ', '600000.SZ'],
  ['aapl', 'AAPL'],
  ['SH60000', 'SH60000'],
  ['SH600000.SZ', 'SH600000.SZ'],
  ['⑥00000', '⑥00000'],
])('reads %j as %j', (typed, code) => expect(plainStockCode(typed)).toBe(code));

test.each([
  '300750',
  '000001.SH',
  '00700',
  '80700',
  'AAPL',
  'BRK.B',
  'IF2412',
  'H30533.CSI',
  '7203.T',
  '00700.HK',
])('%j is a code', (text) => expect(isStockCode(text)).toBe(true));

test.each([
  ...['', '宁德时代', '<script>', '1234567890123', '300750 ', '⑥00000'],
  ...[
    '1',
    '6',
    '519',
    '2594',
    '30075',
    '3007501',
    '10004237',
    '300750.0',
    '1.0',
    '3.0075E+05',
    '6E05',
    '-300750',
  ],
  ...['SH60000', 'SZ1', 'SH600000.SZ', '60000.SH', '1.SZ', '6 00519', '600519.', '.SH', 'AAPL.', 'A.B.C'],
])('%j is no code', (text) => expect(isStockCode(text)).toBe(false));

test('a code with a market is never read as that of another market', () => {
  const digits = fc.integer({ min: 0, max: 999_999 }).map((number) => String(number).padStart(6, '0'));
  fc.assert(
    fc.property(digits, (code) => {
      const plain = ['SH', 'SZ', 'BJ'].map((market) => plainStockCode(`${code}.${market}`));
      expect(plain.filter((one) => one === code).length).toBeLessThanOrEqual(1);
      for (const form of plain) expect(isStockCode(form)).toBe(true);
      for (const market of ['SH', 'SZ', 'BJ'])
        expect(stockCodeForms(`${market}${code}`)).toEqual(stockCodeForms(`${code}.${market}`));
    }),
    { numRuns: 2000 },
  );
});

test('a code that lost digits or a part is no code', () => {
  const digits = fc.integer({ min: 0, max: 999_999 }).map((number) => String(number).padStart(6, '0'));
  fc.assert(
    fc.property(digits, fc.integer({ min: 1, max: 5 }), (code, at) => {
      // A space inside splits it into two parts, one of which is too short.
      expect([code.slice(0, at), code.slice(at)].every(isStockCode)).toBe(false);
      expect(isStockCode(`${Number(code)}.0`)).toBe(false);
      if (Number(code) < 10_000) expect(isStockCode(String(Number(code)))).toBe(false);
    }),
  );
});

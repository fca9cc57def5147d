import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeMoney } from './market.ts';
import { fenToYuan, formatFen } from './money.ts';
import { readDecimal } from './read-decimal.ts';
import { readYuan, writeYuan } from './yuan.ts';

test.each([
  ['18', 1800],
  ['0', 0],
  ['12.5', 1250],
  ['0.29', 29],
  ['4.350', 435],
  ['1,999.00', 199_900],
  ['1,999', 199_900],
  ['12,345,678.9', 1_234_567_890],
  ['９.９', 990],
  ['￥１，２８０．００', 128_000],
  ['¥ 18 元', 1800],
  ['CNY18', 1800],
  [' 18.50\u3000', 1850],
])('reads %j as %j fen', (typed, fen) => {
  expect(readYuan(typed)).toBe(fen);
});

test.each(
  [
    [
      '',
      ' ',
      '¥',
      '元',
      '.',
      '十八',
      'NaN',
      'Infinity',
      '免费',
      '18块',
      '18元起',
      '1.5万',
      '$18',
      '元18',
      '¥¥9',
      '9元9',
    ],
    [
      '9，9',
      '9,9',
      '19,99',
      '1,99',
      '1,9999',
      '1,999,00',
      '1999,000',
      ',999',
      '0,999',
      '1,,999',
      '1.999,00',
      '1,999.00.0',
    ],
    ['1 9', '1 999', '1\u00a0999', "1'999", '1_000', '9。9', '9、9', '9·9', '9:9'],
    ['1e3', '1E+3', '0x10', '9²', '①', '½', '٩', '-3', '+3', '(3)', '1/2', '1-2', '18~20', '50%'],
    ['018', '00.5', '.5', '5.', '1.2.3', '0.001', '18.505', '1234567890', '9'.repeat(400)],
  ].flat(),
)('refuses %j', (typed) => {
  expect(readYuan(typed)).toBeNull();
});

test('reads every amount back from each way in which it is shown', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (fen) => {
      const shown = [writeYuan(fen), fenToYuan(fen), formatFen(fen), writeMoney(fen)];
      expect(shown.map(readYuan)).toEqual([fen, fen, fen, fen]);
    }),
  );
});

test('reads no text that differs from how its amount is written by more than commas, zeros and signs of money', () => {
  const typed = fc.string({ unit: fc.constantFrom(...'0019９,，.． ¥元e-'), maxLength: 9 });
  fc.assert(
    fc.property(typed, (text) => {
      const fen = readYuan(text);
      if (fen === null) return;
      const plain = text.normalize('NFKC').replace(/^ *¥? *| *元? *$/g, '');
      const [whole = '', decimals = ''] = plain.split('.');
      expect([whole, whole.replaceAll(',', '')]).toContain(
        whole.includes(',') ? formatFen(fen - (fen % 100)).slice(1) : String(Math.floor(fen / 100)),
      );
      expect(decimals.padEnd(2, '0').replace(/(?<=..)0+$/, '')).toBe(String(fen % 100).padStart(2, '0'));
    }),
    { numRuns: 5000 },
  );
});

test('refuses 1,280 where three decimals make it ambiguous, and counts have no decimals', () => {
  expect(readDecimal('1,280', { places: 3 })).toBeNull();
  expect(readDecimal('1,280.50', { places: 3 })).toBe(1_280_500);
  expect(readDecimal('1,280,000', { places: 3 })).toBe(1_280_000_000);
  expect(
    ['1,200', '100.00', '1,2', '1 2', '100.5'].map((typed) => readDecimal(typed, { places: 0 })),
  ).toEqual([1200, 100, null, null, null]);
});

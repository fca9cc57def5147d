import { expect, test } from 'vitest';
import { parseStockCodes, toHtml } from './flash.ts';

test('converts lines to paragraphs and escapes markup', () => {
  expect(toHtml('第一行 <b>\n\n  第二行 & 𠮷  ')).toBe('<p>第一行 &lt;b></p><p>第二行 &amp; 𠮷</p>');
});

test('accepts stock codes in any width with any separator, and removes duplicates', () => {
  expect(parseStockCodes(' ３００７５０，600519、300750;000001 ')).toEqual(['300750', '600519', '000001']);
});

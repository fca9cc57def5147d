import { expect, test } from 'vitest';
import { codesOf, emptyFlash, faultOfFlash, htmlOf } from './write-flash.ts';

test('lines are paragraphs, and markup is text', () => {
  expect(htmlOf('第一行 <b>\n\n  第二行 & 𠮷  ')).toBe('<p>第一行 &lt;b></p><p>第二行 &amp; 𠮷</p>');
});

test('stock codes come in any width, with any mark, each once', () => {
  expect(codesOf(' ３００７５０，600519、300750;000001 ')).toEqual(['300750', '600519', '000001']);
});

test('what is missing is said before anything is sent', () => {
  const whole = { title: '央行开展逆回购', text: '今日', important: false, stocks: '' };
  expect(faultOfFlash(whole)).toBeUndefined();
  expect(faultOfFlash(emptyFlash)).toBe('请先写标题');
  expect(faultOfFlash({ ...whole, text: ' \n' })).toBe('请先写正文');
  expect(faultOfFlash({ ...whole, stocks: '300750 茅台' })).toBe('股票代码“茅台”不是六位数字');
});

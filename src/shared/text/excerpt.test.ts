import fc from 'fast-check';
import { expect, test } from 'vitest';
import { excerpt } from './excerpt.ts';
import { graphemeStart } from './graphemes.ts';

test('a text that fits is left alone, in one line', () => {
  expect(excerpt('  第一行\n\n第二行 ', 20)).toBe('第一行 第二行');
});

test('a longer one ends with an ellipsis that counts', () => {
  expect(excerpt('一二三四五六七八九十', 5)).toBe('一二三四…');
});

test('no comma or opening bracket hangs before the ellipsis', () => {
  expect(excerpt('股价大涨，（后文很长很长）', 7)).toBe('股价大涨…');
});

test('Latin words and numbers are not split', () => {
  expect(excerpt('今天 Bloomberg 报道', 8)).toBe('今天…');
  expect(excerpt('减持1,436.40万股', 6)).toBe('减持…');
});

test('an address without any border is cut where it is', () => {
  expect(excerpt('a'.repeat(50), 10)).toBe(`${'a'.repeat(9)}…`);
});

test('emoji families and rare Hanzi count one and stay whole', () => {
  expect(excerpt('👨‍👩‍👧‍👦𠮷👩🏽‍💻野家', 4)).toBe('👨‍👩‍👧‍👦𠮷👩🏽‍💻…');
});

test('any text gives well-formed text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 0, max: 30 }), (text, limit) => {
      expect(excerpt(text, limit).isWellFormed()).toBe(true);
    }),
  );
});

test('a grapheme start never lies within a character', () => {
  const text = '一👨‍👩‍👧‍👦二';
  for (let at = 1; at < text.length - 1; at++) expect(graphemeStart(text, at)).toBe(1);
  expect(graphemeStart(text, text.length - 1)).toBe(text.length - 1);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { excerpt } from './excerpt.ts';
import { graphemeStart } from './graphemes.ts';

test('leaves a short text alone, in one line', () => {
  expect(excerpt('  第一行\n\n第二行 ', 20)).toBe('第一行 第二行');
});

test('ends a longer text with an ellipsis, which counts', () => {
  expect(excerpt('一二三四五六七八九十', 5)).toBe('一二三四…');
});

test('leaves no comma or opening bracket before the ellipsis', () => {
  expect(excerpt('股价大涨，（后文很长很长）', 7)).toBe('股价大涨…');
});

test('does not split Latin words and numbers', () => {
  expect(excerpt('今天 Bloomberg 报道', 8)).toBe('今天…');
  expect(excerpt('减持1,436.40万股', 6)).toBe('减持…');
});

test('cuts a URL without a boundary where it is', () => {
  expect(excerpt('a'.repeat(50), 10)).toBe(`${'a'.repeat(9)}…`);
});

test('counts emoji families and rare Hanzi as one and keeps them whole', () => {
  expect(excerpt('👨‍👩‍👧‍👦𠮷👩🏽‍💻野家', 4)).toBe('👨‍👩‍👧‍👦𠮷👩🏽‍💻…');
});

test('returns well-formed text for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 0, max: 30 }), (text, limit) => {
      expect(excerpt(text, limit).isWellFormed()).toBe(true);
    }),
  );
});

test('a grapheme start is never within a grapheme', () => {
  const text = '一👨‍👩‍👧‍👦二';
  for (let at = 1; at < text.length - 1; at++) expect(graphemeStart(text, at)).toBe(1);
  expect(graphemeStart(text, text.length - 1)).toBe(text.length - 1);
});

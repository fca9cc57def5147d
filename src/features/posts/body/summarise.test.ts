import { expect, test } from 'vitest';
import { summarise } from './cut.ts';

test('returns a short text as its own summary, in one line', () => {
  expect(summarise('  甲\n乙  ')).toBe('甲 乙');
});

test('ends with a sentence if one ends in the second half', () => {
  expect(summarise(`${'水'.repeat(80)}。”${'火'.repeat(80)}`)).toBe(`${'水'.repeat(80)}。”`);
});

test('otherwise ends with an ellipsis within the limit and splits no character', () => {
  expect(summarise('𠮷'.repeat(200), { limit: 10 })).toBe(`${'𠮷'.repeat(9)}…`);
  expect(summarise('👨‍👩‍👧'.repeat(200), { limit: 3 })).toBe('👨‍👩‍👧👨‍👩‍👧…');
});

test('ends with an ellipsis if the text is cut from a longer one, unless that ends with a sentence', () => {
  expect(summarise('荣盛发展：', { isCut: true })).toBe('荣盛发展…');
  expect(summarise('公司公告。', { isCut: true })).toBe('公司公告。');
});

import { expect, test } from 'vitest';
import { summarise } from './cut.ts';

test('a short text is its own summary, in one line', () => {
  expect(summarise('  甲\n乙  ')).toBe('甲 乙');
});

test('a summary ends with a sentence where one ends in its second half', () => {
  expect(summarise(`${'水'.repeat(80)}。”${'火'.repeat(80)}`)).toBe(`${'水'.repeat(80)}。”`);
});

test('otherwise it ends with an ellipsis, within the limit, splitting no character', () => {
  expect(summarise('𠮷'.repeat(200), 10)).toBe(`${'𠮷'.repeat(9)}…`);
  expect(summarise('👨‍👩‍👧'.repeat(200), 3)).toBe('👨‍👩‍👧👨‍👩‍👧…');
});

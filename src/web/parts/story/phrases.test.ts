import { expect, test } from 'vitest';
import { splitPhrases } from './headline.tsx';

test('splits a break string into clauses of words', () => {
  expect(splitPhrases('铜价高位，矿山不急', '铜\u200b价\u200b高位，\n矿山\u200b不急')).toEqual([
    ['铜', '价', '高位，'],
    ['矿山', '不急'],
  ]);
});

test('ignores a break string that belongs to another title', () => {
  expect(splitPhrases('铜价低位', '铜\u200b价\u200b高位')).toBeNull();
});

test('returns null for a title without a break string', () => {
  expect(splitPhrases('铜价高位', null)).toBeNull();
  expect(splitPhrases('铜价高位', '')).toBeNull();
});

test('keeps every character of mixed text, full-width forms, rare Hanzi and emoji', () => {
  const title = 'ＡＩ 芯片：𠮷野家用 GPU 煮饭？👩‍🚀也来';
  const breaks = 'ＡＩ 芯片：\n𠮷野家\u200b用 GPU 煮饭？\n👩‍🚀\u200b也\u200b来';
  const words = splitPhrases(title, breaks);
  expect(words?.flat().join('')).toBe(title);
  expect(words).toHaveLength(3);
});

test('drops empty words and clauses', () => {
  expect(splitPhrases('甲乙', '\n甲\u200b\u200b乙\n')).toEqual([['甲', '乙']]);
});

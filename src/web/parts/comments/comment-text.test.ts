import { expect, test } from 'vitest';
import { findOpenMention, mentionParts } from './comment-text.ts';

const plain = (text: string, names: string[]) =>
  mentionParts(text, names).map(({ text: part, isMention }) => (isMention ? `[${part}]` : part));

test('reads a name after an @ as a mention, the longest first, and everything else as text', () => {
  expect(plain('@甲 @甲乙丙，a@甲.cn', ['甲', '甲乙'])).toEqual([
    '[@甲]',
    ' ',
    '[@甲乙]',
    '丙，a',
    '[@甲]',
    '.cn',
  ]);
  expect(plain('<b>@谁</b>', [])).toEqual(['<b>@谁</b>']);
  expect(plain('', ['甲'])).toEqual([]);
  expect(plain('@', ['甲'])).toEqual(['@']);
});

test('splits into parts that together are the whole text', () => {
  const text = '说给 @𠮷野 和 @👨‍👩‍👧 听\n@@𠮷野';
  expect(
    mentionParts(text, ['𠮷野', '👨‍👩‍👧'])
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});

test.each([
  ['@', 1, { start: 0, prefix: '' }],
  ['你好 @甲', 5, { start: 3, prefix: '甲' }],
  ['你好，@甲乙', 6, { start: 3, prefix: '甲乙' }],
  ['me@mail', 7, null],
  ['@甲 然后', 5, null],
  ['没有', 2, null],
  ['@@', 2, null],
])('in %j at %d the unfinished mention is %j', (text, caret, found) => {
  expect(findOpenMention(text, caret)).toEqual(found);
});

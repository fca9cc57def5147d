import { expect, test } from 'vitest';
import { splitSentences } from './split-sentences.ts';

test('splits at the end of sentences, with closing quotes, and not in numbers', () => {
  expect(splitSentences('央行说：“利率不变。”市场涨 3.5%！为什么？看下文；再说…')).toEqual([
    '央行说：“利率不变。”',
    '市场涨 3.5%！',
    '为什么？',
    '看下文；',
    '再说…',
  ]);
});

test('drops zero-width characters and hair spaces between words', () => {
  const mark = '\u200c\u200d'.repeat(64);
  expect(splitSentences(`铜${mark}价\u200b上\ufeff涨\u200a2%。`)).toEqual(['铜价上涨 2%。']);
});

test('splits a long sentence at clauses, and text without punctuation at 80 characters', () => {
  const clause = `${'字'.repeat(29)}，`;
  const parts = splitSentences(`${clause.repeat(5)}完。`);
  expect(parts.every((part) => part.length <= 80)).toBe(true);
  expect(parts.join('')).toBe(`${clause.repeat(5)}完。`);
  expect(splitSentences('𠮷'.repeat(100))).toEqual(['𠮷'.repeat(80), '𠮷'.repeat(20)]);
});

test('has nothing to say of punctuation, spaces and an empty text', () => {
  for (const text of ['', '  \n', '——', '……。', '***']) expect(splitSentences(text)).toEqual([]);
});

test('takes time in proportion to the text', () => {
  const started = performance.now();
  splitSentences('，。'.repeat(200_000));
  splitSentences('字'.repeat(400_000));
  expect(performance.now() - started).toBeLessThan(3000);
});

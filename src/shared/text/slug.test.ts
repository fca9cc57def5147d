import { expect, test } from 'vitest';
import { slug } from './slug.ts';

test.each([
  ['宁德时代：一季报 净利+30%', '宁德时代-一季报-净利-30'],
  ['Ｈｅｌｌｏ, Wörld!', 'hello-wörld'],
  ['𠮷野家😀开店', '𠮷野家-开店'],
  ['——！？', ''],
  ['坏\ud800的', '坏的'],
  ['', ''],
])('%j becomes %j', (text, expected) => {
  expect(slug(text)).toBe(expected);
});

test('keeps at most sixty characters and splits none', () => {
  expect(slug('𠮷'.repeat(100))).toBe('𠮷'.repeat(60));
});

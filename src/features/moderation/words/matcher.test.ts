import { describe, expect, test } from 'vitest';
import { foldWord } from '#shared/text/fold-words.ts';
import { createMatcher, type Level } from './matcher.ts';

const matcherOf = (...words: string[]) =>
  createMatcher(words.map((word) => ({ word: foldWord(word), level: 'block' as Level, category: '' })));
const find = (word: string, text: string) => matcherOf(word)(text).map(({ found }) => found);

describe('a sensitive word', () => {
  test.each([
    ['敏感词', '这里有敏感词。', '敏感词'],
    ['敏感词', '敏*感 词', '敏*感 词'],
    ['敏感词', '敏\u200b感\u2060词', '敏\u200b感\u2060词'],
    ['敏感词', '敏★—感…词', '敏★—感…词'],
    ['敏-感-词', '敏感词', '敏感词'],
    ['加ｖｘ', '请加 VX 详谈', '加 VX'],
    ['free money', 'ＦＲＥＥ　ｍｏｎｅｙ!', 'ＦＲＥＥ　ｍｏｎｅｙ'],
    ['𠮷祥', '祝𠮷 祥如意', '𠮷 祥'],
    ['敏感词', '敏😀感词', '敏😀感词'],
    ['①号', '他是1号', '1号'],
  ])('%j is found in %j', (word, text, found) => {
    expect(find(word, text)).toEqual([found]);
  });

  test.each([
    ['感冒', '他很敏感，冒雨出门'],
    ['感冒', '他很敏感。冒雨出门'],
    ['感冒', '他很敏感\n冒雨出门'],
    ['感冒', '敏感! 冒险'],
    ['ass', 'a class of assets'],
    ['12', '3128 点'],
  ])('%j is not in %j', (word, text) => {
    expect(find(word, text)).toEqual([]);
  });

  test('a word inside another is found too, each once, with what stands around it', () => {
    const hits = matcherOf('敏感', '敏感词')(`${'前'.repeat(40)}敏感词，又是敏感词${'后'.repeat(40)}`);
    expect(hits.map(({ word }) => word).sort()).toEqual(['敏感', '敏感词']);
    expect(hits[0]?.excerpt).toMatch(/^…前{16}敏感/);
  });

  test('ten thousand words are looked for in one pass', () => {
    const letters = Array.from({ length: 100 }, (_, place) => String.fromCodePoint(0x4e00 + place * 7));
    const words = letters.flatMap((one) => letters.map((other) => `${one}${other}词`));
    const find = matcherOf(...words);
    const text = `${'平常的文字，没有什么。'.repeat(20_000)}${words.at(-1)}`;
    const began = performance.now();
    expect(find(text).map(({ word }) => word)).toEqual([words.at(-1)]);
    // 220,000 characters; a pass for each word would take minutes.
    expect(performance.now() - began).toBeLessThan(5000);
  });

  test('an empty list finds nothing', () => expect(createMatcher([])('字')).toEqual([]));
});

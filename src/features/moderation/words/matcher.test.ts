import { describe, expect, test } from 'vitest';
import { foldWord } from '#shared/text/fold-words.ts';
import { countTurns } from '#testing/count-turns.ts';
import { createMatcher, type Level } from './matcher.ts';

const matcherOf = (...words: string[]) =>
  createMatcher(words.map((word) => ({ word: foldWord(word), level: 'block' as Level, category: '' })));
const find = async (word: string, text: string) => (await matcherOf(word)(text)).map(({ found }) => found);

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
  ])('%j is found in %j', async (word, text, found) => {
    expect(await find(word, text)).toEqual([found]);
  });

  test.each([
    ['感冒', '他很敏感，冒雨出门'],
    ['感冒', '他很敏感。冒雨出门'],
    ['感冒', '他很敏感\n冒雨出门'],
    ['感冒', '敏感! 冒险'],
    ['ass', 'a class of assets'],
    ['12', '3128 点'],
  ])('%j is not in %j', async (word, text) => {
    expect(await find(word, text)).toEqual([]);
  });

  test('finds nested words too, each once, with its context', async () => {
    const hits = await matcherOf('敏感', '敏感词')(`${'前'.repeat(40)}敏感词，又是敏感词${'后'.repeat(40)}`);
    expect(hits.map(({ word }) => word).sort()).toEqual(['敏感', '敏感词']);
    expect(hits[0]?.excerpt).toMatch(/^…前{16}敏感/);
  });

  test('finds a word anywhere in a long text, also at the cuts between slices', async () => {
    const finder = matcherOf('敏感词', 'ass');
    // The text is cut after 8,000 characters, and slices overlap by 1,000.
    const cutsAround = (cut: number) => Array.from({ length: 24 }, (_, index) => cut - 12 + index);
    for (const before of [
      ...cutsAround(7000),
      ...cutsAround(8000),
      ...cutsAround(9000),
      ...cutsAround(16_000),
    ]) {
      const hits = await finder(`${'字'.repeat(before)}敏*感 词${'字'.repeat(2000)}`);
      expect(hits.map(({ found }) => found)).toEqual(['敏*感 词']);
      expect(await finder(`${'字'.repeat(before)} class ${'字'.repeat(2000)}`)).toEqual([]);
    }
  });

  test('yields to the event loop while matching a long text', async () => {
    const { turns } = await countTurns(() => matcherOf('敏感词')('平常的文字。'.repeat(40_000)));
    expect(turns).toBeGreaterThanOrEqual(25);
  });

  test('yields to the event loop while compiling a long list', async () => {
    const words = Array.from({ length: 50_000 }, (_, index) => `敏感词${index.toString(36)}`);
    const { result, turns } = await countTurns(() => matcherOf(...words)('这里有敏感词zz9。'));
    expect(result.map(({ word }) => word)).toEqual(['敏感词zz9']);
    expect(turns).toBeGreaterThanOrEqual(20);
  });

  test('finds ten thousand words in one pass', async () => {
    const letters = Array.from({ length: 100 }, (_, index) => String.fromCodePoint(0x4e00 + index * 7));
    const words = letters.flatMap((one) => letters.map((other) => `${one}${other}词`));
    const find = matcherOf(...words);
    const text = `${'平常的文字，没有什么。'.repeat(20_000)}${words.at(-1)}`;
    const began = performance.now();
    expect((await find(text)).map(({ word }) => word)).toEqual([words.at(-1)]);
    // 220,000 characters; one pass per word would take minutes.
    expect(performance.now() - began).toBeLessThan(5000);
  });

  test('finds nothing with an empty list', async () => expect(await createMatcher([])('字')).toEqual([]));
});

import { describe, expect, test } from 'vitest';
import { countWords } from './count-words.ts';

describe('countWords', () => {
  test.each([
    ['', 0],
    ['　\n ，。！', 0],
    ['观澜', 2],
    ['宁德时代(300750)涨12.5%', 7],
    ['持股1,436.40万股', 5],
    ['use COVID-19 data', 3],
    ["don't", 1],
    ['中文API混排', 5],
    ['𠮷野家', 3],
    ['２０２６年', 2],
    ['😀笑', 1],
    ['東京タワー', 5],
  ])('%s counts %i', (text, words) => {
    expect(countWords(text)).toBe(words);
  });
});

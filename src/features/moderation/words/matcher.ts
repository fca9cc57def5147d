import { createWordFinder } from '#kernel/find-words.ts';

export type Level = 'block' | 'review' | 'warn';
export type ListedWord = { word: string; level: Level; category: string };

/** A match in a text: the listed word, its spelling in the text, and the surrounding text. */
export type FoundWord = ListedWord & { found: string; excerpt: string };

export type Matcher = (text: string) => Promise<FoundWord[]>;

/** Characters shown on either side. */
const excerptRadius = 16;

/** Compiles a list into a matcher that finds each of its words once, at its first occurrence. */
export function createMatcher(words: readonly ListedWord[]): Matcher {
  const find = createWordFinder(words.map(({ word, ...data }) => ({ word, data })));
  return async (text) =>
    (await find(text)).map(({ word, data, from, to }) => ({
      word,
      ...data,
      found: text.slice(from, to),
      excerpt: excerptOf(text, from, to),
    }));
}

function excerptOf(text: string, from: number, to: number): string {
  const [start, end] = [Math.max(0, from - excerptRadius), Math.min(text.length, to + excerptRadius)];
  const shown = text.slice(start, end).toWellFormed().replaceAll('\uFFFD', '').replace(/\s+/g, ' ').trim();
  return `${start > 0 ? '…' : ''}${shown}${end < text.length ? '…' : ''}`;
}

import { createFinder } from '#kernel/find-words.ts';

export type Level = 'block' | 'review' | 'warn';
export type ListedWord = { word: string; level: Level; category: string };

/** A word that a text holds: as it is listed, as it is written there, and what stands around it. */
export type Found = ListedWord & { found: string; excerpt: string };

export type Matcher = (text: string) => Promise<Found[]>;

/** Characters shown on either side. */
const around = 16;

/** Makes of a list what finds its words, each once, at its first place. */
export function createMatcher(words: readonly ListedWord[]): Matcher {
  const find = createFinder(words.map(({ word, ...data }) => ({ word, data })));
  return async (text) =>
    (await find(text)).map(({ word, data, from, to }) => ({
      word,
      ...data,
      found: text.slice(from, to),
      excerpt: excerptOf(text, from, to),
    }));
}

function excerptOf(text: string, from: number, to: number): string {
  const [start, end] = [Math.max(0, from - around), Math.min(text.length, to + around)];
  const shown = text.slice(start, end).toWellFormed().replaceAll('\uFFFD', '').replace(/\s+/g, ' ').trim();
  return `${start > 0 ? '…' : ''}${shown}${end < text.length ? '…' : ''}`;
}

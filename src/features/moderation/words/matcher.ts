import AhoCorasick from 'modern-ahocorasick';
import { foldText } from './normal-words.ts';

export type Level = 'block' | 'review' | 'warn';
export type ListedWord = { word: string; level: Level; category: string };

/** A word that a text holds: as it is listed, as it is written there, and what stands around it. */
export type Found = ListedWord & { found: string; excerpt: string };

export type Matcher = (text: string) => Found[];

/** Characters shown on either side. */
const around = 16;
const latin = /[\p{Script=Latin}\p{N}]/u;

/**
 * Makes of a list what finds its words: one pass over a text, however long the list. Each word is answered once, at
 * its first place. A word of Latin letters or digits is found as a whole only (no "ass" in "class").
 */
export function createMatcher(words: readonly ListedWord[]): Matcher {
  if (words.length === 0) return () => [];
  const automaton = new AhoCorasick(words.map(({ word, ...data }) => ({ pattern: word, data })));
  return (text) => {
    const folded = foldText(text);
    const found = new Map<string, Found>();
    for (const { pattern, start, end, data } of automaton.iterate(folded.text)) {
      if (found.has(pattern) || !data) continue;
      const from = folded.starts[start] ?? 0;
      const to = folded.ends[end - 1] ?? from;
      if (isPartOfLonger(text, from, to)) continue;
      const excerpt = excerptOf(text, from, to);
      found.set(pattern, { word: pattern, ...data, found: text.slice(from, to), excerpt });
    }
    return [...found.values()];
  };
}

const isPartOfLonger = (text: string, from: number, to: number): boolean =>
  (latin.test(text.charAt(from)) && latin.test(text.charAt(from - 1))) ||
  (latin.test(text.charAt(to - 1)) && latin.test(text.charAt(to)));

function excerptOf(text: string, from: number, to: number): string {
  const [start, end] = [Math.max(0, from - around), Math.min(text.length, to + around)];
  const shown = text.slice(start, end).toWellFormed().replaceAll('\uFFFD', '').replace(/\s+/g, ' ').trim();
  return `${start > 0 ? '…' : ''}${shown}${end < text.length ? '…' : ''}`;
}

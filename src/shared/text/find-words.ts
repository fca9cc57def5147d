import AhoCorasick from 'modern-ahocorasick';
import { foldText } from './fold-words.ts';

/** A listed word as a text holds it, between two places of that text. */
export type FoundWord<D> = { word: string; data: D; from: number; to: number };

const latin = /[\p{Script=Latin}\p{N}]/u;

/**
 * Makes of a list what finds its words in texts: one pass over a text, however long the list. `word` is as `foldWord`
 * leaves it. Each is answered once, at its first place; one of Latin letters or digits is found as a whole only (no
 * "ass" in "class").
 */
export function createFinder<D>(
  words: readonly { word: string; data: D }[],
): (text: string) => FoundWord<D>[] {
  if (words.length === 0) return () => [];
  const automaton = new AhoCorasick(words.map(({ word, data }) => ({ pattern: word, data })));
  return (text) => {
    const folded = foldText(text);
    const found = new Map<string, FoundWord<D>>();
    for (const { pattern, start, end, data } of automaton.iterate(folded.text)) {
      if (found.has(pattern) || data === undefined) continue;
      const from = folded.starts[start] ?? 0;
      const to = folded.ends[end - 1] ?? from;
      if (isPartOfLonger(text, from, to)) continue;
      found.set(pattern, { word: pattern, data, from, to });
    }
    return [...found.values()];
  };
}

const isPartOfLonger = (text: string, from: number, to: number): boolean =>
  (latin.test(text.charAt(from)) && latin.test(text.charAt(from - 1))) ||
  (latin.test(text.charAt(to - 1)) && latin.test(text.charAt(to)));

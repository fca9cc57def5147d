import { setImmediate } from 'node:timers/promises';
import AhoCorasick from 'modern-ahocorasick';
import { foldText } from '#shared/text/fold-words.ts';

/** A listed word as a text holds it, between two places of that text. */
export type FoundWord<D> = { word: string; data: D; from: number; to: number };

const latin = /[\p{Script=Latin}\p{N}]/u;
// A slice of the slowest characters takes some 20 ms.
const sliceChars = 8000;
/** What stands between the characters of a hidden word must not be longer, where two slices meet. */
const overlapChars = 1000;

/**
 * Makes of a list what finds its words in texts: one pass over a text, however long the list, which lets others have
 * the event loop between slices of a long one. `word` is as `foldWord` leaves it. Each is answered once, at its first
 * place; one of Latin letters or digits is found as a whole only (no "ass" in "class").
 */
export function createFinder<D>(
  words: readonly { word: string; data: D }[],
): (text: string) => Promise<FoundWord<D>[]> {
  if (words.length === 0) return async () => [];
  const automaton = new AhoCorasick(words.map(({ word, data }) => ({ pattern: word, data })));
  return async (text) => {
    const found = new Map<string, FoundWord<D>>();
    for (let at = 0; at < text.length; at += sliceChars) {
      if (at > 0) await setImmediate();
      const folded = foldText(text.slice(at, at + sliceChars + overlapChars));
      for (const { pattern, start, end, data } of automaton.iterate(folded.text)) {
        if (found.has(pattern) || data === undefined) continue;
        const from = at + (folded.starts[start] ?? 0);
        const to = at + (folded.ends[end - 1] ?? 0);
        if (isPartOfLonger(text, from, to)) continue;
        found.set(pattern, { word: pattern, data, from, to });
      }
    }
    return [...found.values()];
  };
}

const isPartOfLonger = (text: string, from: number, to: number): boolean =>
  (latin.test(text.charAt(from)) && latin.test(text.charAt(from - 1))) ||
  (latin.test(text.charAt(to - 1)) && latin.test(text.charAt(to)));

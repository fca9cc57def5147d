import { setImmediate } from 'node:timers/promises';
import { foldText } from '#shared/text/fold-words.ts';

/** A listed word as a text holds it, between two places of that text. */
export type FoundWord<D> = { word: string; data: D; from: number; to: number };

const latin = /[\p{Script=Latin}\p{N}]/u;
// A slice of the slowest characters takes some 20 ms.
const sliceChars = 8000;
/** What stands between the characters of a hidden word must not be longer, where two slices meet. */
const overlapChars = 1000;

/** Words put into the trie before others have the event loop. */
const wordsAtOnce = 2000;

/**
 * Makes of a list what finds its words in texts: one pass over a text, however long the list, which lets others have
 * the event loop between slices of a long one, and while a long list is prepared. `word` is as `foldWord` leaves it. Each
 * is answered once, at its first place; one of Latin letters or digits is found as a whole only (no "ass" in "class").
 */
export function createFinder<D>(
  words: readonly { word: string; data: D }[],
): (text: string) => Promise<FoundWord<D>[]> {
  if (words.length === 0) return async () => [];
  const building = buildTrie(words);
  return async (text) => {
    const trie = await building;
    const found = new Map<string, FoundWord<D>>();
    for (let at = 0; at < text.length; at += sliceChars) {
      if (at > 0) await setImmediate();
      const folded = foldText(text.slice(at, at + sliceChars + overlapChars));
      for (let start = 0; start < folded.text.length; start += 1)
        for (const { word, data } of wordsAt(trie, folded.text, start)) {
          if (found.has(word)) continue;
          const from = at + (folded.starts[start] ?? 0);
          const to = at + (folded.ends[start + word.length - 1] ?? 0);
          if (!isPartOfLonger(text, from, to)) found.set(word, { word, data, from, to });
        }
    }
    return [...found.values()];
  };
}

/**
 * A trie over UTF-16 units. Children are in one map, by their parent and unit: a map for each node would take ten times
 * the memory for a list of 100,000 words.
 */
type Trie<D> = {
  children: Map<number, number>;
  /** The word that ends at a node. */
  words: Map<number, { word: string; data: D }>;
};

const childKey = (node: number, unit: number): number => node * 0x10000 + unit;

async function buildTrie<D>(words: readonly { word: string; data: D }[]): Promise<Trie<D>> {
  const trie: Trie<D> = { children: new Map(), words: new Map() };
  let nodes = 1;
  for (const [place, entry] of words.entries()) {
    if (place % wordsAtOnce === wordsAtOnce - 1) await setImmediate();
    let node = 0;
    for (let at = 0; at < entry.word.length; at += 1) {
      const key = childKey(node, entry.word.charCodeAt(at));
      node = trie.children.get(key) ?? nodes;
      if (node === nodes) {
        trie.children.set(key, node);
        nodes += 1;
      }
    }
    trie.words.set(node, entry);
  }
  return trie;
}

function* wordsAt<D>(
  { children, words }: Trie<D>,
  text: string,
  start: number,
): Generator<{ word: string; data: D }> {
  let node: number | undefined = 0;
  for (let at = start; at < text.length; at += 1) {
    node = children.get(childKey(node, text.charCodeAt(at)));
    if (node === undefined) return;
    const entry = words.get(node);
    if (entry) yield entry;
  }
}

const isPartOfLonger = (text: string, from: number, to: number): boolean =>
  (latin.test(text.charAt(from)) && latin.test(text.charAt(from - 1))) ||
  (latin.test(text.charAt(to - 1)) && latin.test(text.charAt(to)));

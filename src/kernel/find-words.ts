import { setImmediate } from 'node:timers/promises';
import { foldText } from '#shared/text/fold-words.ts';

/** A listed word found in a text, from index `from` to index `to`. */
export type FoundWord<D> = { word: string; data: D; from: number; to: number };

const latin = /[\p{Script=Latin}\p{N}]/u;
// Processing a slice of the slowest characters takes about 20 ms.
const sliceLength = 8000;
/** Across the boundary of two slices, a word with more filler characters inside than this is not found. */
const overlapLength = 1000;

/** Words inserted into the trie before yielding to the event loop. */
const wordsPerSlice = 2000;

/**
 * Returns a function that finds the words of a list in a text, in one pass whatever the length of the list. Yields to
 * the event loop between slices of a long text and while it prepares a long list. `word` must be folded by `foldWord`.
 * Each word is reported once, at its first position; a word of Latin letters or digits is only found as a whole ("ass"
 * is not found in "class").
 */
export function createWordFinder<D>(
  words: readonly { word: string; data: D }[],
): (text: string) => Promise<FoundWord<D>[]> {
  if (words.length === 0) return async () => [];
  const building = buildTrie(words);
  return async (text) => {
    const trie = await building;
    const found = new Map<string, FoundWord<D>>();
    for (let at = 0; at < text.length; at += sliceLength) {
      if (at > 0) await setImmediate();
      const folded = foldText(text.slice(at, at + sliceLength + overlapLength));
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
 * A trie over UTF-16 units. All children are in one map, keyed by parent and unit: a map per node would take ten times
 * the memory for a list of 100,000 words.
 */
type Trie<D> = {
  children: Map<number, number>;
  /** The word that ends at a node, by node. */
  words: Map<number, { word: string; data: D }>;
};

const childKey = (node: number, unit: number): number => node * 0x10000 + unit;

async function buildTrie<D>(words: readonly { word: string; data: D }[]): Promise<Trie<D>> {
  const trie: Trie<D> = { children: new Map(), words: new Map() };
  let nodes = 1;
  for (const [index, entry] of words.entries()) {
    if (index % wordsPerSlice === wordsPerSlice - 1) await setImmediate();
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

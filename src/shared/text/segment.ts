import { Jieba } from '@node-rs/jieba';
import { dict } from '@node-rs/jieba/dict.js';
import { isSpaceless, neighbours } from './neighbours.ts';
import { normalise } from './normalise.ts';

/** What a query asks of the index. */
export type QueryTokens = {
  /** All of these stand in a text that matches every word. Empty for a query without letter and digit. */
  required: string[];
  /** The more of these a text has, and the rarer, the better it answers. */
  any: string[];
  /** The words to mark in fragments, as the reader typed them but normalised; longest first. */
  marks: string[];
};

/** Cuts Chinese text into words. Any string whatever is accepted. Native code: for the server only. */
export type Segmenter = {
  /** The text's pieces in order, white space and punctuation included; joined they are the (well-formed) text. */
  cut(text: string): string[];
  /** What the index keeps of a text: its words, and all pairs of neighbouring Han, which no dictionary can miss. */
  indexTokens(text: string): string[];
  /** At most `maxTokens` tokens of the query's beginning: a question of 10 kB is answered by its first words. */
  queryTokens(query: string): QueryTokens;
};

/** More words than any question has; keeps the cost of a query bounded. */
const maxTokens = 48;
const maxQueryLength = 200;
/** Far above the frequency of common words, so that an extra word is preferred to its parts. */
const extraFrequency = 30_000;

/**
 * @param extraWords names that are one word (宁德时代), at least two characters long; white space inside them
 * is ignored. Making a segmenter takes about 0.2 s and 40 MB: make one and keep it.
 */
export function createSegmenter(extraWords: Iterable<string> = []): Segmenter {
  const jieba = Jieba.withDict(dict);
  twins ??= lowerCaseTwins();
  jieba.loadDict(Buffer.from([...twins, ...dictionaryLines(extraWords)].join('\n')));
  const cut = (text: string) => jieba.cut(text.toWellFormed(), true);
  const searchWords = (normalised: string) => jieba.cutForSearch(normalised, true).filter(isWord);
  const allTokens = (normalised: string) => [
    ...searchWords(normalised).flatMap(withParts),
    ...neighbours(normalised),
  ];

  return {
    cut,
    indexTokens: (text) => allTokens(normalise(text)),
    queryTokens(query) {
      const normalised = normalise(query).slice(0, maxQueryLength).toWellFormed();
      const words = withoutSingles(cut(normalised).filter(isWord).map(bare));
      const parts = withoutSingles(searchWords(normalised));
      return {
        required: limited(words.flatMap(toRequired)),
        any: limited(allTokens(normalised)),
        marks: limited([...unbroken(normalised), ...words, ...parts]).sort((a, b) => b.length - a.length),
      };
    },
  };
}

const isWord = (piece: string) => letterOrDigit.test(piece);
const letterOrDigit = /[\p{L}\p{N}]/u;
const isSingle = (word: string) =>
  word.length <= 2 && isSpaceless(word.codePointAt(0) ?? 0) && [...word].length === 1;

// Two spaceless characters come with `neighbours`; covid-19 is found by covid too, 9.45% by 9.45.
function withParts(word: string): string[] {
  if (isPair(word)) return [];
  if (!compound.test(word)) return [word];
  return [...new Set([bare(word), ...(word.match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [])])];
}
const compound = /[-_&.+#%](?!\p{N})|[-_&+#%]/u;
const bare = (word: string) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
const isPair = (word: string) =>
  word.length === 2 && isSpaceless(word.charCodeAt(0)) && isSpaceless(word.charCodeAt(1));
const limited = (tokens: readonly string[]) => [...new Set(tokens)].slice(0, maxTokens);

/** The query as it was typed between spaces and punctuation: found whole, it is marked whole. */
const unbroken = (normalised: string) => normalised.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

// One Han (的, 在) says little beside words of several; alone it is the query.
function withoutSingles(words: string[]): string[] {
  const hasLonger = words.some((word) => neighbours(word).length > 0);
  return hasLonger ? words.filter((word) => !isSingle(word)) : words;
}

/** Pairs instead of the word itself: around it the dictionary, or a later one, may cut elsewhere. */
function toRequired(word: string): string[] {
  const pairs = neighbours(word);
  return pairs.length > 0 ? pairs : [word];
}

// A line is `word frequency`; the segmenter cuts at other characters before it asks the dictionary.
function dictionaryLines(words: Iterable<string>): string[] {
  return [...words]
    .map((word) => normalise(word).replace(/\s/g, ''))
    .filter((name) => /^[\p{Script=Han}a-z0-9+#&._%-]{2,}$/u.test(name))
    .map((name) => `${name} ${extraFrequency}`);
}

/** The dictionary knows A股 and T恤, but what is searched is lower case. */
let twins: string[] | undefined;
function lowerCaseTwins(): string[] {
  const bytes = Buffer.from(dict.buffer, dict.byteOffset, dict.byteLength);
  const lines: string[] = [];
  // Bytes, since the dictionary as a string would cost each process 30 MB.
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x41 || byte > 0x5a) continue;
    const end = bytes.indexOf('\n', at);
    lines.push(bytes.toString('utf8', bytes.lastIndexOf('\n', at) + 1, end).toLowerCase());
    at = end;
  }
  return lines;
}

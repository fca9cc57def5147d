import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Jieba } from '@node-rs/jieba';
import { bigrams, isSpaceless } from './bigrams.ts';
import { normalise } from './normalise.ts';
import { withoutQuestionWords } from './question-words.ts';
import { simplify } from './simplify.ts';

/** The tokens with which a query searches the index. */
export type QueryTokens = {
  /** A text that matches every word contains all of these. Empty for a query without letters and digits. */
  required: string[];
  /**
   * A text ranks higher the more of these it contains, and the rarer they are. Pairs across the words of the query are
   * among them, so a phrase ranks above its words apart.
   */
  any: string[];
  /** Whether it has several words, single Han (的) among them, which may be near each other or apart. */
  isPhrase: boolean;
  /** The words to mark in fragments, normalised and simplified, longest first. */
  highlightWords: string[];
};

/** Splits Chinese text into words; accepts any string. Native code, for the server only. */
export type Segmenter = {
  /** The names that it knows beside its dictionary. */
  readonly extraWords: readonly string[];
  /** Returns the parts of the text in order, with white space and punctuation; joined they are the well-formed text. */
  cut(text: string): string[];
  /**
   * Returns the index tokens of a text in simplified characters: all pairs of neighbouring Han, which need no dictionary,
   * then its words, each in the order of the text.
   */
  indexTokens(text: string): string[];
  /**
   * Returns at most `maxTokens` tokens from the query's beginning, so that a query of 10 kB stays cheap. Question words
   * (什么, 多少, 吗) count only if the query has no others.
   */
  queryTokens(query: string): QueryTokens;
};

/** More words than any real query has; bounds the cost of a query. */
const maxTokens = 48;
const maxQueryLength = 200;
/** Far above the frequency of common words, so that an extra word is preferred to its parts. */
const extraFrequency = 30_000;

/**
 * Creates a segmenter. This takes about 0.2 s and 50 MB: create one and reuse it.
 * @param extraWords names that are one word (宁德时代), at least two characters long; white space inside them is ignored
 */
export function createSegmenter(extraWords: readonly string[] = []): Segmenter {
  // Read at each call: the module that exports the dictionary keeps it, and a list of weights that nothing uses.
  const dict = readFileSync(createRequire(import.meta.url).resolve('@node-rs/jieba/dict.txt'));
  const jieba = Jieba.withDict(dict);
  lowerCaseEntries ??= readLowerCaseEntries(dict);
  jieba.loadDict(Buffer.from([...lowerCaseEntries, ...dictionaryLines(extraWords)].join('\n')));
  const cut = (text: string) => jieba.cut(text.toWellFormed(), true);
  const searchWords = (normalised: string) => jieba.cutForSearch(normalised, true).filter(isWord);
  const allTokens = (normalised: string) => [
    ...bigrams(normalised),
    ...searchWords(normalised).flatMap(withParts),
  ];

  return {
    extraWords,
    cut,
    indexTokens: (text) => allTokens(simplify(normalise(text))),
    queryTokens(query) {
      const typed = simplify(normalise(query).slice(0, maxQueryLength).toWellFormed());
      const normalised = withoutQuestionWords(cut(typed));
      const all = joinNames(cut(normalised)).filter(isWord).map(trimPunctuation);
      const words = withoutSingles(all);
      const parts = withoutSingles(searchWords(normalised));
      return {
        required: limitTokens(words.flatMap(toRequired)),
        isPhrase: all.length > 1,
        any: limitTokens([...allTokens(normalised), ...bigrams(normalised.replaceAll(' ', ''))]),
        highlightWords: limitTokens([...wordRuns(normalised), ...words, ...parts]).sort(
          (a, b) => b.length - a.length,
        ),
      };
    },
  };
}

const isWord = (token: string) => letterOrDigit.test(token);
const letterOrDigit = /[\p{L}\p{N}]/u;
const isSingle = (word: string) =>
  word.length <= 2 && isSpaceless(word.codePointAt(0) ?? 0) && [...word].length === 1;

// Two spaceless characters are already covered by `bigrams`; covid-19 is also found by covid, 9.45% by 9.45.
function withParts(word: string): string[] {
  if (isBigram(word)) return [];
  if (!compound.test(word)) return [word];
  return [...new Set([trimPunctuation(word), ...(word.match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [])])];
}
const compound = /[-_&.+#%](?!\p{N})|[-_&+#%]/u;
const trimPunctuation = (word: string) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
const isBigram = (word: string) =>
  word.length === 2 && isSpaceless(word.charCodeAt(0)) && isSpaceless(word.charCodeAt(1));
const limitTokens = (tokens: readonly string[]) => [...new Set(tokens)].slice(0, maxTokens);

/** The query as typed between spaces and punctuation: found as a whole, it is marked as a whole. */
const wordRuns = (normalised: string) => normalised.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

// A single Han character (的, 在) adds little to longer words; alone it is the query.
function withoutSingles(words: string[]): string[] {
  const hasLonger = words.some((word) => bigrams(word).length > 0);
  return hasLonger ? words.filter((word) => !isSingle(word)) : words;
}

/** Joins neighbouring single Han except function words: the dictionary splits names that it does not know (陈骙). */
function joinNames(parts: readonly string[]): string[] {
  const joined: string[] = [];
  let isName = false;
  for (const part of parts) {
    const isPart = isSingle(part) && !functionWords.has(part);
    joined.push(isPart && isName ? `${joined.pop()}${part}` : part);
    isName = isPart;
  }
  return joined;
}
const functionWords = new Set(
  '的了是在被由于和与及或对将从而其之以为也都就还有这那并等中把到让给但却且该此各已则着过地得',
);

/** Pairs instead of the word itself: the dictionary may split it differently in another context or version. */
function toRequired(word: string): string[] {
  const pairs = bigrams(word);
  return pairs.length > 0 ? pairs : [word];
}

// A line is `word frequency`. The segmenter splits at other characters before it consults the dictionary.
function dictionaryLines(words: Iterable<string>): string[] {
  return [...words]
    .map((word) => simplify(normalise(word)).replace(/\s/g, ''))
    .filter((name) => /^[\p{Script=Han}a-z0-9+#&._%-]{2,}$/u.test(name))
    .map((name) => `${name} ${extraFrequency}`);
}

/** The dictionary contains A股 and T恤, but the index is lower case. */
let lowerCaseEntries: string[] | undefined;
function readLowerCaseEntries(bytes: Buffer): string[] {
  const lines: string[] = [];
  // Reads bytes, since the dictionary as a string would cost each process 30 MB.
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x41 || byte > 0x5a) continue;
    const end = bytes.indexOf('\n', at);
    lines.push(bytes.toString('utf8', bytes.lastIndexOf('\n', at) + 1, end).toLowerCase());
    at = end;
  }
  return lines;
}

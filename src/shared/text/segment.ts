import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Jieba } from '@node-rs/jieba';
import { normalise } from './normalise.ts';
import { withoutQuestionWords } from './question-words.ts';
import {
  eachRun,
  isJoined,
  isSpaceless,
  isTight,
  joinThousands,
  type Link,
  maxJoinedLength,
  type RunKind,
  runTokens,
} from './script-runs.ts';
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
   * Returns the index tokens of a text in simplified characters: its runs and their pairs (script-runs.ts), which need no
   * dictionary, then its words with Han, each in the order of the text.
   */
  indexTokens(text: string): string[];
  /**
   * Returns the tokens of a query, and if it has a few words in letters beside each other (chat gpt) those with these as
   * one word; a text needs to match one. At most `maxTokens` from the query's beginning, so that a query of 10 kB stays
   * cheap. Question words (什么, 多少, 吗) count only if the query has no others.
   */
  queryWordings(query: string): QueryTokens[];
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
  const hanWords = (normalised: string) => jieba.cutForSearch(normalised, true).filter(hasHan);
  const allTokens = (normalised: string) => [
    ...runTokens(normalised),
    // Two Han are already a pair.
    ...hanWords(normalised).filter((word) => !isHanPair(word)),
  ];

  function readWordings(query: string): QueryTokens[] {
    const typed = prepare(query).slice(0, maxQueryLength).toWellFormed();
    const normalised = withoutQuestionWords(cut(typed));
    const runs = readRuns(normalised);
    const words = readWords(joinNames(cut(normalised)), runs);
    const parts = hanWords(normalised);
    const any = limitTokens([
      ...allTokens(normalised),
      ...runTokens(normalised.replaceAll(' ', '')).filter(isHanPair),
    ]);
    return findChains(runs).map((chains) => {
      const kept = withoutSingles(words, chains.length > 0);
      return {
        required: limitTokens([...kept.flatMap(({ required }) => required), ...chains]),
        isPhrase: words.length + chains.length > 1,
        any,
        highlightWords: limitTokens([
          ...typedWords(runs),
          ...kept.map(({ text }) => text),
          ...chains,
          ...parts.filter((part) => !isSingle(part) || kept.some(({ text }) => text === part)),
        ]).sort((a, b) => b.length - a.length),
      };
    });
  }

  return {
    extraWords,
    cut,
    indexTokens: (text) => allTokens(prepare(text)),
    queryWordings: readWordings,
  };
}

/** Returns the form of a text in which texts and queries are divided. Lines stay, since no word goes across their ends. */
const prepare = (text: string): string =>
  simplify(
    joinThousands(text)
      .split(/[\r\n]+/)
      .map(normalise)
      .join('\n'),
  );

const hasHan = (text: string): boolean => {
  for (const character of text) if (isSpaceless(character.codePointAt(0) ?? 0)) return true;
  return false;
};
const isHan = (text: string) => [...text].every((character) => isSpaceless(character.codePointAt(0) ?? 0));
const isSingle = (word: string) => word.length <= 2 && [...word].length === 1 && isHan(word);
const isHanPair = (word: string) => word.length <= 4 && [...word].length === 2 && isHan(word);
const limitTokens = (tokens: readonly string[]) => [...new Set(tokens)].slice(0, maxTokens);

type Run = { text: string; kind: RunKind; link: Link; start: number; end: number; isInWord: boolean };

function readRuns(normalised: string): Run[] {
  const runs: Run[] = [];
  eachRun(normalised, (text, kind, link, start) =>
    runs.push({ text, kind, link, start, end: start + text.length, isInWord: false }),
  );
  return runs;
}

/** A word with Han and the tokens of a text that contains it; of a single Han also those together with a run beside it. */
type Word = { text: string; required: string[]; besideRun?: Word[] };

/**
 * Returns the words with Han of a divided query. A name in several scripts (万科a) is one of them, unless its letters or
 * digits are only the beginning of longer ones.
 */
function readWords(parts: readonly string[], runs: readonly Run[]): Word[] {
  const words: Word[] = [];
  let start = 0;
  for (const part of parts) {
    const end = start + part.length;
    const inside = runs.filter((run) => run.start < end && run.end > start);
    const hasLetters = inside.some(({ kind }) => kind !== 'han');
    if (hasLetters && inside.some(({ kind }) => kind === 'han') && isWhole(inside, runs, start, end)) {
      for (const run of inside) run.isInWord = true;
      words.push({ text: part, required: pairsOf(part, inside) });
    } else words.push(...hanOf(inside).map((word) => toWord(word, runs)));
    start = end;
  }
  return words;
}

/** Whether a part of a query ends where its runs end, and nothing belongs to it on either side. */
function isWhole(inside: readonly Run[], runs: readonly Run[], start: number, end: number): boolean {
  const [first, last] = [inside[0], inside.at(-1)];
  if (!first || !last || first.start < start || last.end > end) return false;
  const before = runs[runs.indexOf(first) - 1];
  const after = runs[runs.indexOf(last) + 1];
  return !(before && isOneWord(before, first)) && !(after && isOneWord(last, after));
}

const isOneWord = (run: Run, next: Run) =>
  run.kind !== 'han' && next.kind !== 'han' && isTight(next.link) && isJoined(run.kind, next.kind, next.link);

function pairsOf(part: string, inside: readonly Run[]): string[] {
  const alone = new Set(inside.map(({ text }) => text));
  return runTokens(part).filter((token) => !alone.has(token));
}

type Span = { text: string; start: number; end: number };

/** Joins the neighbouring Han of a part. */
function hanOf(inside: readonly Run[]): Span[] {
  const spans: Span[] = [];
  for (const { text, kind, start, end } of inside) {
    if (kind !== 'han') continue;
    const last = spans.at(-1);
    if (last?.end === start) Object.assign(last, { text: last.text + text, end });
    else spans.push({ text, start, end });
  }
  return spans;
}

function toWord({ text, start, end }: Span, runs: readonly Run[]): Word {
  if (!isSingle(text)) return { text, required: runTokens(text) };
  const isBeside = ({ kind, text: beside }: Run) => kind !== 'han' && beside.length <= maxJoinedLength;
  const pairs = runs.flatMap((run) => {
    if (!isBeside(run)) return [];
    if (run.end === start) return [run.text + text];
    return run.start === end ? [text + run.text] : [];
  });
  if (functionWords.has(text)) return { text, required: [text], besideRun: [] };
  return {
    text,
    required: [text],
    ...(pairs.length > 0 && { besideRun: pairs.map((pair) => ({ text: pair, required: [pair] })) }),
  };
}

/**
 * A single Han character (的, 在) adds little to longer words; alone it is the query. Beside letters or digits it is one
 * word with them (5月).
 */
function withoutSingles(words: readonly Word[], hasRuns: boolean): readonly Word[] {
  if (words.some(({ text }) => !isSingle(text))) return words.filter(({ text }) => !isSingle(text));
  return hasRuns ? words.flatMap((word) => word.besideRun ?? [word]) : words;
}

/** More words in letters than this are a sentence. */
const maxSpacedWords = 3;

/**
 * Returns the tokens required for the letters and digits of a query: a run, or the pairs of runs without a space between.
 * If it has a few neighbouring words in letters, a second list has these as one word.
 */
function findChains(runs: readonly Run[]): string[][] {
  const isSpaced = (run: Run, at: number) =>
    run.kind === 'letters' && run.link === 'space' && runs[at - 1]?.kind === 'letters';
  const hasSpaced =
    runs.some(isSpaced) && runs.filter(({ kind }) => kind === 'letters').length <= maxSpacedWords;
  const bySigns = chainTokens(runs, ['sign']);
  return hasSpaced ? [bySigns, chainTokens(runs, ['sign', 'space'])] : [bySigns];
}

/** @param grouped what may stand between letters that are one run */
function chainTokens(runs: readonly Run[], grouped: readonly Link[]): string[] {
  const chains: { text: string; kind: RunKind }[][] = [];
  for (const [at, { text, kind, link, isInWord }] of runs.entries()) {
    if (kind === 'han' || isInWord) continue;
    const before = runs[at - 1];
    const chain = chains.at(-1);
    const last = chain?.at(-1);
    const isNext =
      before !== undefined &&
      !before.isInWord &&
      before.kind !== 'han' &&
      Math.max(before.text.length, text.length) <= maxJoinedLength &&
      isJoined(before.kind, kind, link);
    const isLetters = kind === 'letters' && last?.kind === 'letters';
    if (isNext && last && isLetters && grouped.includes(link) && (last.text + text).length <= maxJoinedLength)
      last.text += text;
    else if (isNext && chain && !isLetters && isTight(link)) chain.push({ text, kind });
    else chains.push([{ text, kind }]);
  }
  return chains.flatMap((chain) =>
    chain.length === 1
      ? chain.map(({ text }) => text)
      : chain.slice(1).map(({ text }, index) => `${chain[index]?.text}${text}`),
  );
}

/** The words as typed between spaces and punctuation: found as a whole, they are marked as a whole. */
function typedWords(runs: readonly Run[]): string[] {
  const words: string[] = [];
  for (const [at, { text, kind, link }] of runs.entries()) {
    const before = runs[at - 1];
    if (before && isTight(link) && isJoined(before.kind, kind, link)) words.push(`${words.pop()}${text}`);
    else words.push(text);
  }
  return words;
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

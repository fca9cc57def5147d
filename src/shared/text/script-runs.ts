import type { MappedText } from './normalise.ts';

/*
 * A run is a Han character, neighbouring letters, or neighbouring digits (with their decimal point). Runs are words by
 * themselves, and neighbours of different scripts are one word as well, whatever separates them: 沪深300ETF has 300, etf,
 * 深300 and 300etf; COVID-19, COVID 19 and covid19 have the same words. Two numbers never join: 2024 0 is not 20240.
 */

export type RunKind = 'han' | 'letters' | 'digits';
/** What stands between a run and the one before it. */
export type Link = 'none' | 'sign' | 'space' | 'break';

const signs = "\\p{Pd}\\p{Pc}&.+/'’·•*@~|^";
const sign = new RegExp(`[${signs}]`, 'u');
/** More signs and spaces than this are no part of a word. */
const maxLinkLength = 3;

/**
 * Calls `visit` for each run of a normalised text, in order.
 */
export function eachRun(
  text: string,
  visit: (run: string, kind: RunKind, link: Link, start: number) => void,
): void {
  let link: Link = 'break';
  let linkLength = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0;
    const size = code > 0xffff ? 2 : 1;
    const kind = kindOf(code);
    if (kind === undefined) {
      link = linkAfter(link, code);
      linkLength += 1;
      at += size;
      continue;
    }
    const end = kind === 'han' ? at + size : runEnd(text, at + size, kind);
    visit(text.slice(at, end), kind, linkLength > maxLinkLength ? 'break' : link, at);
    link = 'none';
    linkLength = 0;
    at = end;
  }
}

/** Whether a run and the one before it are one word as well. Neighbouring words in Han are not told apart by a space. */
export const isJoined = (before: RunKind, kind: RunKind, link: Link): boolean =>
  before === 'han' && kind === 'han'
    ? link === 'none'
    : link !== 'break' && !(before === 'digits' && kind === 'digits');

/** Without a space between, a reader means one word: gpt-5 is not just any text with gpt and 5. */
export const isTight = (link: Link): boolean => link === 'none' || link === 'sign';

function linkAfter(before: Link, code: number): Link {
  if (before === 'break') return 'break';
  if (code === 0x20) return 'space';
  if (!sign.test(String.fromCodePoint(code))) return 'break';
  return before === 'none' ? 'sign' : 'space';
}

function kindOf(code: number): RunKind | undefined {
  if (isSpaceless(code)) return 'han';
  if (code < 0x80) {
    if (code >= 0x30 && code <= 0x39) return 'digits';
    return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) ? 'letters' : undefined;
  }
  const character = String.fromCodePoint(code);
  return digit.test(character) ? 'digits' : letter.test(character) ? 'letters' : undefined;
}
const digit = /\p{N}/u;
const letter = /[\p{L}\p{M}]/u;

function runEnd(text: string, from: number, kind: RunKind): number {
  for (let at = from; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0;
    const isDecimal = kind === 'digits' && code === 0x2e && kindOf(text.codePointAt(at + 1) ?? 0) === kind;
    if (!isDecimal && kindOf(code) !== kind) return at;
    at += code > 0xffff ? 2 : 1;
  }
  return text.length;
}

/** Returns whether a character is Han, kana, Hangul, or one of the marks 々 〇 ー used among them. */
export function isSpaceless(code: number): boolean {
  return (
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0x3400 && code <= 0x4dbf) ||
    (code >= 0x3005 && code <= 0x3007) ||
    (code >= 0x3041 && code <= 0x30ff && code !== 0x30fb) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0x20000 && code <= 0x323af)
  );
}

/** Longer runs join no others, since they are no words (a base64 text). */
export const maxJoinedLength = 20;

/**
 * Returns the tokens of a normalised text in its order: runs of letters and digits, pairs of neighbouring Han, which need
 * no dictionary, and other neighbours that are one word. Letters that only signs separate are also one run (s&p → sp).
 */
export function runTokens(text: string): string[] {
  const tokens: string[] = [];
  let before = '';
  let beforeKind: RunKind = 'han';
  /** The letters that ended before, with those before them that only signs separate, and what these follow. */
  let group = '';
  let lead = '';
  eachRun(text, (run, kind, link) => {
    if (kind !== 'han') tokens.push(run);
    const isUsable = run.length <= maxJoinedLength;
    const isPair = isUsable && before !== '' && isJoined(beforeKind, kind, link);
    if (isPair) tokens.push(before + run);
    const isLetters = kind === 'letters' && isUsable;
    const isGrouped =
      isPair && isLetters && isGroupedWith(beforeKind, kind, link) && (group + run).length <= maxJoinedLength;
    if (isGrouped) {
      if (group !== before) tokens.push(group + run);
      if (lead !== '') tokens.push(lead + group + run);
    } else if (isPair && group.length > before.length && beforeKind === 'letters') tokens.push(group + run);
    lead = isGrouped ? lead : isLetters && isPair && beforeKind !== 'letters' ? before : '';
    group = isGrouped ? group + run : isLetters ? run : '';
    before = isUsable ? run : '';
    beforeKind = kind;
  });
  return tokens;
}

/** Whether letters and those before them are one run as well: wi-fi. */
const isGroupedWith = (before: RunKind, kind: RunKind, link: Link): boolean =>
  before === 'letters' && kind === 'letters' && link === 'sign';

/** A number as written with separators of thousands; a full-width comma separates two numbers instead. */
const grouped = /(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])/g;

/** Removes the separators of thousands from a text: 1,436.40 and 1436.40 are one number. */
export const joinThousands = (text: string): string =>
  text.includes(',') ? text.replace(grouped, (number) => number.replaceAll(',', '')) : text;

/** A folded text, and the places between two of its units where something that separates letters was left out. */
export type FoldedRuns = MappedText & { joints: ReadonlySet<number> };

const links = new RegExp(`[ ,${signs}]+`, 'gu');

/**
 * Leaves out of a normalised text what may stand between two runs that are one word, so that gpt5 is found in GPT-5.
 * @param original the text before it was normalised
 */
export function foldRuns(mapped: MappedText, original: string): FoldedRuns {
  const { text, starts, ends } = mapped;
  const folded = { text: '', starts: [] as number[], ends: [] as number[], joints: new Set<number>() };
  let numbers: (readonly [start: number, end: number])[] | undefined;
  let kept = 0;
  const keepTo = (end: number) => {
    folded.text += text.slice(kept, end);
    for (let at = kept; at < end; at++) {
      folded.starts.push(starts[at] ?? 0);
      folded.ends.push(ends[at] ?? 0);
    }
  };
  for (const { 0: gap, index: from } of text.matchAll(links)) {
    const to = from + gap.length;
    if (gap === ',') numbers ??= groupedNumbers(original);
    const isInNumber = gap === ',' && numbers?.some(([start, end]) => isWithin(starts[from], start, end));
    if (!isInNumber && !isLink(text, from, to)) continue;
    keepTo(from);
    if (!isInNumber) folded.joints.add(folded.text.length);
    kept = to;
  }
  if (kept === 0) return { ...mapped, joints: folded.joints };
  keepTo(text.length);
  return folded;
}

const groupedNumbers = (original: string) =>
  [...original.matchAll(grouped)].map(({ 0: { length }, index }) => [index, index + length] as const);

const isWithin = (at: number | undefined, start: number, end: number) =>
  at !== undefined && at >= start && at < end;

/** Whether what stands at this place is left out: the runs around it are one word. */
function isLink(text: string, from: number, to: number): boolean {
  if (to - from > maxLinkLength || from === 0) return false;
  const first = isLowSurrogate(text.charCodeAt(from - 1)) && from > 1 ? from - 2 : from - 1;
  const before = kindOf(text.codePointAt(first) ?? 0);
  const after = kindOf(text.codePointAt(to) ?? 0);
  if (before === undefined || after === undefined) return false;
  let link: Link = 'none';
  for (const character of text.slice(from, to)) link = linkAfter(link, character.codePointAt(0) ?? 0);
  return isJoined(before, after, link);
}

const isLowSurrogate = (code: number) => code >= 0xdc00 && code <= 0xdfff;

import { graphemeOffset, graphemeStart } from './graphemes.ts';
import { type MappedText, normaliseWithMap } from './normalise.ts';
import { type FoldedRuns, foldRuns, isSpaceless } from './script-runs.ts';
import { simplify } from './simplify.ts';

/** A part of the original text, with or without a hit. The joined parts are the text. */
export type TextPart = { text: string; hit: boolean };

/**
 * Marks `words` in a text. Matches any width and case, simplified and traditional characters, whatever separates letters,
 * digits and Han (script-runs.ts), and Latin words and numbers only as a whole; touching or overlapping hits are merged. The parts hold the original's characters.
 */
export function highlight(text: string, words: readonly string[]): TextPart[] {
  return toParts(text, mergeRanges(findWords(text, words)), 0, text.length);
}

/**
 * Returns the part of a text, about `limit` characters long, that contains the most words: in one line, marked, with
 * `…` where text is omitted. Without a hit it is the text's beginning.
 */
export function fragment(text: string, words: readonly string[], limit: number): TextPart[] {
  const line = text.replace(/\s+/g, ' ').trim();
  const hits = findWords(line, words);
  const start = fragmentStart(line, bestHit(hits, limit), limit);
  const end = start + graphemeOffset(line.slice(start), limit);
  const parts = toParts(line, mergeRanges(hits), start, end);
  if (start > 0) parts.unshift({ text: '…', hit: false });
  if (end < line.length) parts.push({ text: '…', hit: false });
  return parts;
}

/** `[start, end)` in UTF-16 units of the original, and the index of the word. */
type Hit = { start: number; end: number; word: number };

/** Enough to choose a fragment and to mark it; a long text may contain a frequent word thousands of times. */
const maxHits = 500;

function findWords(original: string, words: readonly string[]): Hit[] {
  const needles = needlesOf(words);
  if (original === '' || needles.every((word) => word === '')) return [];
  const folded = fold(original, normaliseWithMap(original));
  const { text, starts, ends } = folded;
  const hits: Hit[] = [];
  for (const [word, needle] of needles.entries()) {
    if (needle === '') continue;
    for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length)) {
      const after = at + needle.length;
      const start = starts[at];
      const end = ends[after - 1];
      if (start === undefined || end === undefined || isInsideWord(folded, at) || isInsideWord(folded, after))
        continue;
      hits.push({ start, end, word });
      if (hits.length === maxHits) return hits;
    }
  }
  return hits.sort((a, b) => a.start - b.start || b.end - a.end);
}

/** The same words are looked for in every text of a page of results. */
const foldedWords = new WeakMap<readonly string[], string[]>();

function needlesOf(words: readonly string[]): string[] {
  const needles = foldedWords.get(words) ?? words.map((word) => fold(word, normaliseWithMap(word)).text);
  foldedWords.set(words, needles);
  return needles;
}

const fold = (original: string, mapped: MappedText): FoldedRuns =>
  foldRuns({ ...mapped, text: simplify(mapped.text) }, original);

/**
 * Returns whether a boundary at `at` would split a word in letters or a number: "ai" is not in "said", 30 neither in 300750
 * nor in 9.30, but 300 is in 300ETF.
 */
function isInsideWord({ text, joints }: FoldedRuns, at: number): boolean {
  if (isSpaceless(text.charCodeAt(at - 1)) || isSpaceless(text.charCodeAt(at)) || joints.has(at))
    return false;
  const around = text.slice(Math.max(0, at - 2), at + 2);
  const cut = at - Math.max(0, at - 2);
  const [before, after] = [around.slice(0, cut), around.slice(cut)];
  return (
    [letter, digit].some((kind) => kind.end.test(before) && kind.start.test(after)) ||
    isInDecimal(before, after)
  );
}

const letters = '[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}]';
const toKind = (kind: string) => ({ start: new RegExp(`^${kind}`, 'u'), end: new RegExp(`${kind}$`, 'u') });
const [letter, digit] = [toKind(letters), toKind('\\p{Nd}')];
const isInDecimal = (before: string, after: string) =>
  (digit.end.test(before) && /^\.\p{Nd}/u.test(after)) ||
  (/\p{Nd}\.$/u.test(before) && digit.start.test(after));

function mergeRanges(hits: readonly Hit[]): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  for (const { start, end } of hits) {
    const last = ranges.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else ranges.push({ start, end });
  }
  return ranges;
}

/** Returns the hit from which `limit` units contain the most different words. */
function bestHit(hits: readonly Hit[], limit: number): Hit | undefined {
  let best: Hit | undefined;
  let maxSeen = 0;
  for (const [at, hit] of hits.entries()) {
    const seen = new Set<number>();
    for (let next = at; next < hits.length; next++) {
      const other = hits[next];
      if (!other || other.end > hit.start + limit * 0.8) break;
      seen.add(other.word);
    }
    if (!best || seen.size > maxSeen) [best, maxSeen] = [hit, seen.size];
  }
  return best;
}

/** Returns where the fragment begins: at the start of the hit's clause if that is near, else just before the hit. */
function fragmentStart(line: string, hit: { start: number } | undefined, limit: number): number {
  if (!hit || hit.start < limit * 0.4) return 0;
  const lead = Math.floor(limit * 0.3);
  const before = line.slice(hit.start - lead, hit.start);
  const clause = Math.max(
    ...['。', '！', '？', '；', '，', '：', '. '].map((mark) => before.lastIndexOf(mark)),
  );
  const start = clause >= 0 ? hit.start - lead + clause + 1 : hit.start - Math.floor(lead / 2);
  return graphemeStart(line, Math.min(start, hit.start));
}

function toParts(
  text: string,
  ranges: readonly { start: number; end: number }[],
  from: number,
  to: number,
): TextPart[] {
  const parts: TextPart[] = [];
  let at = from;
  for (const range of ranges) {
    const start = Math.max(range.start, at);
    const end = Math.min(range.end, to);
    if (start >= end) continue;
    if (start > at) parts.push({ text: text.slice(at, start), hit: false });
    parts.push({ text: text.slice(start, end), hit: true });
    at = end;
  }
  if (at < to) parts.push({ text: text.slice(at, to), hit: false });
  return parts;
}

import { excerpt } from '#shared/text/excerpt.ts';
import { countGraphemes, graphemeOffset } from '#shared/text/graphemes.ts';
import { sentenceEnds } from '#shared/text/sentences.ts';
import { isLongEnough } from '#shared/text/summary.ts';
import { markInText } from './guard.ts';
import { readText, TextMeter } from './serialise.ts';
import {
  type El,
  element,
  embedOf,
  headingTags,
  isFormula,
  isMark,
  mark,
  mediaTags,
  type Node,
} from './tree.ts';

/**
 * Raise it with every change of how bodies are cut and summarised: the worker then does so again with stored ones. An
 * index finds those below it, post_bodies_old_cuts_3.
 */
export const cutFormat = 3;

/** Without a paywall mark, the teaser is what fits into the first 30 % and 300 characters (docs/product.md §13). */
const openShare = 0.3;
const openLimit = 300;

export type Cut = { open: Node[]; openHeadings: Set<Node> };

/**
 * Returns the part of a shaped body that anyone may read: everything before the paywall mark in document order or,
 * without one, the whole sentences and blocks that fit into the first 30 % of the text (at most 300 graphemes, white space
 * included), possibly none, with at most 30 % of the pictures. Closes the elements that the cut runs through.
 */
export function cutBody(body: Node[], hasMark: boolean): Cut {
  const budget = hasMark
    ? { chars: Number.POSITIVE_INFINITY, media: Number.POSITIVE_INFINITY }
    : budgetOf(body);
  return copyUntil(body, budget);
}

type Budget = { chars: number; media: number };

function copyUntil(body: Node[], budget: Budget): Cut {
  const meter = new TextMeter();
  const openHeadings = new Set<Node>();
  let media = 0;
  let isDone = budget.chars === 0;
  const copy = (nodes: Node[]): Node[] => {
    const out: Node[] = [];
    for (const node of nodes) {
      if (isDone) break;
      if (typeof node === 'string') {
        const left = budget.chars - meter.length - meter.pending;
        const part = node.length < left ? node : node.slice(0, Math.max(0, left));
        isDone = part.length < node.length || node.length === left;
        if (part === '') continue;
        meter.addText(part);
        out.push(part);
        continue;
      }
      if (isMark(node)) {
        isDone = true;
        break;
      }
      if (isCounted(node) && ++media > budget.media) {
        isDone = true;
        break;
      }
      meter.open(node);
      const kids = copy(node.kids);
      meter.close(node);
      const copied = element(node.tag, node.attrs, kids);
      if (copied.full || node.kids.length === 0 || (!isDone && isCell(node.tag))) out.push(copied);
      if (!isDone && headingTags.has(node.tag)) openHeadings.add(node);
      // The limit ends exactly with this heading's last character, so the whole heading is open.
      else if (headingTags.has(node.tag) && kids.length === node.kids.length && copied.full) {
        if (readText([copied]).text === readText([node]).text) openHeadings.add(node);
      }
    }
    return out;
  };
  return { open: copy(body), openHeadings };
}

/** Media, players and formulas, which contain no characters to count. */
const isCounted = (node: El) => mediaTags.has(node.tag) || isFormula(node) || embedOf(node) !== undefined;

const isCell = (tag: string) => tag === 'td' || tag === 'th';

function budgetOf(body: Node[]): Budget {
  const { text, headings } = readText(body);
  const limit = Math.min(
    openLimit,
    Math.floor(countGraphemes(text.replace(/\s/g, ''), openLimit / openShare) * openShare),
  );
  const end = graphemeOffset(text, limit);
  return { chars: findBreak(text, end, headings), media: Math.ceil(countMedia(body) * openShare) };
}

function countMedia(nodes: Node[]): number {
  let count = 0;
  for (const node of nodes) {
    if (typeof node !== 'string') count += (isCounted(node) ? 1 : 0) + countMedia(node.kids);
  }
  return count;
}

/** Returns the last end of a block or sentence in the allowed text; 0 if there is none. */
function findBreak(text: string, end: number, headings: { start: number; end: number }[]): number {
  // A teaser must not end with a heading whose section is locked.
  const isInHeading = (at: number) => headings.some((h) => at > h.start && at <= h.end);
  return sentenceEnds(text, end).findLast((at) => !isInHeading(at)) ?? 0;
}

/**
 * Makes a summary from the beginning of a text: one line of the whole sentences within `limit` graphemes, or if there are
 * none of its beginning with `…` (which counts). Empty if that is too short to say anything. `isCut`: the text is itself the
 * beginning of a longer one.
 */
export function summarise(text: string, { limit = 120, isCut = false } = {}): string {
  // Takes far more than a summary needs, because normalising a whole long body is slow.
  const line = text
    .slice(0, limit * 80)
    .replace(/\s+/g, ' ')
    .trim();
  const end = graphemeOffset(line, limit);
  const sentences = line.slice(0, sentenceEnds(line, end).at(-1) ?? 0);
  const whole = end >= line.length && !isCut ? line : sentences;
  if (isLongEnough(whole)) return whole;
  const beginning = end >= line.length && !isCut ? '' : excerpt(line, limit, isCut);
  return isLongEnough(beginning) ? beginning : '';
}

/**
 * Splits plain text into paragraphs. If blank lines separate paragraphs, a single line end is a line break; otherwise
 * every line is a paragraph, as in Chinese text files. A paywall mark counts here too.
 */
export function readPlainText(text: string): Node[] {
  const found = text.includes('<!--') ? markInText.exec(text) : null;
  if (!found) return paragraphs(text, hasBlankLines(text));
  const hasParagraphs = hasBlankLines(text);
  const rest = text.slice(found.index + found[0].length).replaceAll(new RegExp(markInText, 'gi'), '');
  return [
    ...paragraphs(text.slice(0, found.index), hasParagraphs),
    mark(),
    ...paragraphs(rest, hasParagraphs),
  ];
}

const hasBlankLines = (text: string) => /\S[^\S\n]*\n[^\S\n]*\n\s*\S/.test(text);

function paragraphs(text: string, hasParagraphs: boolean): Node[] {
  const out: Node[] = [];
  let run: Node[] = [];
  const flushRun = () => {
    if (run.length > 0) out.push(element('p', {}, run));
    run = [];
  };
  for (const line of text.split('\n')) {
    const isBlank = line.trim() === '';
    if (!hasParagraphs || isBlank) flushRun();
    if (!isBlank) run.push(...(run.length > 0 ? [element('br', {}, []), line] : [line]));
  }
  flushRun();
  return out;
}

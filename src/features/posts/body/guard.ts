import type { Parser, TokenizerCallbacks } from 'htmlparser2';
import { htmlParser } from './html-parser.ts';
import { markTag } from './tree.ts';

/** Real articles stay below 40. The parsers take time quadratic in the depth, so deeper markup is not parsed at all. */
const maxDepth = 200;

/** `<!--paywall-->` and its equivalents: Ghost `members-only`, WordPress `more` (docs/product.md §13). */
const markComment = /^\s*(?:paywall|members-only|more(?:\s[\s\S]*)?)\s*$/i;
/**
 * Finds the first mark in source text. The quantifiers are bounded, because many unclosed marks would take quadratic
 * time.
 */
export const markInText = /<!--\s{0,20}(?:paywall|members-only|more(?:\s[^>]{0,200})?)\s{0,20}-->/i;

export type Guarded = { html: string; hasMark: boolean; isBomb: boolean };

/**
 * Makes markup safe to parse: turns the first paywall mark into an element that survives sanitising (comments do not)
 * and detects nesting bombs. If `hasMark` is true and the result lacks the element, broken markup or an attribute
 * swallowed the mark; then everything is locked, because its position is unknown.
 */
export function guardMarkup(html: string): Guarded {
  const markIndex = html.includes('<!--') ? (markInText.exec(html)?.index ?? -1) : -1;
  if (markIndex < 0 && !hasMoreTagsThan(html, maxDepth)) return { html, hasMark: false, isBomb: false };
  const { from, to, isBomb } = scan(html);
  if (isBomb) return { html, hasMark: markIndex >= 0, isBomb };
  if (from < 0 || (markIndex >= 0 && markIndex < from)) return { html, hasMark: markIndex >= 0, isBomb };
  return { html: `${html.slice(0, from)}<${markTag}></${markTag}>${html.slice(to)}`, hasMark: true, isBomb };
}

/** Finds the first mark as the parser sees it and whether the markup nests too deep. */
function scan(html: string): { from: number; to: number; isBomb: boolean } {
  const found = { from: -1, to: -1, isBomb: false };
  let depth = 0;
  const { Parser } = htmlParser();
  const parser = new Parser({
    onopentagname() {
      depth++;
      if (depth > maxDepth && !found.isBomb) {
        found.isBomb = true;
        parser.reset();
      }
    },
    onclosetag() {
      depth--;
    },
    oncomment(text) {
      if (found.from >= 0 || !markComment.test(text)) return;
      found.from = parser.startIndex;
      found.to = parser.endIndex + 1;
    },
  });
  writeInPieces(parser, html, () => found.isBomb);
  return found;
}

// A parser that was reset still parses the rest of the current chunk, so chunks are small.
function writeInPieces(parser: Parser, html: string, isStopped: () => boolean): void {
  const size = 16_384;
  for (let at = 0; at < html.length && !isStopped(); at += size) parser.write(html.slice(at, at + size));
  if (!isStopped()) parser.end();
}

function hasMoreTagsThan(html: string, limit: number): boolean {
  let count = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    count++;
    if (count > limit) return true;
  }
  return false;
}

const silentTags = /^(?:script|style|textarea|title|iframe|xmp|noembed|noframes|plaintext|svg|math)$/i;
const lineTags = /^(?:p|div|br|li|tr|h[1-6]|blockquote|section|article|table|ul|ol|figure|pre|hr)$/i;

/**
 * Returns the text of markup that nests too deep to parse, in linear time. Keeps the words and the paywall mark;
 * formatting is lost.
 */
export function textOfNestingBomb(html: string): string {
  const mark = markInText.exec(html);
  if (!mark) return textOfTokens(html);
  const rest = html.slice(mark.index + mark[0].length);
  return `${textOfTokens(html.slice(0, mark.index))}\n<!--paywall-->\n${textOfTokens(rest)}`;
}

function textOfTokens(html: string): string {
  const out: string[] = [];
  let silent = '';
  const nothing = () => {};
  const callbacks: TokenizerCallbacks = {
    ontext: (start, end) => {
      if (!silent) out.push(html.slice(start, end));
    },
    ontextentity: (point) => {
      if (!silent) out.push(String.fromCodePoint(point));
    },
    onopentagname: (start, end) => {
      const name = html.slice(start, end).toLowerCase();
      if (!silent && silentTags.test(name)) silent = name;
      else if (lineTags.test(name)) out.push('\n');
    },
    onclosetag: (start, end) => {
      const name = html.slice(start, end).toLowerCase();
      if (name === silent) silent = '';
      else if (lineTags.test(name)) out.push('\n');
    },
    onattribdata: nothing,
    onattribentity: nothing,
    onattribend: nothing,
    onattribname: nothing,
    oncdata: nothing,
    oncomment: nothing,
    ondeclaration: nothing,
    onend: nothing,
    onopentagend: nothing,
    onprocessinginstruction: nothing,
    onselfclosingtag: nothing,
  };
  const { Tokenizer } = htmlParser();
  const tokenizer = new Tokenizer({ decodeEntities: true }, callbacks);
  tokenizer.write(html);
  tokenizer.end();
  return out.join('');
}

import { stripControlCharacters } from '#shared/text/normalise.ts';
import { htmlParser } from '../body/html-parser.ts';
import { readDate } from './read-date.ts';
import type { ImportedComment } from './record.ts';
import { utcDate } from './utc-date.ts';
import { children, textOf, type XmlNode } from './xml.ts';

/** In UTF-16 code units; a comment here has at most a tenth of it, but an old one is imported whole. */
const maxBodyLength = 10_000;
const maxNameLength = 40;
/** Bounds what one post adds in a transaction. */
const maxComments = 10_000;

/**
 * Returns the approved comments of a post, the oldest first. Leaves out pingbacks and what only the site knows of a
 * guest: e-mail, web site and IP address.
 */
export function readComments(post: XmlNode, site: string): ImportedComment[] {
  const found = children(post, 'wp:comment').flatMap((node) => readComment(node, site) ?? []);
  return found.sort((a, b) => Date.parse(a.at) - Date.parse(b.at)).slice(0, maxComments);
}

function readComment(node: XmlNode, site: string): ImportedComment | null {
  const isApproved = textOf(node, 'wp:comment_approved') === '1';
  if (!isApproved || !/^(?:comment)?$/.test(textOf(node, 'wp:comment_type'))) return null;
  const at = utcDate(textOf(node, 'wp:comment_date_gmt')) ?? readDate(textOf(node, 'wp:comment_date'));
  const body = plainBody(textOf(node, 'wp:comment_content'));
  const id = textOf(node, 'wp:comment_id');
  if (!at || body === '' || !/^\d{1,20}$/.test(id)) return null;
  const parent = textOf(node, 'wp:comment_parent');
  const keyOf = (number: string) => `wordpress:${site}#${number}`;
  return {
    key: keyOf(id),
    parentKey: /^[1-9]\d{0,19}$/.test(parent) ? keyOf(parent) : null,
    name: plainName(textOf(node, 'wp:comment_author')),
    body,
    at,
  };
}

const plainName = (given: string): string =>
  [...clean(given).replace(/\s+/g, ' ').trim()].slice(0, maxNameLength).join('') || '匿名';

// Directional characters could make a line read differently.
const clean = (text: string): string =>
  stripControlCharacters(text.toWellFormed()).replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '');

const lineTags = new Set(['br', 'p', 'div', 'li', 'blockquote', 'pre']);
const silentTags = new Set(['script', 'style', 'iframe']);

/** Returns the text of a comment's markup; WordPress shows its line feeds as lines. */
function plainBody(html: string): string {
  const parts: string[] = [];
  let silentDepth = 0;
  const { Parser } = htmlParser();
  const parser = new Parser({
    onopentag(tag) {
      if (silentTags.has(tag)) silentDepth++;
      if (lineTags.has(tag)) parts.push('\n');
    },
    ontext(text) {
      if (silentDepth === 0) parts.push(text);
    },
    onclosetag(tag) {
      if (silentTags.has(tag)) silentDepth--;
      if (lineTags.has(tag) && tag !== 'br') parts.push('\n');
    },
  });
  parser.end(html.slice(0, maxBodyLength * 4));
  const text = clean(parts.join(''))
    // Runs are collapsed first: searching for runs at line ends would take quadratic time.
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ $/gm, '')
    .replace(/\n{3,}/g, '\n\n');
  return text.trim().slice(0, maxBodyLength).toWellFormed();
}

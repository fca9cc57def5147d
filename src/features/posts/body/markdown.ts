import { createRequire } from 'node:module';
import type { Marked } from 'marked';
import { markdownParts } from '#shared/text/markdown-parts.ts';

const require = createRequire(import.meta.url);

let marked: Marked | undefined;

/**
 * Markdown (GFM with formulas and callouts) as HTML, not yet sanitised. Passages that would cost the parser more than linear time (thousands
 * of brackets or asterisks in one paragraph, dozens of nested quotations or lists) are taken literally.
 */
export function readMarkdown(text: string): string {
  marked ??= openMarked();
  const tamed = tame(text);
  try {
    return marked.parse(tamed) as string;
  } catch {
    // The parser recurses; what still exhausts it is no article.
    return `<p>${escapeText(text).replaceAll('\n', '<br>')}</p>`;
  }
}

// Loaded with the first Markdown: most processes and commands read none.
function openMarked(): Marked {
  const { Marked } = require('marked') as typeof import('marked');
  return new Marked({ gfm: true, breaks: false, async: false }, markdownParts);
}

/** A paragraph may cost delimiters × length; this many steps take about 50 ms. */
const maxParagraphCost = 3_000_000;
const maxNesting = 24;
const maxItemLines = 200;
const itemLine = /^[ \t>]*(?:[*+-]|\d{1,9}[.)])(?:[ \t]|$)/;

function tame(text: string): string {
  return text
    .split(/(\n[^\S\n]*\n)/)
    .map((paragraph) => tameParagraph(paragraph))
    .join('');
}

function tameParagraph(paragraph: string): string {
  let out = paragraph;
  if (out.length > 500) {
    const delimiters = out.match(/[*_`[\]<>~!\\|&]/g)?.length ?? 0;
    if (delimiters > 200 && delimiters * out.length > maxParagraphCost && !isPlainTable(out)) {
      out = out.replace(/[*_`[\]<>~!\\|&]/g, (char) => `&#${char.charCodeAt(0)};`);
    }
  }
  if (out.length <= maxNesting) return out;
  if (out.length > maxItemLines) out = partLongItems(out);
  // Each level of a list is indented by at least two columns.
  return out
    .replace(/^[ \t]{49,}(?=[>*+-]|\d)/gm, ' '.repeat(maxNesting * 2))
    .replace(/^[ \t]*(?:(?:[>*+-]|\d{1,9}[.)])[ \t]*)+/gm, shallow);
}

// The parser's time grows with the square of the lines an item goes on for without a blank line.
function partLongItems(paragraph: string): string {
  const lines = paragraph.split('\n');
  if (lines.length <= maxItemLines || !lines.some((line) => itemLine.test(line))) return paragraph;
  let run = 0;
  return lines
    .map((line) => {
      run = itemLine.test(line) ? 0 : run + 1;
      return run > 0 && run % maxItemLines === 0 ? `\n${line}` : line;
    })
    .join('\n');
}

// Rows are parsed one by one, so a long table is cheap.
function isPlainTable(paragraph: string): boolean {
  return paragraph.split('\n').every((line) => line.includes('|') && line.length < 2_000);
}

function shallow(prefix: string): string {
  const markers = prefix.match(/[>*+]|-|\d+[.)]/g) ?? [];
  const isRule = /^[ \t]*(?:-[ \t]*)+$|^[ \t]*(?:\*[ \t]*)+$/.test(prefix);
  return markers.length <= maxNesting || (isRule && prefix.length < 200) ? prefix : '';
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

import { createRequire } from 'node:module';
import type { Marked } from 'marked';
import { markdownExtensions } from '#shared/text/markdown-extensions.ts';

const require = createRequire(import.meta.url);

let marked: Marked | undefined;

/**
 * Converts Markdown (GFM with formulas and callouts) to HTML that is not yet sanitised. Passages that would cost the
 * parser more than linear time (thousands of brackets or asterisks in one paragraph, dozens of nested quotations or
 * lists) are taken literally.
 */
export function readMarkdown(text: string): string {
  marked ??= createMarked();
  const bounded = boundCost(text);
  try {
    return marked.parse(bounded) as string;
  } catch {
    // The parser recurses; text that exhausts the stack nonetheless is no article.
    return `<p>${escapeText(text).replaceAll('\n', '<br>')}</p>`;
  }
}

// Loaded at the first Markdown, because most processes and commands read none.
function createMarked(): Marked {
  const { Marked } = require('marked') as typeof import('marked');
  return new Marked({ gfm: true, breaks: false, async: false }, markdownExtensions);
}

/** The parser's cost of a paragraph is delimiters × length; this many steps take about 50 ms. */
const maxParagraphCost = 3_000_000;
const maxNesting = 24;
const maxItemLines = 200;
const itemLine = /^[ \t>]*(?:[*+-]|\d{1,9}[.)])(?:[ \t]|$)/;

function boundCost(text: string): string {
  return text
    .split(/(\n[^\S\n]*\n)/)
    .map((paragraph) => boundParagraph(paragraph))
    .join('');
}

function boundParagraph(paragraph: string): string {
  let out = paragraph;
  if (out.length > 500) {
    const delimiters = out.match(/[*_`[\]<>~!\\|&]/g)?.length ?? 0;
    if (delimiters > 200 && delimiters * out.length > maxParagraphCost && !isPlainTable(out)) {
      out = out.replace(/[*_`[\]<>~!\\|&]/g, (char) => `&#${char.charCodeAt(0)};`);
    }
  }
  if (out.length <= maxNesting) return out;
  if (out.length > maxItemLines) out = splitLongItems(out);
  // Each level of a list is indented by at least two columns.
  return out
    .replace(/^[ \t]{49,}(?=[>*+-]|\d)/gm, ' '.repeat(maxNesting * 2))
    .replace(/^[ \t]*(?:(?:[>*+-]|\d{1,9}[.)])[ \t]*)+/gm, limitNesting);
}

// The parser's time grows with the square of an item's lines without a blank line in between.
function splitLongItems(paragraph: string): string {
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

function limitNesting(prefix: string): string {
  const markers = prefix.match(/[>*+]|-|\d+[.)]/g) ?? [];
  const isRule = /^[ \t]*(?:-[ \t]*)+$|^[ \t]*(?:\*[ \t]*)+$/.test(prefix);
  return markers.length <= maxNesting || (isRule && prefix.length < 200) ? prefix : '';
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

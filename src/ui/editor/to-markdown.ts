import type { JSONContent } from '@tiptap/core';
import { type CalloutKind, calloutWords } from '#shared/text/markdown-parts.ts';

/** A body as Markdown (GFM). What Markdown has no sign for stays as HTML, which it allows. */
export function toMarkdown(doc: JSONContent): string {
  return `${blocks(doc.content, '\n\n')}\n`;
}

const blocks = (nodes: JSONContent[] = [], between: string): string =>
  nodes
    .map(block)
    .filter((text) => text !== '')
    .join(between);

function block(node: JSONContent): string {
  const { type, attrs = {}, content } = node;
  switch (type) {
    case 'heading':
      return `${'#'.repeat(Number(attrs.level))} ${inline(content)}`;
    case 'bulletList':
      return items(content, () => '- ');
    case 'orderedList':
      return items(content, (at) => `${Number(attrs.start ?? 1) + at}. `);
    case 'blockquote':
      return indent(blocks(content, '\n\n'), '> ', '> ');
    case 'codeBlock':
      return codeBlock(plain(content), attrs.language);
    case 'horizontalRule':
      return '---';
    case 'paywall':
      return '<!--paywall-->';
    case 'figure':
      return `![${attrs.alt ?? ''}](${attrs.src ?? ''})${content ? `\n\n${inline(content)}` : ''}`;
    case 'formulaBlock':
      return isPlainTex(attrs.tex) ? `$$\n${attrs.tex}\n$$` : formulaHtml('div', attrs.tex);
    case 'callout':
      return `> [!${calloutWords[attrs.kind as CalloutKind]}]\n${indent(blocks(content, '\n\n'), '> ', '> ')}`;
    case 'player':
      return `<${attrs.tag} src="${attrs.src ?? ''}" controls></${attrs.tag}>`;
    case 'table':
      return table(content);
    default:
      return inline(content);
  }
}

const items = (nodes: JSONContent[] = [], sign: (at: number) => string): string =>
  nodes
    .map((item, at) => indent(blocks(item.content, '\n'), sign(at), ' '.repeat(sign(at).length)))
    .join('\n');

const indent = (text: string, first: string, rest: string): string =>
  text
    .split('\n')
    .map((line, at) => `${at === 0 ? first : rest}${line}`.trimEnd())
    .join('\n');

function table(rows: JSONContent[] = []): string {
  const lines = rows.map(
    ({ content = [] }) =>
      `| ${content.map((cell) => blocks(cell.content, ' ').replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`,
  );
  const width = rows[0]?.content?.length ?? 0;
  return [lines[0], `|${' --- |'.repeat(width)}`, ...lines.slice(1)].join('\n');
}

/** The fence is longer than any in the code. */
function codeBlock(code: string, language: unknown): string {
  const fence = (code.match(/^`{3,}/gm) ?? []).reduce(
    (longest, one) => (one.length < longest.length ? longest : `${one}\``),
    '```',
  );
  return `${fence}${language ?? ''}\n${code}\n${fence}`;
}

const plain = (nodes: JSONContent[] = []): string => nodes.map(({ text = '' }) => text).join('');

/** Dollars stand around a formula only where Markdown would take them for that (shared/text/markdown-parts.ts). */
function formula(tex: string, after = ''): string {
  const isPlain = isPlainTex(tex) && !/^\s|\s$|\n|\p{sc=Han}/u.test(tex) && !/^[\d$]/.test(after);
  return isPlain ? `$${tex}$` : formulaHtml('span', tex);
}

const isPlainTex = (tex: unknown): boolean => !/[$]/.test(String(tex)) && String(tex).trim() !== '';

const formulaHtml = (tag: 'span' | 'div', tex: unknown): string =>
  `<${tag} class="math" data-tex="${String(tex).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"></${tag}>`;

const tags: Readonly<Record<string, string>> = {
  bold: 'strong',
  italic: 'em',
  strike: 'del',
  underline: 'u',
  superscript: 'sup',
  subscript: 'sub',
};
const signs: Readonly<Record<string, string>> = { bold: '**', italic: '*', strike: '~~' };

/** Between letters Markdown takes no sign for one that has punctuation or white space on its inner side: 甲**“乙”**丙. */
function marked(type: string, text: string): string {
  const sign = signs[type];
  const isPlain = !/^[\p{P}\p{S}\s]|[\p{P}\p{S}\s]$/u.test(text.replace(/^\*+|\*+$/g, ''));
  if (sign && isPlain) return sign + text + sign;
  const tag = tags[type];
  return tag ? `<${tag}>${text}</${tag}>` : text;
}

const inline = (nodes: JSONContent[] = []): string =>
  nodes
    .map(({ type, text = '', marks = [], attrs = {} }, at) => {
      if (type === 'hardBreak') return '\\\n';
      if (type === 'formula') return formula(String(attrs.tex), nodes[at + 1]?.text);
      if (marks.some((mark) => mark.type === 'code')) return `\`${text}\``;
      return marks.reduce((written, mark) => {
        if (mark.type === 'link') return `[${written}](${mark.attrs?.href})`;
        return marked(mark.type, written);
      }, quoted(text));
    })
    .join('');

const quoted = (text: string): string =>
  text
    .replace(/[\\`*_~[\]<$]|&(?=#?\w+;)/g, '\\$&')
    .replace(/^(?:#{1,6} |[+-] |>|---)/, '\\$&')
    .replace(/^(\d+)([.)] )/, '$1\\$2');

import type { JSONContent } from '@tiptap/core';
import { checkEmbed, videoName, videoPage } from '#shared/embeds.ts';
import { type CalloutKind, calloutKeywords } from '#shared/text/markdown-extensions.ts';
import { hasMergedCells, tableHtml } from './tables/table-html.ts';

/** Converts a body to Markdown (GFM). Markup without a Markdown syntax stays HTML, which Markdown allows. */
export function toMarkdown(doc: JSONContent): string {
  return `${blocks(doc.content, '\n\n')}\n`;
}

const blocks = (nodes: JSONContent[] = [], separator: string): string =>
  nodes
    .map(block)
    .filter((text) => text !== '')
    .join(separator);

function block(node: JSONContent): string {
  const { type, attrs = {}, content } = node;
  switch (type) {
    case 'heading':
      return `${'#'.repeat(Number(attrs.level))} ${inline(content)}`;
    case 'bulletList':
      return items(content, () => '- ');
    case 'orderedList':
      if (content?.some((item) => item.attrs?.key)) return footnotes(content);
      return items(content, (index) => `${Number(attrs.start ?? 1) + index}. `);
    case 'blockquote':
      return indent(blocks(content, '\n\n'), '> ', '> ');
    case 'codeBlock':
      return codeBlock(plainText(content), attrs.language);
    case 'horizontalRule':
      return '---';
    case 'paywall':
      return '<!--paywall-->';
    case 'figure':
      return `${picture(attrs)}${content ? `\n\n${inline(content)}` : ''}`;
    case 'formulaBlock':
      return isPlainTex(attrs.tex) ? `$$\n${attrs.tex}\n$$` : formulaHtml('div', attrs.tex);
    case 'callout':
      return `> [!${calloutKeywords[attrs.kind as CalloutKind]}]\n${indent(blocks(content, '\n\n'), '> ', '> ')}`;
    case 'player':
      return `<${attrs.tag} src="${attrs.src ?? ''}" controls></${attrs.tag}>`;
    case 'table':
      return hasMergedCells(content) ? tableHtml(content) : table(content);
    case 'gallery':
    case 'frame':
      return blocks(content, '\n\n');
    case 'keptBlock':
      return String(attrs.html);
    case 'embed':
      return embed(attrs, content);
    case 'bookmark':
      return `[${escaped(String(attrs.title))}](${attrs.href})`;
    default:
      return inline(content);
  }
}

function picture({ src, alt, link }: Record<string, string | { href: string } | null>): string {
  const shown = `![${alt ?? ''}](${src ?? ''})`;
  return link && typeof link === 'object' ? `[${shown}](${link.href})` : shown;
}

/** Markdown has no players: a link with the title. */
function embed({ provider, video }: Record<string, unknown>, caption: JSONContent[] | undefined): string {
  const known = checkEmbed(String(provider), String(video));
  return known ? `[${plainText(caption) ? inline(caption) : videoName(known)}](${videoPage(known)})` : '';
}

const items = (nodes: JSONContent[] = [], marker: (index: number) => string): string =>
  nodes
    .map((item, index) => indent(blocks(item.content, '\n'), marker(index), ' '.repeat(marker(index).length)))
    .join('\n');

/** Notes are definitions (shared/text/markdown-footnotes.ts); their further paragraphs are indented. */
const footnotes = (nodes: JSONContent[] = []): string =>
  nodes
    .map((item, index) =>
      indent(
        blocks(item.content, '\n\n') || ' ',
        `[^${/\d+$/.exec(item.attrs?.id ?? '')?.[0] ?? index + 1}]: `,
        '    ',
      ),
    )
    .join('\n\n');

const indent = (text: string, first: string, rest: string): string =>
  text
    .split('\n')
    .map((line, index) => `${index === 0 ? first : rest}${line}`.trimEnd())
    .join('\n');

function table(rows: JSONContent[] = []): string {
  const lines = rows.map(
    ({ content = [] }) =>
      `| ${content.map((cell) => blocks(cell.content, ' ').replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`,
  );
  const width = rows[0]?.content?.length ?? 0;
  return [lines[0], `|${' --- |'.repeat(width)}`, ...lines.slice(1)].join('\n');
}

/** The fence must be longer than any run of backticks in the code. */
function codeBlock(code: string, language: unknown): string {
  const fence = (code.match(/^`{3,}/gm) ?? []).reduce(
    (longest, run) => (run.length < longest.length ? longest : `${run}\``),
    '```',
  );
  return `${fence}${language ?? ''}\n${code}\n${fence}`;
}

const plainText = (nodes: JSONContent[] = []): string => nodes.map(({ text = '' }) => text).join('');

/** Uses dollar signs only where Markdown would parse them as a formula (shared/text/markdown-extensions.ts). */
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
  small: 'small',
};
const delimiters: Readonly<Record<string, string>> = { bold: '**', italic: '*', strike: '~~' };

/**
 * Falls back to HTML tags if the text begins or ends with punctuation or white space: CommonMark does not parse
 * 甲**“乙”**丙 as emphasis.
 */
function applyMark(type: string, text: string): string {
  const delimiter = delimiters[type];
  const isPlain = !/^[\p{P}\p{S}\s]|[\p{P}\p{S}\s]$/u.test(text.replace(/^\*+|\*+$/g, ''));
  if (delimiter && isPlain) return delimiter + text + delimiter;
  const tag = tags[type];
  return tag ? `<${tag}>${text}</${tag}>` : text;
}

const inline = (nodes: JSONContent[] = []): string =>
  nodes
    .map(({ type, text = '', marks = [], attrs = {} }, index) => {
      if (type === 'hardBreak') return '\\\n';
      if (type === 'footnote') return `[^${attrs.number}]`;
      if (type === 'keptInline') return String(attrs.html);
      if (type === 'formula') return formula(String(attrs.tex), nodes[index + 1]?.text);
      const isCode = marks.some((mark) => mark.type === 'code');
      return marks.reduce(
        (markdown, mark) => {
          if (mark.type === 'code') return markdown;
          if (mark.type === 'link') return `[${markdown}](${mark.attrs?.href})`;
          return applyMark(mark.type, markdown);
        },
        isCode ? `\`${text}\`` : escaped(text),
      );
    })
    .join('');

const escaped = (text: string): string =>
  text
    .replace(/[\\`*_~[\]<$]|&(?=#?\w+;)/g, '\\$&')
    .replace(/^(?:#{1,6} |[+-] |>|---)/, '\\$&')
    .replace(/^(\d+)([.)] )/, '$1\\$2');

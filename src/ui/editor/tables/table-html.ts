import type { JSONContent } from '@tiptap/core';

/** Whether Markdown has no syntax for a table: a cell spans several columns or rows. */
export const hasMergedCells = (rows: JSONContent[] = []): boolean =>
  rows.some(({ content = [] }) =>
    content.some(({ attrs = {} }) => Number(attrs.colspan ?? 1) > 1 || Number(attrs.rowspan ?? 1) > 1),
  );

/** Writes a table as HTML, which Markdown allows. Without blank lines, which would end the HTML. */
export function tableHtml(rows: JSONContent[] = []): string {
  const lines = rows.map(({ content = [] }) => `<tr>${content.map(cellHtml).join('')}</tr>`);
  return ['<table>', ...lines, '</table>'].join('\n');
}

function cellHtml({ type, attrs = {}, content = [] }: JSONContent): string {
  const tag = type === 'tableHeader' ? 'th' : 'td';
  const spans = ['colspan', 'rowspan']
    .filter((name) => Number(attrs[name] ?? 1) > 1)
    .map((name) => ` ${name}="${Number(attrs[name])}"`)
    .join('');
  return `<${tag}${spans}>${content.map(blockHtml).join('<br>')}</${tag}>`;
}

// Cells hold paragraphs; of anything else, the text.
const blockHtml = ({ content = [], text, type, attrs = {}, marks = [] }: JSONContent): string => {
  if (type === 'hardBreak') return '<br>';
  if (type === 'formula' || type === 'formulaBlock')
    return `<span class="math" data-tex="${escapeHtml(String(attrs.tex ?? ''))}"></span>`;
  if (text === undefined) return content.map(blockHtml).join('');
  return marks.reduce((html, mark) => {
    if (mark.type === 'link') return `<a href="${escapeHtml(String(mark.attrs?.href ?? ''))}">${html}</a>`;
    const tag = tags[mark.type];
    return tag ? `<${tag}>${html}</${tag}>` : html;
  }, escapeHtml(text));
};

const tags: Readonly<Record<string, string>> = {
  bold: 'strong',
  italic: 'em',
  strike: 'del',
  underline: 'u',
  superscript: 'sup',
  subscript: 'sub',
  code: 'code',
};

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

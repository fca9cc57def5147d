import { type Embed, embedLabels, maxEmbeds, playerAddress, videoName, videoPage } from '#shared/embeds.ts';
import { renderFormula } from '#shared/text/formula.ts';
import { type El, embedOf, headingTags, isBlock, isFormula, isMark, type Node, voidTags } from './tree.ts';

const classByTag: Record<string, string> = {
  table: 'table',
  blockquote: 'quote',
  figure: 'figure',
  figcaption: 'figure__cap',
};

/** Serialises shaped nodes as escaped, well-formed HTML with horizontally scrolling tables. */
export function toHtml(nodes: Node[]): string {
  return writeAll(nodes, '');
}

/** Serialises with the paywall mark in place, for the editor. */
export function toSource(nodes: Node[]): string {
  return writeAll(nodes, '<!--paywall-->');
}

function writeAll(nodes: Node[], mark: string): string {
  const writer: Writer = { out: [], tables: 0, formulas: 0, embeds: 0, mark };
  for (const node of nodes) {
    if (isMark(node) && mark === '') continue;
    if (writer.out.length > 0) writer.out.push('\n');
    write(node, writer, false);
  }
  return writer.out.join('').trimEnd();
}

/** Returns the plain text of shaped nodes: line ends separate blocks and line breaks, spaces separate table cells. */
export function toText(nodes: Node[]): string {
  return readText(nodes).text;
}

/** Returns the text of `toText` with the positions of headings. */
export function readText(nodes: Node[]): { text: string; headings: { start: number; end: number }[] } {
  const out: string[] = [];
  const meter = new TextMeter();
  const headings: { start: number; end: number }[] = [];
  const walk = (list: Node[]) => {
    for (const node of list) {
      if (typeof node === 'string') out.push(meter.addText(node), node);
      else {
        meter.open(node);
        walk(node.kids);
        meter.close(node);
        if (headingTags.has(node.tag))
          headings.push({ start: meter.length - toText(node.kids).length, end: meter.length });
      }
    }
  };
  walk(nodes);
  return { text: out.join(''), headings };
}

/** Measures text exactly as `toText` writes it; the cut (cut.ts) uses the same measure. */
export class TextMeter {
  length = 0;
  #separator = '';

  /** Counts `text` and returns the separator that precedes it. */
  addText(text: string): string {
    const separator = this.length > 0 ? this.#separator : '';
    this.#separator = '';
    this.length += separator.length + text.length;
    return separator;
  }

  /** Length of the separator before the next text. */
  get pending(): number {
    return this.length > 0 ? this.#separator.length : 0;
  }

  open(el: El): void {
    if (el.tag === 'td' || el.tag === 'th') this.#separator ||= ' ';
    else if (el.tag === 'br' || isBlock(el.tag)) this.#separator = '\n';
  }

  close(el: El): void {
    if (el.tag !== 'td' && el.tag !== 'th' && isBlock(el.tag)) this.#separator = '\n';
  }
}

type Writer = {
  out: string[];
  tables: number;
  /** Characters of the formulas rendered so far. */
  formulas: number;
  embeds: number;
  mark: string;
};

function write(node: Node, writer: Writer, isCode: boolean): void {
  if (typeof node === 'string') {
    writeText(node, writer, isCode);
    return;
  }
  if (isMark(node)) {
    if (writer.mark === '') return;
    writer.out.push(writer.mark);
    return;
  }
  const { tag } = node;
  if (isFormula(node)) {
    writer.out.push(startTag(node), formulaHtml(node, writer), `</${tag}>`);
    return;
  }
  const embed = embedOf(node);
  if (tag === 'table') {
    writer.tables++;
    // The name must not come from the caption, which may be behind the paywall mark.
    const label = `表 ${writer.tables}，可横向滚动`;
    writer.out.push(`<div class="table-wrap" tabindex="0" role="region" aria-label="${label}">`);
  }
  writer.out.push(startTag(node));
  if (embed) writer.out.push(playerHtml(embed, toText(node.kids), writer));
  for (const kid of node.kids) write(kid, writer, isCode || tag === 'code' || tag === 'pre');
  if (!voidTags.has(tag)) writer.out.push(tag === 'table' ? '</table></div>' : `</${tag}>`);
}

// A body with more formula text than a book is a mistake; rendering formulas takes a hundred times as long as text.
const maxFormulaText = 60_000;

/** Renders a formula, or its source if it cannot be rendered. */
function formulaHtml({ tag, attrs }: El, writer: Writer): string {
  const tex = attrs['data-tex'] ?? '';
  writer.formulas += tex.length + 20;
  const rendered = writer.formulas > maxFormulaText ? undefined : renderFormula(tex, tag === 'div');
  return rendered?.mathml ?? `<code>${escapeText(tex)}</code>`;
}

/**
 * Renders the player of an embedded video and the link to its page, which is all that feeds and readers without the
 * player get. Further players than a body may have are links alone.
 */
function playerHtml(embed: Embed, caption: string, writer: Writer): string {
  const site = embedLabels[embed.provider];
  const name = caption.replace(/\s+/g, ' ').trim();
  const title = escapeAttribute(`${videoName(embed)}${name && `：${name}`}`);
  const link =
    `<a class="embed__link" href="${escapeAttribute(videoPage(embed))}" target="_blank" ` +
    `rel="noopener noreferrer nofollow">在${site}观看</a>`;
  if (++writer.embeds > maxEmbeds) return link;
  return (
    `<iframe src="${escapeAttribute(playerAddress(embed))}" title="${title}" loading="lazy" ` +
    'sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation" ' +
    'allow="fullscreen; picture-in-picture; encrypted-media" allowfullscreen ' +
    `referrerpolicy="strict-origin-when-cross-origin"></iframe>${link}`
  );
}

const playerPattern =
  /<iframe [^<>]*\btitle="([^"<>]*)"[^<>]*><\/iframe><a class="embed__link" ([^<>]*)>[^<>]*<\/a>/g;

/** Replaces the players of a stored body by links with the title of the video, for readers outside the portal. */
export const playersAsLinks = (html: string): string => html.replace(playerPattern, '<a $2>$1</a>');

function startTag(el: El): string {
  let html = `<${el.tag}`;
  const isFigure = el.tag === 'figure';
  const own = isFigure ? [embedOf(el) && 'embed', el.attrs.class] : [];
  const className = [classByTag[el.tag], ...own].filter(Boolean).join(' ');
  // Long lines of code scroll horizontally; the tab stop makes them reachable by keyboard.
  if (el.tag === 'pre') html += ' tabindex="0"';
  if (className) html += ` class="${className}"`;
  for (const [name, value] of Object.entries(el.attrs)) {
    if (isFigure && name === 'class') continue;
    html += value === '' && name !== 'alt' ? ` ${name}` : ` ${name}="${escapeAttribute(value)}"`;
  }
  return `${html}>`;
}

function writeText(text: string, writer: Writer, isCode: boolean): void {
  if (isCode) {
    // Browsers drop a line break directly after <pre>.
    const codeText = writer.out.at(-1)?.startsWith('<pre') ? text.replace(/^\n+/, '') : text;
    if (codeText !== '') writer.out.push(escapeText(codeText));
    return;
  }
  writer.out.push(escapeText(text));
}

function escapeText(text: string): string {
  return /[&<>]/.test(text)
    ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    : text;
}

function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;');
}

/** Decodes the value of an attribute in a serialised body. */
export const decodeAttribute = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');

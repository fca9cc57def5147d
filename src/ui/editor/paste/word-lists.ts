import { moveChildren, stylesOf } from './dom.ts';
import { ListBuilder } from './list-builder.ts';
import { readMarker } from './markers.ts';
import type { WordStyles } from './word-styles.ts';

/**
 * Converts the list items of Word and WPS to lists. They are paragraphs with `mso-list:l0 level2 lfo1`, and their number or
 * bullet is text: inside `mso-list:Ignore`, or between the comments `[if !supportLists]` and `[endif]`, which browsers
 * deliver as `<![if …]>` or as comments. Numbering that no list can show stays as text (第一条, 1.1 of a heading).
 */
export function readWordLists(body: HTMLElement, { lists }: WordStyles): void {
  const builder = new ListBuilder();
  for (const block of [...body.querySelectorAll<HTMLElement>('p, h1, h2, h3, h4, h5, h6, div')]) {
    if (block.tagName === 'DIV' && block.querySelector('p, div, table, ul, ol')) continue;
    const found = findListParagraph(block);
    if (!found) {
      if (isContinuation(block) && builder.isAfterList(block)) builder.continueItem(block);
      continue;
    }
    const { level, key, text, font, nodes } = found;
    const marker = readMarker(text, { format: lists.get(key)?.format, font });
    if (!marker || /^H\d$/.test(block.tagName)) {
      const shown = text.replace(/[\s\u00a0]+/g, ' ').trim();
      replaceMarker(
        nodes,
        /[\p{L}\p{N}.]$/u.test(shown) && !/\p{sc=Han}$/u.test(shown) ? `${shown} ` : shown,
      );
      continue;
    }
    replaceMarker(nodes, '');
    const item = body.ownerDocument.createElement('li');
    moveChildren(block, item);
    builder.add(block, { level, marker, item });
    block.remove();
  }
}

type FoundParagraph = { level: number; key: string; text: string; font: string; nodes: Node[] };

function findListParagraph(block: HTMLElement): FoundParagraph | undefined {
  const value = stylesOf(block).get('mso-list') ?? '';
  const found = /\b(l\d+)\s+level(\d)/i.exec(value);
  const nodes = found || /^MsoList/.test(block.className) ? markerNodes(block) : [];
  const text = nodes.map(({ textContent }) => textContent ?? '').join('');
  if (found)
    return { level: Number(found[2]), key: `${found[1]}:level${found[2]}`, text, font: fontOf(nodes), nodes };
  // Some browsers drop `mso-list`, but leave the class and the marker.
  if (text.trim() === '') return undefined;
  return { level: levelOfMargin(block), key: '', text, font: fontOf(nodes), nodes };
}

function levelOfMargin(block: Element): number {
  const margin = /^([\d.]+)(pt|in|cm|px)$/.exec(stylesOf(block).get('margin-left') ?? '');
  const points = { pt: 1, in: 72, cm: 28.35, px: 0.75 }[margin?.[2] ?? ''] ?? 1;
  return Math.max(1, Math.round((Number(margin?.[1] ?? 0) * points) / 36));
}

/** A further paragraph of an item: of the list's style, but without a marker. */
const isContinuation = (block: HTMLElement): boolean =>
  block.tagName === 'P' && /^MsoListParagraph/.test(block.className) && block.textContent?.trim() !== '';

/** Returns the nodes that make up the marker of a list paragraph. */
function markerNodes(block: Element): Node[] {
  for (const span of block.querySelectorAll('span[style]'))
    if (/mso-list:\s*ignore/i.test(span.getAttribute('style') ?? '')) return [span];
  const comments = block.ownerDocument.createTreeWalker(block, 128);
  for (let comment = comments.nextNode(); comment; comment = comments.nextNode()) {
    if (!/^\[if !supportLists\]$/i.test(comment.nodeValue?.trim() ?? '')) continue;
    const nodes: Node[] = [];
    for (let next = comment.nextSibling; next && !isEndif(next); next = next.nextSibling) nodes.push(next);
    return nodes;
  }
  return [];
}

const isEndif = (node: Node): boolean =>
  node.nodeType === 8 && /^\[endif\]$/i.test(node.nodeValue?.trim() ?? '');

/** Returns the fonts in and around a marker. */
function fontOf([first]: Node[]): string {
  const element = first instanceof Element ? first : first?.parentElement;
  const parent = element?.parentElement;
  return [element, parent, ...(element?.querySelectorAll('span') ?? [])]
    .map((one) => (one ? (stylesOf(one).get('font-family') ?? stylesOf(one).get('font') ?? '') : ''))
    .join(' ');
}

function replaceMarker(nodes: readonly Node[], text: string): void {
  const [first, ...rest] = nodes;
  for (const node of rest) node.parentNode?.removeChild(node);
  if (!first?.parentNode) return;
  if (text === '') first.parentNode.removeChild(first);
  else first.parentNode.replaceChild(first.ownerDocument?.createTextNode(text) ?? first, first);
}

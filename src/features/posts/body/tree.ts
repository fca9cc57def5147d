import { checkEmbed, type Embed } from '#shared/embeds.ts';
import { htmlParser } from './html-parser.ts';

/**
 * The body between parsing and serialising: a tree small enough to traverse several times. `full` is true if it
 * contains something a reader sees (text or a picture), `hasBlock` if it contains a block-level element.
 */
export type Attrs = Record<string, string>;
export type El = { tag: string; attrs: Attrs; kids: Node[]; full: boolean; hasBlock: boolean };
export type Node = string | El;

/** Marks the place of the paywall mark; exists in the tree only and is never serialised. */
export const markTag = 'gl-cut';

export const mediaTags = new Set(['img', 'video', 'audio']);
export const voidTags = new Set(['br', 'hr', 'img']);
/** Levels as the author wrote them; a shaped body has only h2 to h4 (heading-levels.ts). */
export const headingTags = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

const blockTags = new Set(
  'p h1 h2 h3 h4 h5 h6 blockquote footer ul ol li table thead tbody tr th td caption figure figcaption pre hr div'.split(
    ' ',
  ),
);

export const isBlock = (tag: string) => blockTags.has(tag);
export type Mark = El & { tag: typeof markTag };
export const isMark = (node: Node): node is Mark => typeof node !== 'string' && node.tag === markTag;
export const mark = (): Mark => ({ tag: markTag, attrs: {}, kids: [], full: false, hasBlock: false });

/** Whether an element is a formula: the attribute holds its source, and the serialiser renders it. */
export const isFormula = ({ tag, attrs }: Pick<El, 'tag' | 'attrs'>): boolean =>
  (tag === 'span' || tag === 'div') && attrs.class === 'math' && attrs['data-tex'] !== undefined;

/** The video that a figure embeds; the attributes hold its id, and the serialiser renders the player. */
export const embedOf = ({ tag, attrs }: Pick<El, 'tag' | 'attrs'>): Embed | undefined =>
  tag === 'figure' ? checkEmbed(attrs['data-embed'], attrs['data-video']) : undefined;

/** Whether an element is the number of a footnote in a text, or the way back from its note. */
const isNoteLink = ({ tag, attrs }: El): boolean =>
  (tag === 'sup' && attrs.class === 'fn') || (tag === 'a' && /^#fr\d/.test(attrs.href ?? ''));

/** Removes the numbers of footnotes, which a text without superscript would join with the figure before them: 12.5% → 12.5%1. */
export const withoutNoteLinks = (nodes: readonly Node[]): Node[] =>
  nodes
    .filter((node) => typeof node === 'string' || !isNoteLink(node))
    .map((node) => (typeof node === 'string' ? node : { ...node, kids: withoutNoteLinks(node.kids) }));

/** Creates an element; its flags follow from its children. */
export function element(tag: string, attrs: Attrs, kids: Node[]): El {
  const isVisible =
    mediaTags.has(tag) || tag === 'hr' || isFormula({ tag, attrs }) || embedOf({ tag, attrs }) !== undefined;
  return { tag, attrs, kids, full: isVisible || kids.some(isFull), hasBlock: false };
}

/** Whether a reader would see any of it: not white space of any width, not an empty element. */
export function isFull(node: Node): boolean {
  return typeof node === 'string' ? /[^\s\u200b\u2060\ufeff]/.test(node) : node.full;
}

/** Parses sanitised HTML. The caller has bounded its nesting (see guard.ts). */
export function parseTree(html: string): Node[] {
  const root = element('div', {}, []);
  const stack: El[] = [root];
  let top = root;
  // A rendered formula or player is skipped, because it is rendered again from its source.
  let renderedDepth = 0;
  const { Parser } = htmlParser();
  const parser = new Parser({
    onopentag(tag, attrs) {
      if (renderedDepth > 0 || isRendered(top, tag)) {
        renderedDepth++;
        return;
      }
      const el: El = { tag, attrs, kids: [], full: false, hasBlock: false };
      top.kids.push(el);
      stack.push(el);
      top = el;
    },
    ontext(text) {
      if (renderedDepth > 0 || isRendered(top, '')) return;
      const last = top.kids.length - 1;
      const before = top.kids[last];
      if (typeof before === 'string') top.kids[last] = before + text;
      else top.kids.push(text);
    },
    onclosetag() {
      if (renderedDepth > 0) {
        renderedDepth--;
        return;
      }
      const closed = stack.pop();
      top = stack.at(-1) ?? root;
      if (closed && (closed.hasBlock || isBlock(closed.tag))) top.hasBlock = true;
    },
  });
  parser.write(html);
  parser.end();
  return root.kids;
}

/** Whether the serialiser wrote `tag` into the element: all of a formula, and all but the caption of an embed. */
const isRendered = (parent: El, tag: string): boolean =>
  isFormula(parent) || (embedOf(parent) !== undefined && tag !== 'figcaption' && tag !== markTag);

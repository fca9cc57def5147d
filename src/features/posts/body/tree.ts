import { htmlParser } from './html-parser.ts';

/**
 * The body between reading and writing: a tree small enough to walk several times. `full` says that something
 * a reader sees is inside (text or a picture), `hasBlock` that a block-level element is.
 */
export type Attrs = Record<string, string>;
export type El = { tag: string; attrs: Attrs; kids: Node[]; full: boolean; hasBlock: boolean };
export type Node = string | El;

/** Stands where the paywall mark was; exists in the tree only and is never written out. */
export const markTag = 'gl-cut';

export const mediaTags = new Set(['img', 'video', 'audio']);
export const voidTags = new Set(['br', 'hr', 'img']);
export const headingTags = new Set(['h2', 'h3', 'h4']);

const blockTags = new Set(
  'p h2 h3 h4 blockquote footer ul ol li table thead tbody tr th td caption figure figcaption pre hr div'.split(
    ' ',
  ),
);

export const isBlock = (tag: string) => blockTags.has(tag);
export type Mark = El & { tag: typeof markTag };
export const isMark = (node: Node): node is Mark => typeof node !== 'string' && node.tag === markTag;
export const mark = (): Mark => ({ tag: markTag, attrs: {}, kids: [], full: false, hasBlock: false });

/** A formula: its source is its attribute, what it looks like is drawn when it is written. */
export const isFormula = ({ tag, attrs }: Pick<El, 'tag' | 'attrs'>): boolean =>
  (tag === 'span' || tag === 'div') && attrs.class === 'math' && attrs['data-tex'] !== undefined;

/** A new element; its flags follow from its children. */
export function element(tag: string, attrs: Attrs, kids: Node[]): El {
  const shows = mediaTags.has(tag) || tag === 'hr' || isFormula({ tag, attrs });
  return { tag, attrs, kids, full: shows || kids.some(isFull), hasBlock: false };
}

/** Whether a reader would see anything of it: not white space of any width, not an empty element. */
export function isFull(node: Node): boolean {
  return typeof node === 'string' ? /[^\s\u200b\u2060\ufeff]/.test(node) : node.full;
}

/** Reads sanitised HTML. The caller has bounded its nesting (see guard.ts). */
export function parseTree(html: string): Node[] {
  const root = element('div', {}, []);
  const stack: El[] = [root];
  let top = root;
  // What a formula looks like is drawn anew from its source.
  let drawn = 0;
  const { Parser } = htmlParser();
  const parser = new Parser({
    onopentag(tag, attrs) {
      if (drawn > 0 || isFormula(top)) {
        drawn++;
        return;
      }
      const el: El = { tag, attrs, kids: [], full: false, hasBlock: false };
      top.kids.push(el);
      stack.push(el);
      top = el;
    },
    ontext(text) {
      if (drawn > 0 || isFormula(top)) return;
      const last = top.kids.length - 1;
      const before = top.kids[last];
      if (typeof before === 'string') top.kids[last] = before + text;
      else top.kids.push(text);
    },
    onclosetag() {
      if (drawn > 0) {
        drawn--;
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

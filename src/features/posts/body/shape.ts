import { calloutAttrs, cleanAttrs, formulaAttrs, type LinkContext } from './attributes.ts';
import { bookmark, figureKind, galleries, widthOf } from './figures.ts';
import { levelHeadings } from './heading-levels.ts';
import {
  type El,
  element,
  embedOf,
  headingTags,
  isBlock,
  isFormula,
  isFull,
  isMark,
  mark,
  markTag,
  type Node,
} from './tree.ts';

/**
 * Gives sanitised markup the structure a page expects, independent of how a browser would repair it: the root holds
 * only blocks, each block only what it may hold, nothing is empty, and there are no grouping elements. Idempotent
 * through serialising and parsing.
 */
export function shapeBody(nodes: Node[], around: LinkContext): Node[] {
  const shaped = flow(nodes, { linkContext: around, depth: 0 });
  levelHeadings(shaped);
  return shaped;
}

type ShapeContext = { linkContext: LinkContext; depth: number };

/** Deeper lists and quotations become paragraphs: they are unreadable, and each level slows the page down. */
const maxBlockDepth = 24;
const maxInlineDepth = 12;

const deeper = (context: ShapeContext): ShapeContext => ({ ...context, depth: context.depth + 1 });

function flow(nodes: Node[], context: ShapeContext): Node[] {
  const out: Node[] = [];
  let run: Node[] = [];
  const flushRun = () => {
    out.push(...paragraph(run, context));
    run = [];
  };
  for (const node of nodes) {
    if (typeof node === 'string' || isMark(node) || (!isBlock(node.tag) && !node.hasBlock)) {
      run.push(node);
      continue;
    }
    flushRun();
    for (const blockNode of block(node, context)) out.push(blockNode);
  }
  flushRun();
  return out;
}

function paragraph(run: Node[], context: ShapeContext): Node[] {
  if (run.length === 0) return [];
  return dropEmpty(element('p', {}, trimmed(inline(run, context, noInline))));
}

// Drops an element that shows nothing, but never the paywall mark inside it.
function dropEmpty(el: El): Node[] {
  if (el.full) return [el];
  return containsMark(el.kids) ? [mark()] : [];
}

function containsMark(nodes: Node[]): boolean {
  return nodes.some((node) => typeof node !== 'string' && (node.tag === markTag || containsMark(node.kids)));
}

function block(el: El, context: ShapeContext): Node[] {
  const { tag } = el;
  if (context.depth >= maxBlockDepth && tag !== 'p' && tag !== 'hr') return paragraph([el], context);
  if (tag === 'p' && !el.hasBlock) return paragraph(el.kids, context);
  if (tag === 'hr') return [element('hr', {}, [])];
  if (headingTags.has(tag)) return heading(el, context);
  if (tag === 'pre')
    return dropEmpty(element('pre', {}, inline(el.kids, context, { ...noInline, isPre: true })));
  if (tag === 'ul' || tag === 'ol') return list(el, context);
  if (tag === 'table') return table(el, context);
  if (tag === 'figure') return figure(el, context);
  if (tag === 'blockquote') return quote(el, context);
  if (isFormula(el)) return formula(el);
  const callout = calloutAttrs(el.attrs);
  if (tag === 'div' && callout) return dropEmpty(element('div', callout, flow(el.kids, deeper(context))));
  // Handles div and misplaced elements: a cell outside a table, an item outside a list …
  return flow(el.kids, context);
}

function formula({ tag, attrs }: El): Node[] {
  const cleaned = formulaAttrs(attrs);
  return cleaned ? [element(tag, cleaned, [])] : [];
}

function heading(el: El, context: ShapeContext): Node[] {
  const id = el.attrs.id;
  return dropEmpty(element(el.tag, id ? { id } : {}, trimmed(inline(el.kids, context, noInline))));
}

function quote(el: El, context: ShapeContext): Node[] {
  const inner = deeper(context);
  const out: Node[] = [];
  let rest: Node[] = [];
  for (const kid of el.kids) {
    const isSource = typeof kid !== 'string' && (kid.tag === 'footer' || kid.tag === 'cite');
    if (!isSource) {
      rest.push(kid);
      continue;
    }
    out.push(...flow(rest, inner));
    rest = [];
    out.push(...dropEmpty(element('footer', {}, trimmed(inline(kid.kids, inner, noInline)))));
  }
  out.push(...flow(rest, inner));
  return dropEmpty(element('blockquote', {}, out));
}

function figure(el: El, context: ShapeContext): Node[] {
  const inner = deeper(context);
  const kind = figureKind(el.attrs.class);
  const isEmbed = embedOf(el) !== undefined;
  // The parts of these stay together, so a paywall mark inside locks all of them.
  if ((isEmbed || kind === 'gallery' || kind === 'bookmark') && containsMark(el.kids))
    return [mark(), ...figure({ ...el, kids: withoutMarks(el.kids) }, context)];
  if (isEmbed) return [embed(el, inner)];
  const card = kind === 'bookmark' ? bookmark(el, context.linkContext) : undefined;
  if (card) return [card];
  if (kind === 'gallery') {
    const toCaption = (caption: El) => mixed('figcaption', caption, inner);
    const { figures, rest } = galleries(el, context.linkContext, toCaption);
    if (figures.length > 0) return [...figures, ...flow(rest, inner)];
  }
  const out: Node[] = [];
  let run: Node[] = [];
  const flushRun = () => {
    out.push(...trimmed(inline(run, inner, noInline)));
    run = [];
  };
  for (const kid of el.kids) {
    if (typeof kid === 'string' || isMark(kid) || (!isBlock(kid.tag) && !kid.hasBlock)) {
      run.push(kid);
      continue;
    }
    flushRun();
    if (kid.tag === 'figcaption') out.push(...dropEmpty(mixed('figcaption', kid, inner)));
    else out.push(...block(kid, inner));
  }
  flushRun();
  // WordPress and Ghost put a player into a figure with a caption.
  const [player] = out.filter((kid): kid is El => typeof kid !== 'string' && embedOf(kid) !== undefined);
  const captions = out.filter((kid): kid is El => typeof kid !== 'string' && kid.tag === 'figcaption');
  if (player && out.length === 1 + captions.length)
    return [element('figure', player.attrs, [...player.kids, ...captions].slice(0, 1))];
  return dropEmpty(element('figure', widthOf(el.attrs.class, out), out));
}

/** A player and its caption. */
function embed(el: El, context: ShapeContext): El {
  const { 'data-embed': provider = '', 'data-video': video = '' } = el.attrs;
  const caption = el.kids.find((kid) => typeof kid !== 'string' && kid.tag === 'figcaption');
  const captions =
    caption && typeof caption !== 'string' ? dropEmpty(mixed('figcaption', caption, context)) : [];
  return element('figure', { 'data-embed': provider, 'data-video': video }, captions);
}

const withoutMarks = (nodes: Node[]): Node[] =>
  nodes.flatMap((node): Node[] => {
    if (typeof node === 'string') return [node];
    return isMark(node) ? [] : [{ ...node, kids: withoutMarks(node.kids) }];
  });

/** Shapes an element that may hold either running text or blocks: list items, cells, captions. */
function mixed(tag: string, el: El, context: ShapeContext): El {
  const attrs = cleanAttrs({ ...el, tag }, context.linkContext) ?? {};
  const kids = el.hasBlock ? flow(el.kids, deeper(context)) : trimmed(inline(el.kids, context, noInline));
  return element(tag, attrs, kids);
}

function list(el: El, context: ShapeContext): Node[] {
  const inner = deeper(context);
  const items = wrapUnexpected(el.kids, (kid) => kid.tag === 'li', 'li');
  const out = items.flatMap((item) => (isMark(item) ? [item] : dropEmpty(mixed('li', item, inner))));
  return dropEmpty(element(el.tag, cleanAttrs(el, context.linkContext) ?? {}, out));
}

function table(el: El, context: ShapeContext): Node[] {
  const inner = deeper(context);
  const isPart = (kid: El) => /^(?:caption|thead|tbody|tr)$/.test(kid.tag);
  const parts = wrapUnexpected(el.kids, isPart, 'tr').flatMap((part): Node[] => {
    if (isMark(part)) return [part];
    if (part.tag === 'caption') return dropEmpty(mixed('caption', part, inner));
    if (part.tag === 'tr') return dropEmpty(row(part, inner));
    const rows = wrapUnexpected(part.kids, (kid) => kid.tag === 'tr', 'tr');
    return dropEmpty(
      element(
        part.tag,
        {},
        rows.flatMap((r) => (isMark(r) ? [r] : dropEmpty(row(r, inner)))),
      ),
    );
  });
  return dropEmpty(element('table', {}, parts));
}

function row(el: El, context: ShapeContext): El {
  const cells = wrapUnexpected(el.kids, (kid) => kid.tag === 'td' || kid.tag === 'th', 'td');
  return element(
    'tr',
    {},
    cells.map((cell) => (isMark(cell) ? cell : tableCell(mixed(cell.tag, cell, context)))),
  );
}

// An empty head cell, as in the corner of a table, is an ordinary cell.
function tableCell(cell: El): El {
  if (cell.tag !== 'th' || cell.full) return cell;
  const { scope: _, ...attrs } = cell.attrs;
  return element('td', attrs, cell.kids);
}

/** Wraps runs of unexpected children in an element of the expected kind; drops white space between them. */
function wrapUnexpected(kids: Node[], isExpected: (kid: El) => boolean, tag: string): El[] {
  const out: El[] = [];
  let unexpected: Node[] = [];
  const flushUnexpected = () => {
    if (unexpected.some(mayShow)) {
      const wrapper = element(tag, {}, unexpected);
      wrapper.hasBlock = unexpected.some(
        (kid) => typeof kid !== 'string' && (kid.hasBlock || isBlock(kid.tag)),
      );
      out.push(wrapper);
    }
    unexpected = [];
  };
  for (const kid of kids) {
    if (typeof kid !== 'string' && (isMark(kid) || isExpected(kid))) {
      flushUnexpected();
      out.push(kid);
    } else unexpected.push(kid);
  }
  flushUnexpected();
  return out;
}

// Flags are unknown before shaping, so every element may show something.
const mayShow = (node: Node) => typeof node !== 'string' || isFull(node);

type Inline = { depth: number; isPre: boolean; isLink: boolean; isStock: boolean; open: ReadonlySet<string> };
const noInline: Inline = { depth: 0, isPre: false, isLink: false, isStock: false, open: new Set() };

const formatting = new Set('strong b em s u sub sup code small'.split(' '));

function inline(nodes: Node[], context: ShapeContext, state: Inline): Node[] {
  const out: Node[] = [];
  for (const node of nodes) {
    if (typeof node === 'string') push(out, state.isPre ? node : runningText(node), state.isPre);
    else if (isMark(node)) out.push(node);
    else for (const child of inlineElement(node, context, state)) push(out, child, state.isPre);
  }
  return out;
}

// Neighbouring strings stay separate, because joining them one by one takes quadratic time.
function push(out: Node[], node: Node, isPre: boolean): void {
  const last = out.at(-1);
  const before = last !== undefined && isMark(last) ? out.at(-2) : last;
  const isDoubled =
    !isPre &&
    typeof node === 'string' &&
    typeof before === 'string' &&
    /[ \n]$/.test(before.slice(-1)) &&
    /^[ \n]/.test(node.slice(0, 1));
  const trimmedNode = isDoubled ? node.slice(1) : node;
  if (trimmedNode !== '') out.push(trimmedNode);
}

function inlineElement(el: El, context: ShapeContext, state: Inline): Node[] {
  const { tag } = el;
  const inner = { ...state, depth: state.depth + 1 };
  if (tag === 'br') return [state.isPre ? '\n' : element('br', {}, [])];
  if (tag === 'img') {
    const attrs = cleanAttrs(el, context.linkContext);
    return attrs ? [element('img', attrs, [])] : [];
  }
  if (tag === 'video' || tag === 'audio') {
    const attrs = cleanAttrs(el, context.linkContext);
    return attrs ? [element(tag, attrs, [])] : markAlone(el);
  }
  if (isFormula(el)) return formula({ ...el, tag: 'span' });
  if (isBlock(tag)) return withSpaces(inline(el.kids, context, inner));
  // Older versions stored an empty span between Han and Latin characters.
  if (tag === 'span' && el.attrs.class === 'hs') return inline(el.kids, context, inner);
  if (tag === 'span' && state.isStock && el.attrs.class === undefined) {
    return dropEmpty(element('span', {}, inline(el.kids, context, { ...inner, isStock: false })));
  }
  const isLink = tag === 'a' && !state.isLink;
  const isKept = state.depth < maxInlineDepth && (isLink || (formatting.has(tag) && !state.open.has(tag)));
  const attrs = isKept ? cleanAttrs(el, context.linkContext) : null;
  if (!attrs) return inline(el.kids, context, inner);
  const within: Inline = {
    ...inner,
    isLink: state.isLink || isLink,
    isStock: attrs.class === 'stock',
    open: new Set([...state.open, tag]),
  };
  const kids = inline(el.kids, context, within);
  const wrapped = element(tag, attrs, kids);
  // White space inside an otherwise empty element still separates two words.
  return wrapped.full ? [wrapped] : kids;
}

const markAlone = (el: El): Node[] => (containsMark(el.kids) ? [mark()] : []);

const withSpaces = (nodes: Node[]): Node[] => (nodes.some(isFull) ? [' ', ...nodes, ' '] : nodes);

const wideChars = '[\\p{sc=Han}\\u3000-\\u303f\\uff00-\\uffef]';
// A line end between two Han characters comes from the source's line wrapping and is no space (CLREQ).
const lineEndInHan = new RegExp(`(?<=${wideChars})[ \\t]*\\n[ \\t\\n]*(?=${wideChars})`, 'gu');

// Collapses white space to one space; keeps a line end at either end until its neighbours are known (joinLines).
function runningText(text: string): string {
  if (!/[\t\n\f\r]| {2}/.test(text)) return text;
  return text
    .replace(lineEndInHan, '')
    .replace(/^[ \t\n\f\r]+|[ \t\n\f\r]+/g, (space, at: number, all: string) =>
      space.includes('\n') && (at === 0 || at + space.length === all.length) ? '\n' : ' ',
    );
}

/** Resolves line ends at the boundary of two elements. */
function joinLines(nodes: Node[]): Node[] {
  if (!nodes.some(hasLineEnd)) return nodes;
  const texts: { list: Node[]; at: number; text: string }[] = [];
  const collectTexts = (list: Node[]) =>
    list.forEach((node, at) => {
      if (typeof node === 'string') texts.push({ list, at, text: node });
      else if (node.kids.length > 0) collectTexts(node.kids);
      else if (!isMark(node)) texts.push({ list: [], at: 0, text: '-' });
    });
  collectTexts(nodes);
  texts.forEach((one, index) => {
    const before = texts[index - 1]?.text.at(-1) ?? '';
    const after = texts[index + 1]?.text[0] ?? '';
    const start = one.text[0] === '\n' ? spaceBetween(before, one.text[1] ?? after) : (one.text[0] ?? '');
    const end =
      one.text.at(-1) === '\n' ? spaceBetween(one.text.at(-2) ?? before, after) : (one.text.at(-1) ?? '');
    if (one.text.length > 0) one.text = one.text.length === 1 ? start : start + one.text.slice(1, -1) + end;
    one.list[one.at] = one.text;
  });
  return nodes;
}

const hasLineEnd = (node: Node): boolean =>
  typeof node === 'string' ? node.startsWith('\n') || node.endsWith('\n') : node.kids.some(hasLineEnd);

const isWide = new RegExp(`^${wideChars}$`, 'u');
const spaceBetween = (before: string, after: string) =>
  isWide.test(before) && isWide.test(after) ? '' : ' ';

/** Trims white space and line breaks at both ends, also inside the first and last elements. */
function trimmed(nodes: Node[]): Node[] {
  return trimSide(trimSide(joinLines(nodes), 'start'), 'end');
}

function trimSide(nodes: Node[], side: 'start' | 'end', isCode = false): Node[] {
  const step = side === 'start' ? 1 : -1;
  let at = side === 'start' ? 0 : nodes.length - 1;
  const edge: Node[] = [];
  let isFound = false;
  for (; at >= 0 && at < nodes.length && !isFound; at += step) {
    const node = nodes[at] ?? '';
    const rest = trimNode(node, side, isCode);
    isFound = rest !== undefined && !isMark(node);
    if (rest !== undefined) edge.push(rest);
  }
  return side === 'start' ? [...edge, ...nodes.slice(at)] : [...nodes.slice(0, at + 1), ...edge.reverse()];
}

// Returns undefined if nothing is left of the node. In code, white space is text.
function trimNode(node: Node, side: 'start' | 'end', isCode: boolean): Node | undefined {
  if (typeof node === 'string')
    return isCode ? node : (side === 'start' ? node.trimStart() : node.trimEnd()) || undefined;
  if (node.tag === 'br') return undefined;
  if (node.kids.length === 0) return node;
  return element(node.tag, node.attrs, trimSide(node.kids, side, isCode || node.tag === 'code'));
}

import { calloutAttrs, cleanAttrs, formulaAttrs, type Surroundings } from './attributes.ts';
import { levelHeadings } from './heading-levels.ts';
import {
  type El,
  element,
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
 * Gives sanitised markup the form a page expects, whatever a browser would have made of it: the root holds only
 * blocks, each block only what it may hold, nothing empty, no grouping elements. The result, written and read
 * again, shapes to itself.
 */
export function shapeBody(nodes: Node[], around: Surroundings): Node[] {
  const shaped = flow(nodes, { around, depth: 0 });
  levelHeadings(shaped);
  return shaped;
}

type Place = { around: Surroundings; depth: number };

/** Deeper lists and quotations become paragraphs: nobody can read them, and a page pays for each level. */
const maxBlockDepth = 24;
const maxInlineDepth = 12;

const deeper = (place: Place): Place => ({ ...place, depth: place.depth + 1 });

function flow(nodes: Node[], place: Place): Node[] {
  const out: Node[] = [];
  let run: Node[] = [];
  const endRun = () => {
    out.push(...paragraph(run, place));
    run = [];
  };
  for (const node of nodes) {
    if (typeof node === 'string' || isMark(node) || (!isBlock(node.tag) && !node.hasBlock)) {
      run.push(node);
      continue;
    }
    endRun();
    for (const made of block(node, place)) out.push(made);
  }
  endRun();
  return out;
}

function paragraph(run: Node[], place: Place): Node[] {
  if (run.length === 0) return [];
  return keepMarks(element('p', {}, trimmed(inline(run, place, noInline))));
}

// An element that shows nothing is dropped, but never the paywall mark inside it.
function keepMarks(el: El): Node[] {
  if (el.full) return [el];
  return containsMark(el.kids) ? [mark()] : [];
}

function containsMark(nodes: Node[]): boolean {
  return nodes.some((node) => typeof node !== 'string' && (node.tag === markTag || containsMark(node.kids)));
}

function block(el: El, place: Place): Node[] {
  const { tag } = el;
  if (place.depth >= maxBlockDepth && tag !== 'p' && tag !== 'hr') return paragraph([el], place);
  if (tag === 'p' && !el.hasBlock) return paragraph(el.kids, place);
  if (tag === 'hr') return [element('hr', {}, [])];
  if (headingTags.has(tag)) return heading(el, place);
  if (tag === 'pre')
    return keepMarks(element('pre', {}, inline(el.kids, place, { ...noInline, isPre: true })));
  if (tag === 'ul' || tag === 'ol') return list(el, place);
  if (tag === 'table') return table(el, place);
  if (tag === 'figure') return figure(el, place);
  if (tag === 'blockquote') return quote(el, place);
  if (isFormula(el)) return formula(el);
  const callout = calloutAttrs(el.attrs);
  if (tag === 'div' && callout) return keepMarks(element('div', callout, flow(el.kids, deeper(place))));
  // div, and whatever stands where it may not: a cell outside a table, an item outside a list …
  return flow(el.kids, place);
}

function formula({ tag, attrs }: El): Node[] {
  const kept = formulaAttrs(attrs);
  return kept ? [element(tag, kept, [])] : [];
}

function heading(el: El, place: Place): Node[] {
  const id = el.attrs.id;
  return keepMarks(element(el.tag, id ? { id } : {}, trimmed(inline(el.kids, place, noInline))));
}

function quote(el: El, place: Place): Node[] {
  const inner = deeper(place);
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
    out.push(...keepMarks(element('footer', {}, trimmed(inline(kid.kids, inner, noInline)))));
  }
  out.push(...flow(rest, inner));
  return keepMarks(element('blockquote', {}, out));
}

function figure(el: El, place: Place): Node[] {
  const inner = deeper(place);
  const out: Node[] = [];
  let run: Node[] = [];
  const endRun = () => {
    out.push(...trimmed(inline(run, inner, noInline)));
    run = [];
  };
  for (const kid of el.kids) {
    if (typeof kid === 'string' || isMark(kid) || (!isBlock(kid.tag) && !kid.hasBlock)) {
      run.push(kid);
      continue;
    }
    endRun();
    if (kid.tag === 'figcaption') out.push(...keepMarks(mixed('figcaption', kid, inner)));
    else out.push(...block(kid, inner));
  }
  endRun();
  return keepMarks(element('figure', {}, out));
}

/** An element that may hold either running text or blocks: list items, cells, captions. */
function mixed(tag: string, el: El, place: Place): El {
  const attrs = cleanAttrs({ ...el, tag }, place.around) ?? {};
  const kids = el.hasBlock ? flow(el.kids, deeper(place)) : trimmed(inline(el.kids, place, noInline));
  return element(tag, attrs, kids);
}

function list(el: El, place: Place): Node[] {
  const inner = deeper(place);
  const items = wrapStrangers(el.kids, (kid) => kid.tag === 'li', 'li');
  const out = items.flatMap((item) => (isMark(item) ? [item] : keepMarks(mixed('li', item, inner))));
  return keepMarks(element(el.tag, cleanAttrs(el, place.around) ?? {}, out));
}

function table(el: El, place: Place): Node[] {
  const inner = deeper(place);
  const isPart = (kid: El) => /^(?:caption|thead|tbody|tr)$/.test(kid.tag);
  const parts = wrapStrangers(el.kids, isPart, 'tr').flatMap((part): Node[] => {
    if (isMark(part)) return [part];
    if (part.tag === 'caption') return keepMarks(mixed('caption', part, inner));
    if (part.tag === 'tr') return keepMarks(row(part, inner));
    const rows = wrapStrangers(part.kids, (kid) => kid.tag === 'tr', 'tr');
    return keepMarks(
      element(
        part.tag,
        {},
        rows.flatMap((r) => (isMark(r) ? [r] : keepMarks(row(r, inner)))),
      ),
    );
  });
  return keepMarks(element('table', {}, parts));
}

function row(el: El, place: Place): El {
  const cells = wrapStrangers(el.kids, (kid) => kid.tag === 'td' || kid.tag === 'th', 'td');
  return element(
    'tr',
    {},
    cells.map((cell) => (isMark(cell) ? cell : tableCell(mixed(cell.tag, cell, place)))),
  );
}

// A head that names nothing, as over the corner of a table, is no head.
function tableCell(cell: El): El {
  if (cell.tag !== 'th' || cell.full) return cell;
  const { scope: _, ...attrs } = cell.attrs;
  return element('td', attrs, cell.kids);
}

/** Children that are not of the expected kind are put together into one that is; white space between is dropped. */
function wrapStrangers(kids: Node[], isExpected: (kid: El) => boolean, tag: string): El[] {
  const out: El[] = [];
  let strangers: Node[] = [];
  const endStrangers = () => {
    if (strangers.some(mayShow)) {
      const wrapper = element(tag, {}, strangers);
      wrapper.hasBlock = strangers.some(
        (kid) => typeof kid !== 'string' && (kid.hasBlock || isBlock(kid.tag)),
      );
      out.push(wrapper);
    }
    strangers = [];
  };
  for (const kid of kids) {
    if (typeof kid !== 'string' && (isMark(kid) || isExpected(kid))) {
      endStrangers();
      out.push(kid);
    } else strangers.push(kid);
  }
  endStrangers();
  return out;
}

// Before shaping an element's flags are not yet known, so every element may show something.
const mayShow = (node: Node) => typeof node !== 'string' || isFull(node);

type Inline = { depth: number; isPre: boolean; isLink: boolean; isStock: boolean; open: ReadonlySet<string> };
const noInline: Inline = { depth: 0, isPre: false, isLink: false, isStock: false, open: new Set() };

const formatting = new Set('strong b em s u sub sup code small'.split(' '));

function inline(nodes: Node[], place: Place, state: Inline): Node[] {
  const out: Node[] = [];
  for (const node of nodes) {
    if (typeof node === 'string') push(out, state.isPre ? node : runningText(node), state.isPre);
    else if (isMark(node)) out.push(node);
    else for (const made of inlineElement(node, place, state)) push(out, made, state.isPre);
  }
  return out;
}

// Neighbouring strings stay apart: joining them one by one takes quadratic time.
function push(out: Node[], node: Node, isPre: boolean): void {
  const last = out.at(-1);
  const before = last !== undefined && isMark(last) ? out.at(-2) : last;
  const isDoubled =
    !isPre &&
    typeof node === 'string' &&
    typeof before === 'string' &&
    /[ \n]$/.test(before.slice(-1)) &&
    /^[ \n]/.test(node.slice(0, 1));
  const kept = isDoubled ? node.slice(1) : node;
  if (kept !== '') out.push(kept);
}

function inlineElement(el: El, place: Place, state: Inline): Node[] {
  const { tag } = el;
  const inner = { ...state, depth: state.depth + 1 };
  if (tag === 'br') return [state.isPre ? '\n' : element('br', {}, [])];
  if (tag === 'img') {
    const attrs = cleanAttrs(el, place.around);
    return attrs ? [element('img', attrs, [])] : [];
  }
  if (tag === 'video' || tag === 'audio') {
    const attrs = cleanAttrs(el, place.around);
    return attrs ? [element(tag, attrs, [])] : markAlone(el);
  }
  if (isFormula(el)) return formula({ ...el, tag: 'span' });
  if (isBlock(tag)) return spaced(inline(el.kids, place, inner));
  if (tag === 'span' && el.attrs.class === 'hs') return inline(el.kids, place, inner);
  if (tag === 'span' && state.isStock && el.attrs.class === undefined) {
    return keepMarks(element('span', {}, inline(el.kids, place, { ...inner, isStock: false })));
  }
  const isLink = tag === 'a' && !state.isLink;
  const isKept = state.depth < maxInlineDepth && (isLink || (formatting.has(tag) && !state.open.has(tag)));
  const attrs = isKept ? cleanAttrs(el, place.around) : null;
  if (!attrs) return inline(el.kids, place, inner);
  const within: Inline = {
    ...inner,
    isLink: state.isLink || isLink,
    isStock: attrs.class === 'stock',
    open: new Set([...state.open, tag]),
  };
  const kids = inline(el.kids, place, within);
  const made = element(tag, attrs, kids);
  // White space inside an otherwise empty element still parts two words.
  return made.full ? [made] : kids;
}

const markAlone = (el: El): Node[] => (containsMark(el.kids) ? [mark()] : []);

const spaced = (nodes: Node[]): Node[] => (nodes.some(isFull) ? [' ', ...nodes, ' '] : nodes);

const wide = '[\\p{sc=Han}\\u3000-\\u303f\\uff00-\\uffef]';
// A line end between two Han characters is the typist's, not a space (CLREQ).
const lineEndInHan = new RegExp(`(?<=${wide})[ \\t]*\\n[ \\t\\n]*(?=${wide})`, 'gu');

// White space is one space, but a line end at either end stays one until its neighbours are known (joinLines).
function runningText(text: string): string {
  if (!/[\t\n\f\r]| {2}/.test(text)) return text;
  return text
    .replace(lineEndInHan, '')
    .replace(/^[ \t\n\f\r]+|[ \t\n\f\r]+/g, (space, at: number, all: string) =>
      space.includes('\n') && (at === 0 || at + space.length === all.length) ? '\n' : ' ',
    );
}

/** Resolves the line ends that stand at the border of two elements. */
function joinLines(nodes: Node[]): Node[] {
  if (!nodes.some(hasLineEnd)) return nodes;
  const texts: { list: Node[]; at: number; text: string }[] = [];
  const gather = (list: Node[]) =>
    list.forEach((node, at) => {
      if (typeof node === 'string') texts.push({ list, at, text: node });
      else if (node.kids.length > 0) gather(node.kids);
      else if (!isMark(node)) texts.push({ list: [], at: 0, text: '-' });
    });
  gather(nodes);
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

const isWide = new RegExp(`^${wide}$`, 'u');
const spaceBetween = (before: string, after: string) =>
  isWide.test(before) && isWide.test(after) ? '' : ' ';

/** Without white space and line breaks at either end, also those inside the first and last elements. */
function trimmed(nodes: Node[]): Node[] {
  return trimSide(trimSide(joinLines(nodes), 'start'), 'end');
}

function trimSide(nodes: Node[], side: 'start' | 'end'): Node[] {
  const step = side === 'start' ? 1 : -1;
  let at = side === 'start' ? 0 : nodes.length - 1;
  const edge: Node[] = [];
  let isFound = false;
  for (; at >= 0 && at < nodes.length && !isFound; at += step) {
    const node = nodes[at] ?? '';
    const rest = trimNode(node, side);
    isFound = rest !== undefined && !isMark(node);
    if (rest !== undefined) edge.push(rest);
  }
  return side === 'start' ? [...edge, ...nodes.slice(at)] : [...nodes.slice(0, at + 1), ...edge.reverse()];
}

// Undefined when nothing is left of it.
function trimNode(node: Node, side: 'start' | 'end'): Node | undefined {
  if (typeof node === 'string') return (side === 'start' ? node.trimStart() : node.trimEnd()) || undefined;
  if (node.tag === 'br') return undefined;
  if (node.kids.length === 0 || node.tag === 'code') return node;
  return element(node.tag, node.attrs, trimSide(node.kids, side));
}

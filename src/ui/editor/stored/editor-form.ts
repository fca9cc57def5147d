import { isBlock, isElement, isMark } from './describe-body.ts';

/**
 * The attributes that tell the editor how a part of a stored body is written, where the schema has one form for two. They
 * exist in the editor only: `toEditorForm` sets them, `toStoredForm` writes the part as it was and removes them.
 */
export const forms = {
  /** HTML that the editor keeps as it is. */
  kept: 'data-kept',
  /** A paragraph that is written although it is alone in its item or cell. */
  loose: 'data-loose',
  /** A picture that is alone in a paragraph. */
  plain: 'data-plain',
  /** A box around any blocks with a caption: `figure`, or `table` for a table with a caption. */
  frame: 'data-frame',
  /** Where a row is, if not where its cells say: in the `head`, the `body`, or first in the `next` body. */
  section: 'data-section',
  /** Code without a `code` element. */
  bare: 'data-bare',
  /** Bold text that is written as `b`. */
  b: 'data-b',
} as const;

export const paywallMark = '<!--paywall-->';

/** Converts a stored body, or one of its blocks, in place. Converting twice is the same as once. */
export function toEditorForm(body: Element): void {
  const owner = body.ownerDocument;
  const all = (selector: string) => [...body.querySelectorAll(selector)];
  for (const wrap of all('.table-wrap')) wrap.replaceWith(...wrap.childNodes);
  for (const formula of all('.math[data-tex]')) formula.replaceChildren();
  for (const embed of all('figure[data-embed]'))
    for (const part of [...embed.childNodes])
      if (!isElement(part) || part.tagName !== 'FIGCAPTION') part.remove();
  for (const table of all('table')) markSections(table as HTMLTableElement);
  for (const table of all('table'))
    if (table.firstElementChild?.tagName === 'CAPTION') frameTable(table, table.firstElementChild);
  for (const figure of all('figure:not([class~="gallery"], [class~="bookmark"], [data-embed])'))
    if (!isPicture(figure)) figure.setAttribute(forms.frame, figure.getAttribute(forms.frame) ?? 'figure');
  for (const paragraph of all('p')) {
    const picture = lonePicture(paragraph);
    if (picture) {
      const figure = owner.createElement('figure');
      figure.setAttribute(forms.plain, '');
      figure.append(picture);
      paragraph.replaceWith(figure);
    } else if (isLone(paragraph) && !paragraph.parentElement?.matches('li, td, th'))
      paragraph.replaceWith(...paragraph.childNodes);
    else if (isUnwrapped(paragraph)) paragraph.setAttribute(forms.loose, '');
  }
  for (const code of all('pre'))
    if (code.firstElementChild?.tagName !== 'CODE') code.setAttribute(forms.bare, '');
  for (const old of all('b')) {
    const bold = owner.createElement('strong');
    bold.setAttribute(forms.b, '');
    bold.append(...old.childNodes);
    old.replaceWith(bold);
  }
  for (const leaf of all('img, video, audio')) if (isInText(leaf)) leaf.replaceWith(keep(leaf, 'span'));
  replaceMarks(body);
}

/** Returns an element that the editor keeps as it is, in place of `part`. */
export function keep(part: Element | Comment, tag: 'div' | 'span'): Element {
  const kept = part.ownerDocument.createElement(tag);
  kept.setAttribute(forms.kept, isElement(part) ? part.outerHTML : paywallMark);
  return kept;
}

/** A mark between blocks is a block, one in a text is kept there. One among rows or items can stay nowhere. */
function replaceMarks(body: Element): void {
  const walker = body.ownerDocument.createTreeWalker(body, 128);
  const marks: Comment[] = [];
  while (walker.nextNode()) marks.push(walker.currentNode as Comment);
  for (const mark of marks) {
    const parent = mark.parentElement;
    if (!parent || /^(?:UL|OL|TABLE|THEAD|TBODY|TR|FIGURE|PRE)$/.test(parent.tagName)) continue;
    if (isInText(mark)) mark.replaceWith(keep(mark, 'span'));
    else {
      const block = body.ownerDocument.createElement('div');
      block.setAttribute('data-paywall', '');
      mark.replaceWith(block);
    }
  }
}

/** Whether a part is in running text, and not a block among blocks. */
function isInText(part: Node): boolean {
  let parent = part.parentNode;
  while (parent && isElement(parent) && !isBlock(parent) && parent.tagName !== 'BODY')
    parent = parent.parentNode;
  if (!parent || !isElement(parent)) return false;
  const { tagName: tag } = parent;
  if (tag === 'P') return !isLone(parent) || isMark(part) || (isElement(part) && part.tagName === 'IMG');
  if (/^H\d$/.test(tag)) return true;
  return /^(?:LI|TD|TH|FIGCAPTION|CAPTION|FOOTER)$/.test(tag) && ![...parent.children].some(isBlock);
}

/** Whether a paragraph is a player alone, which is a block of the editor. */
const isLone = (paragraph: Element): boolean =>
  paragraph.childNodes.length === 1 && /^(?:VIDEO|AUDIO)$/.test(paragraph.firstElementChild?.tagName ?? '');

/** The picture, with its link, that is all of a paragraph. */
function lonePicture(paragraph: Element): Element | undefined {
  const [only, ...others] = paragraph.childNodes;
  return only && isElement(only) && others.length === 0 && isLinkedPicture(only) ? only : undefined;
}

function isLinkedPicture(element: Element): boolean {
  if (element.tagName === 'IMG') return true;
  const [only, ...others] = element.childNodes;
  return (
    element.tagName === 'A' &&
    only !== undefined &&
    others.length === 0 &&
    isElement(only) &&
    only.tagName === 'IMG'
  );
}

/** Whether a figure is a picture with or without a link and a caption of running text. */
function isPicture(figure: Element): boolean {
  const [picture, caption, ...others] = figure.childNodes;
  if (!picture || !isElement(picture) || !isLinkedPicture(picture) || others.length > 0) return false;
  return (
    !caption ||
    (isElement(caption) && caption.tagName === 'FIGCAPTION' && ![...caption.children].some(isBlock))
  );
}

/** Whether the editor would write the paragraph without its element (body-html.ts: `unwrapSingleParagraph`). */
function isUnwrapped(paragraph: Element): boolean {
  const { parentElement: holder } = paragraph;
  return holder !== null && /^(?:LI|TD|TH)$/.test(holder.tagName) && paragraph === holder.firstElementChild;
}

function frameTable(table: Element, caption: Element): void {
  if ([...caption.children].some(isBlock)) return;
  const owner = table.ownerDocument;
  const frame = owner.createElement('figure');
  frame.setAttribute(forms.frame, 'table');
  const text = owner.createElement('figcaption');
  text.append(...caption.childNodes);
  caption.remove();
  table.replaceWith(frame);
  frame.append(text, table);
}

/**
 * Whether the first row of a table is its head when the editor writes it. A browser cuts a merged cell off where the head
 * ends. An empty corner cell above a column of row headers may be a plain cell.
 */
export function hasHead(table: HTMLTableElement): boolean {
  const [first, ...rows] = table.rows;
  if (!first || rows.length === 0) return false;
  const cells = [...first.cells];
  const isHead = ({ tagName }: Element) => tagName === 'TH';
  return (
    cells.every(({ rowSpan }) => rowSpan === 1) &&
    cells.some(isHead) &&
    cells.every((cell, index) => isHead(cell) || (index === 0 && cell.textContent === ''))
  );
}

/** Marks the rows of a table whose head is not what the editor would make it. */
function markSections(table: HTMLTableElement): void {
  const rows = [...table.rows];
  const isInHead = (row: Element) => row.parentElement?.tagName === 'THEAD';
  const isExpected =
    table.tBodies.length <= 1 &&
    rows.every((row, index) => isInHead(row) === (index === 0 && hasHead(table)));
  if (isExpected || rows.some((row) => row.hasAttribute(forms.section))) return;
  for (const row of rows) row.setAttribute(forms.section, isInHead(row) ? 'head' : 'body');
  for (const { rows: part } of [...table.tBodies].slice(1)) part[0]?.setAttribute(forms.section, 'next');
}

/** Writes the parts of the editor's HTML as they were, in place. */
export function toStoredForm(body: Element): void {
  const all = (selector: string) => [...body.querySelectorAll(selector)];
  const owner = body.ownerDocument;
  for (const frame of all(`figure[${forms.frame}]`)) unframe(frame);
  for (const figure of all(`figure[${forms.plain}]`)) {
    const caption = figure.querySelector('figcaption');
    figure.removeAttribute(forms.plain);
    if (caption?.hasChildNodes() || figure.className !== '') continue;
    caption?.remove();
    const paragraph = owner.createElement('p');
    paragraph.append(...figure.childNodes);
    figure.replaceWith(paragraph);
  }
  // The server reads a mark beside a player as a part of its paragraph.
  for (const player of all('[data-paywall] + :is(video, audio), :is(video, audio):has(+ [data-paywall])')) {
    const paragraph = owner.createElement('p');
    player.replaceWith(paragraph);
    paragraph.append(player);
  }
  for (const code of all(`pre[${forms.bare}] > code`)) code.replaceWith(...code.childNodes);
  for (const bold of all(`strong[${forms.b}]`)) {
    const old = owner.createElement('b');
    old.append(...bold.childNodes);
    bold.replaceWith(old);
  }
  for (const name of [forms.loose, forms.bare, forms.section])
    for (const one of all(`[${name}]`)) one.removeAttribute(name);
}

function unframe(frame: Element): void {
  const isTable = frame.getAttribute(forms.frame) === 'table';
  frame.removeAttribute(forms.frame);
  if (!isTable) return;
  const owner = frame.ownerDocument;
  const table = [...frame.children].find(({ tagName }) => tagName === 'TABLE');
  for (const text of [...frame.children].filter(({ tagName }) => tagName === 'FIGCAPTION')) {
    if (!text.hasChildNodes()) {
      text.remove();
      continue;
    }
    // A caption whose table was deleted is a paragraph.
    const caption = owner.createElement(table ? 'caption' : 'p');
    caption.append(...text.childNodes);
    if (table) {
      table.prepend(caption);
      text.remove();
    } else text.replaceWith(caption);
  }
  frame.replaceWith(...frame.childNodes);
}

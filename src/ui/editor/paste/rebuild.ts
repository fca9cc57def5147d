import { stylesOf } from './dom.ts';

export type RebuildOptions = {
  /** Attributes that an element keeps. */
  attributes: ReadonlySet<string>;
  classes: RegExp;
};

const dropped = new Set(
  'style script xml title meta link head template col colgroup v:shapetype v:imagedata w:sdtpr'.split(' '),
);
const blocks = new Set(
  (
    'p h1 h2 h3 h4 h5 h6 ul ol li table thead tbody tfoot tr td th caption blockquote pre figure figcaption hr div ' +
    'video audio source iframe'
  ).split(' '),
);
const grouping = new Set(
  'section article main header footer aside nav address dl dt dd center details summary fieldset form'.split(
    ' ',
  ),
);
const kept = new Set('a img br'.split(' '));

/** The formatting that applies to a text, outermost first. */
const markTags = ['strong', 'em', 's', 'u', 'sup', 'sub', 'code'] as const;
type MarkTag = (typeof markTags)[number];
type Marks = Readonly<Partial<Record<MarkTag, true>>>;

const markOfTag: Readonly<Record<string, MarkTag>> = {
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  s: 's',
  strike: 's',
  del: 's',
  u: 'u',
  sup: 'sup',
  sub: 'sub',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
};

type State = { marks: Marks; isHeading: boolean; isLink: boolean };

/**
 * Copies what the editor knows of a document into a new element, in one pass: structure, links, pictures and the allowed
 * attributes, and formatting from tags and styles alike. Everything else leaves only its text.
 */
export function rebuild(from: Element, options: RebuildOptions): HTMLElement {
  const into = from.ownerDocument.createElement('body');
  copyChildren(from, into, { marks: {}, isHeading: false, isLink: false }, options);
  return into;
}

function copyChildren(from: Node, into: Element, state: State, options: RebuildOptions): void {
  for (let node = from.firstChild; node; node = node.nextSibling)
    if (node.nodeType === 3) addText(into, node.nodeValue ?? '', state.marks);
    else if (node instanceof Element) copyElement(node, into, state, options);
}

function copyElement(element: Element, into: Element, state: State, options: RebuildOptions): void {
  const tag = element.tagName.toLowerCase();
  const styles = stylesOf(element);
  if (dropped.has(tag) || styles.get('display') === 'none' || styles.get('mso-hide') === 'all') return;
  // Word Online marks the end of a paragraph with a space.
  if (element.classList.contains('EOP') && !element.textContent?.trim()) return;
  const owner = element.ownerDocument;
  if (tag === 'pre') {
    into.append(copyCode(element));
    return;
  }
  if (tag === 'sup' && element.className === 'fn') {
    into.append(element.cloneNode(true));
    return;
  }
  const isSite = tag === 'small' && into.classList.contains('bookmark');
  if (kept.has(tag) || blocks.has(tag) || isSite || (tag === 'span' && hasAllowed(element, options))) {
    const copy = withAllowed(owner.createElement(tag), element, options);
    const isHeading = /^h[1-6]$/.test(tag);
    const marks = tag === 'a' ? state.marks : marksOf(element, tag, styles, state);
    into.append(copy);
    const isFormula = copy.hasAttribute('data-tex');
    if (!isFormula)
      copyChildren(
        element,
        copy,
        { marks, isHeading: state.isHeading || isHeading, isLink: state.isLink || tag === 'a' },
        options,
      );
    return;
  }
  const marks = marksOf(element, tag, styles, state);
  if (!grouping.has(tag)) {
    copyChildren(element, into, { ...state, marks }, options);
    return;
  }
  const box = owner.createElement('div');
  into.append(box);
  copyChildren(element, box, { ...state, marks }, options);
}

/** Formatting comes from the tag and is overruled by the style: Google Docs wraps everything in a `b` of normal weight. */
function marksOf(element: Element, tag: string, styles: ReadonlyMap<string, string>, state: State): Marks {
  const marks: Partial<Record<MarkTag, true>> = { ...state.marks };
  const mark = markOfTag[tag];
  if (mark) marks[mark] = true;
  if (styles.size > 0) {
    const weight = styles.get('font-weight');
    if (weight) setMark(marks, 'strong', /^(?:bold|[6-9]00)/.test(weight));
    const slant = styles.get('font-style');
    if (slant) setMark(marks, 'em', /^(?:italic|oblique)/.test(slant));
    const line = `${styles.get('text-decoration') ?? ''} ${styles.get('text-decoration-line') ?? ''}`;
    if (/line-through/.test(line)) marks.s = true;
    if (/underline/.test(line) && !isLinkText(element, state)) marks.u = true;
    const align = styles.get('vertical-align');
    if (align === 'super' || align === 'sub') marks[align === 'super' ? 'sup' : 'sub'] = true;
  }
  if (/^h[1-6]$/.test(tag) || state.isHeading || tag === 'th') delete marks.strong;
  if (state.isLink) delete marks.u;
  return marks;
}

// Word and Google Docs underline links by style.
const isLinkText = (element: Element, { isLink }: State): boolean =>
  isLink || (element.childElementCount === 1 && element.firstElementChild?.tagName === 'A');

function setMark(marks: Partial<Record<MarkTag, true>>, mark: MarkTag, isOn: boolean): void {
  if (isOn) marks[mark] = true;
  else delete marks[mark];
}

/** Adds text in the elements of its formatting, and continues those of the text before: WeChat sets span by character. */
function addText(into: Element, text: string, marks: Marks): void {
  if (text === '') return;
  let target = into;
  for (const mark of markTags) {
    if (!marks[mark]) continue;
    const last = target.lastChild;
    if (last instanceof Element && last.tagName.toLowerCase() === mark) target = last;
    else {
      const element = into.ownerDocument.createElement(mark);
      target.append(element);
      target = element;
    }
  }
  target.append(text);
}

function hasAllowed(element: Element, options: RebuildOptions): boolean {
  return options.classes.test(element.className) || element.hasAttribute('data-tex');
}

function withAllowed(
  copy: HTMLElement,
  element: Element,
  { attributes, classes }: RebuildOptions,
): HTMLElement {
  for (const { name, value } of element.attributes)
    if (attributes.has(name) || (name === 'class' && classes.test(value))) copy.setAttribute(name, value);
  return copy;
}

/** Copies code with its lines: Feishu sets each in a `div`. */
function copyCode(pre: Element): HTMLElement {
  const owner = pre.ownerDocument;
  const lines: string[] = [];
  const read = (node: Node) => {
    for (const child of node.childNodes)
      if (child.nodeType === 3) lines.push(child.nodeValue ?? '');
      else if (child instanceof Element) {
        if (child.tagName === 'BR') lines.push('\n');
        else read(child);
        if (/^(?:DIV|P|LI)$/.test(child.tagName) && child.nextSibling) lines.push('\n');
      }
  };
  read(pre);
  const code = owner.createElement('code');
  code.textContent = lines.join('');
  const language = /\blanguage-([\w+#-]{1,30})/.exec(pre.querySelector('code')?.className ?? '')?.[0];
  if (language && language !== 'language-plaintext') code.className = language;
  const copy = owner.createElement('pre');
  copy.append(code);
  return copy;
}

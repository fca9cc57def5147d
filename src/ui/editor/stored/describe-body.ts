/** Attributes that a body keeps; the server derives all others from them (features/posts/body). */
const attributes = (
  'alt class colspan data-callout data-embed data-size data-tex data-video height href id poster reversed rowspan scope ' +
  'src start title type width'
).split(' ');
/** Values that say nothing. */
const defaults: Readonly<Record<string, string>> = { alt: '', colspan: '1', rowspan: '1', start: '1' };
const derivedClasses = new Set(['table', 'quote', 'figure', 'figure__cap', 'embed']);

const blockTags = new Set(
  'P H1 H2 H3 H4 H5 H6 BLOCKQUOTE FOOTER UL OL LI TABLE THEAD TBODY TR TH TD CAPTION FIGURE FIGCAPTION PRE HR DIV'.split(
    ' ',
  ),
);
const mixedTags = new Set(['LI', 'TD', 'TH', 'CAPTION', 'FIGCAPTION', 'FOOTER']);

export const isElement = (node: Node): node is Element => node.nodeType === 1;
export const isText = (node: Node): node is Text => node.nodeType === 3;
/** A stored body has no other comments than the paywall mark. */
export const isMark = (node: Node): node is Comment => node.nodeType === 8;
export const isBlock = (node: Node): boolean => isElement(node) && blockTags.has(node.tagName);

/**
 * Describes the blocks of a body. Two bodies with equal descriptions are the same for a reader: the server stores the
 * same structure, texts, formatting, links and files for both. The order in which formatting is nested, and white space
 * that a browser collapses, make no difference.
 */
export function describeBlocks(nodes: Iterable<Node>): string[] {
  const out: string[] = [];
  let run: Node[] = [];
  const flush = () => {
    const text = describeInline(run);
    if (text !== '') out.push(`p(${text})`);
    run = [];
  };
  for (const node of nodes) {
    if (isElement(node) && node.classList.contains('table-wrap')) {
      flush();
      out.push(...describeBlocks(node.childNodes));
    } else if (isElement(node) && isBlock(node)) {
      flush();
      const text = describeBlock(node);
      if (text !== '') out.push(text);
    } else if (isMark(node)) {
      flush();
      out.push('mark');
    } else run.push(node);
  }
  flush();
  return out;
}

function describeBlock(block: Element): string {
  const { tagName: tag } = block;
  if (tag === 'P') {
    const text = describeInline(block.childNodes);
    return text && `p(${text})`;
  }
  return `${describeTag(block)}(${describeContent(block)})`;
}

function describeContent(block: Element): string {
  const { tagName: tag } = block;
  if (block.matches('.math')) return '';
  if (/^H\d$/.test(tag)) return describeInline(block.childNodes);
  if (tag === 'PRE') return describeCode(block);
  if (tag === 'TABLE') return describeTable(block);
  if (tag === 'FIGURE') return describeFigure(block);
  if (mixedTags.has(tag) && ![...block.children].some(isBlock)) return describeInline(block.childNodes);
  return describeBlocks(block.childNodes).join();
}

function describeCode(block: Element): string {
  const [only, ...others] = block.childNodes;
  const isPlain = only && isElement(only) && only.tagName === 'CODE' && others.length === 0;
  return isPlain
    ? `${describeTag(only)}${describeInline(only.childNodes, true)}`
    : describeInline(block.childNodes, true);
}

function describeTable(table: Element): string {
  return [...table.childNodes]
    .flatMap((part) => {
      if (!isElement(part)) return isMark(part) ? ['mark'] : [];
      if (part.tagName === 'CAPTION') return [describeBlock(part)];
      return part.childElementCount === 0 ? [] : [describeBlock(part)];
    })
    .join();
}

/** The parts of a figure are not paragraphs. */
function describeFigure(figure: Element): string {
  const isEmbed = figure.hasAttribute('data-embed');
  const out: string[] = [];
  let run: Node[] = [];
  const flush = () => {
    out.push(describeInline(run));
    run = [];
  };
  for (const part of figure.childNodes) {
    if (isEmbed && !(isElement(part) && part.tagName === 'FIGCAPTION')) continue;
    if (isElement(part) && (isBlock(part) || part.classList.contains('table-wrap'))) {
      flush();
      if (part.tagName !== 'FIGCAPTION' || part.hasChildNodes()) out.push(...describeBlocks([part]));
    } else run.push(part);
  }
  flush();
  return out.filter(Boolean).join();
}

function describeTag(element: Element): string {
  const { tagName: tag } = element;
  const parts = attributes.flatMap((name) => {
    let value = element.getAttribute(name);
    if (value === null || defaults[name] === value) return [];
    if (name === 'class')
      value = value
        .split(' ')
        .filter((one) => one !== '' && !derivedClasses.has(one))
        .join(' ');
    if (name === 'class' && value === '') return [];
    // The server numbers headings and the references of footnotes.
    if (name === 'id' && (/^H\d$/.test(tag) || element.parentElement?.matches('sup.fn'))) return [];
    return [`${name}=${JSON.stringify(value)}`];
  });
  return [tag.toLowerCase(), ...parts].join(' ');
}

/** Describes running text as stretches with the same formatting. */
function describeInline(nodes: Iterable<Node>, isCode = false): string {
  const runs: { marks: string; text: string }[] = [];
  const add = (text: string, marks: string) => {
    const last = runs.at(-1);
    if (last?.marks === marks) last.text += text;
    else if (text !== '') runs.push({ marks, text });
  };
  let isAfterSpace = !isCode;
  const walk = (list: Iterable<Node>, marks: readonly string[]) => {
    const key = [...new Set(marks)].sort().join('|');
    for (const node of list) {
      if (isText(node)) {
        let text = isCode ? node.data : node.data.replace(/[ \t\n\f\r]+/g, ' ');
        if (isAfterSpace && text.startsWith(' ') && !isCode) text = text.slice(1);
        if (text !== '') isAfterSpace = text.endsWith(' ');
        add(text, key);
        continue;
      }
      if (isMark(node)) add('\u0001mark', '');
      if (!isElement(node)) continue;
      if (node.tagName === 'BR') add('\n', '');
      else if (node.matches('img, video, audio, .math')) add(`\u0001${describeTag(node)}`, key);
      else {
        walk(node.childNodes, [...marks, describeTag(node)]);
        continue;
      }
      isAfterSpace = false;
    }
  };
  walk(nodes, []);
  const last = runs.at(-1);
  if (last && !isCode) last.text = last.text.replace(/ $/, '');
  return runs
    .filter(({ text }) => text !== '')
    .map(({ marks, text }) => `${marks}:${JSON.stringify(text)}`)
    .join();
}

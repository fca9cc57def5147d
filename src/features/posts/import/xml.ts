import { SaxesParser } from 'saxes';

export type XmlNode = {
  name: string;
  attrs: Record<string, string>;
  kids: (string | XmlNode)[];
  /** Where it begins. */
  line: number;
  /** What is wrong with it, in Chinese; then its content cannot be relied on. */
  error?: string;
  /** The file ends inside it, or before its own end. */
  isCut?: true;
};

/** Nothing an export writes nests so deep; what lies deeper is left out. */
const maxDepth = 100;
/** Open elements at which the file is given up: the parser reports every one that the file does not close. */
const maxOpen = 10_000;

// XML knows five; feeds use HTML's all the same.
const entities = {
  nbsp: '\u00a0',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  ldquo: '“',
  rdquo: '”',
  lsquo: '‘',
  rsquo: '’',
  middot: '·',
  copy: '©',
};

/**
 * Reads XML as a stream and answers each outermost element whose name is wanted, with everything inside. Odd
 * characters are let through; an element whose tags do not match, or that the end of the file cuts off, comes with an
 * `error`. When the file ends early outside such elements the last answer is an empty one named `''` with an error.
 */
export async function* readXml(
  text: AsyncIterable<string>,
  wanted: ReadonlySet<string>,
): AsyncGenerator<XmlNode> {
  const parser = new SaxesParser();
  Object.assign(parser.ENTITIES, entities);
  const ready: XmlNode[] = [];
  const open: XmlNode[] = [];
  let depth = 0;
  let depthBelow = 0;
  let structural: string | undefined;
  parser.on('error', ({ message }) => {
    if (!/tag|attribute/.test(message)) return;
    structural ??= `XML 有误（${message}）`;
    if (open[0]) open[0].error ??= structural;
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth++;
    if (open.length === 0 && !wanted.has(name)) return;
    if (open.length >= maxDepth) {
      depthBelow++;
      return;
    }
    const node: XmlNode = { name, attrs: attributes as Record<string, string>, kids: [], line: parser.line };
    open.at(-1)?.kids.push(node);
    open.push(node);
  });
  parser.on('closetag', () => {
    depth--;
    if (depthBelow > 0) {
      depthBelow--;
      return;
    }
    const node = open.pop();
    if (node && open.length === 0) ready.push(node);
  });
  const add = (part: string) => {
    open.at(-1)?.kids.push(part);
  };
  parser.on('text', add);
  parser.on('cdata', add);
  for await (const part of text) {
    parser.write(part);
    yield* ready.splice(0);
    if (depth > maxOpen) return yield { ...tooDeep, line: parser.line };
  }
  const line = parser.line;
  structural = undefined;
  parser.close();
  yield* ready.splice(0);
  const [cut] = open;
  if (cut) yield { ...cut, error: '文件在这里中断，这一篇不完整', isCut: true };
  else if (structural)
    yield { name: '', attrs: {}, kids: [], line, error: '文件不完整：结尾缺失', isCut: true };
}

const tooDeep: Omit<XmlNode, 'line'> = {
  name: '',
  attrs: {},
  kids: [],
  error: 'XML 嵌套过深，没有读下去',
  isCut: true,
};

export function child(node: XmlNode, name: string): XmlNode | undefined {
  return children(node, name)[0];
}

export function children(node: XmlNode, name: string): XmlNode[] {
  return node.kids.filter((kid): kid is XmlNode => typeof kid !== 'string' && kid.name === name);
}

/** The text of a child, trimmed; empty when there is none. */
export function textOf(node: XmlNode, name: string): string {
  const found = child(node, name);
  return found ? allText(found).trim() : '';
}

function allText(node: XmlNode): string {
  return node.kids.map((kid) => (typeof kid === 'string' ? kid : allText(kid))).join('');
}

/** The markup inside a node (Atom's `xhtml` content), without namespace prefixes. */
export function innerMarkup(node: XmlNode): string {
  return node.kids
    .map((kid) => {
      if (typeof kid === 'string') return escapeXml(kid);
      const name = kid.name.replace(/^.*:/, '');
      const attrs = Object.entries(kid.attrs).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
      return `<${name}${attrs.join('')}>${innerMarkup(kid)}</${name}>`;
    })
    .join('');
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

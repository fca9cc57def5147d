import { SaxesParser } from 'saxes';

export type XmlNode = {
  name: string;
  attrs: Record<string, string>;
  kids: (string | XmlNode)[];
  /** The line on which the element begins. */
  line: number;
  /** A Chinese message if the element is malformed; its content is then unreliable. */
  error?: string;
  /** True if the file ends inside the element or before its own end. */
  isTruncated?: true;
};

/** No export nests this deep; deeper content is dropped. */
const maxDepth = 100;
/** Limit of open elements at which the file is abandoned, because the parser reports every one left unclosed. */
const maxOpen = 10_000;

// XML defines five entities, but feeds also use those of HTML.
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
 * Reads XML as a stream and yields each outermost element with a wanted name and all its content. Tolerates odd
 * characters. An element with mismatched tags, or cut off by the end of the file, has an `error`. If the file ends
 * early outside such elements, the last yield is an empty element named `''` with an error.
 */
export async function* readXml(
  text: AsyncIterable<string>,
  names: ReadonlySet<string>,
): AsyncGenerator<XmlNode> {
  const parser = new SaxesParser();
  Object.assign(parser.ENTITIES, entities);
  const ready: XmlNode[] = [];
  const open: XmlNode[] = [];
  let depth = 0;
  let depthBelow = 0;
  let structureError: string | undefined;
  parser.on('error', ({ message }) => {
    if (!/tag|attribute/.test(message)) return;
    structureError ??= `XML 有误（${message}）`;
    if (open[0]) open[0].error ??= structureError;
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth++;
    if (open.length === 0 && !names.has(name)) return;
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
  structureError = undefined;
  parser.close();
  yield* ready.splice(0);
  const [unclosed] = open;
  if (unclosed) yield { ...unclosed, error: '文件在这里中断，这一篇不完整', isTruncated: true };
  else if (structureError)
    yield { name: '', attrs: {}, kids: [], line, error: '文件不完整：结尾缺失', isTruncated: true };
}

const tooDeep: Omit<XmlNode, 'line'> = {
  name: '',
  attrs: {},
  kids: [],
  error: 'XML 嵌套过深，没有读下去',
  isTruncated: true,
};

export function child(node: XmlNode, name: string): XmlNode | undefined {
  return children(node, name)[0];
}

export function children(node: XmlNode, name: string): XmlNode[] {
  return node.kids.filter((kid): kid is XmlNode => typeof kid !== 'string' && kid.name === name);
}

/** Returns the trimmed text of a child; empty if there is none. */
export function textOf(node: XmlNode, name: string): string {
  const found = child(node, name);
  return found ? allText(found).trim() : '';
}

function allText(node: XmlNode): string {
  return node.kids.map((kid) => (typeof kid === 'string' ? kid : allText(kid))).join('');
}

/** Returns the markup inside a node (Atom's `xhtml` content) without namespace prefixes. */
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

import { SaxesParser } from 'saxes';

export type XmlNode = {
  /**
   * The local name after the usual prefix of its namespace, whatever prefix the file has: `content:encoded`. RSS and what
   * belongs to no namespace have no prefix, an unknown namespace has `other:`.
   */
  name: string;
  /** By name; those of no namespace have no prefix. */
  attrs: Record<string, string>;
  kids: (string | XmlNode)[];
  /** The line on which the element begins. */
  line: number;
  /** A Chinese message if the element is malformed; its content is then unreliable. */
  error?: string;
  /** True if the file ends inside the element or before its own end. */
  isTruncated?: true;
  /** Of an outermost element: the name of the one around it, and `xml:base` of those around it, the outermost first. */
  within?: { name: string; bases: readonly string[] };
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

/** The usual prefixes of namespaces, without scheme and closing sign, by which files in practice differ. */
const namespaces: readonly [usual: RegExp, prefix: string][] = [
  [/^www\.w3\.org\/2005\/atom$|^purl\.org\/atom\/ns$/, 'atom'],
  [/^purl\.org\/rss\/1\.0\/modules\/content$/, 'content'],
  [/^purl\.org\/dc\/elements\/1\.[01]$/, 'dc'],
  [/^purl\.org\/dc\/terms$/, 'dcterms'],
  [/^search\.yahoo\.com\/mrss$/, 'media'],
  [/^wordpress\.org\/export\/[\d.]+$/, 'wp'],
  [/^wordpress\.org\/export\/[\d.]+\/excerpt$/, 'excerpt'],
  [/^www\.w3\.org\/1999\/02\/22-rdf-syntax-ns$/, 'rdf'],
  [/^www\.w3\.org\/2007\/app$|^purl\.org\/atom\/app$/, 'app'],
  [/^www\.w3\.org\/1999\/xhtml$/, 'xhtml'],
  [/^www\.w3\.org\/xml\/1998\/namespace$/, 'xml'],
  [/^www\.w3\.org\/2000\/xmlns$/, 'xmlns'],
  [
    /^$|^purl\.org\/rss\/1\.0$|^(?:my|channel)\.netscape\.com\/rdf\/simple\/0\.9$|^backend\.userland\.com\/rss2?$/,
    '',
  ],
];
const usualPrefixes = new Map<string, string>();

function usualPrefix(uri: string): string {
  const known = usualPrefixes.get(uri);
  if (known !== undefined) return known;
  const bare = uri
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/#]+$/, '');
  const prefix = namespaces.find(([usual]) => usual.test(bare))?.[1] ?? 'other';
  // A file may declare any number.
  if (usualPrefixes.size < 1000) usualPrefixes.set(uri, prefix);
  return prefix;
}

/** A file that does not declare these prefixes means the usual namespaces. */
const undeclared = new Map([
  ['atom', 'http://www.w3.org/2005/Atom'],
  ['content', 'http://purl.org/rss/1.0/modules/content/'],
  ['dc', 'http://purl.org/dc/elements/1.1/'],
  ['dcterms', 'http://purl.org/dc/terms/'],
  ['media', 'http://search.yahoo.com/mrss/'],
  ['wp', 'http://wordpress.org/export/1.2/'],
  ['excerpt', 'http://wordpress.org/export/1.2/excerpt/'],
  ['rdf', 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'],
  ['app', 'http://www.w3.org/2007/app'],
  ['', ''],
]);

function openParser() {
  const parser = new SaxesParser({
    xmlns: true,
    resolvePrefix: (prefix: string) => undeclared.get(prefix) ?? `undeclared:${prefix}`,
  });
  Object.assign(parser.ENTITIES, entities);
  return parser;
}

/** What these say about publicity counts whatever they are declared to be, so that nothing private becomes public. */
const guarded = new Set(['wp', 'app']);

/** Returns the usual prefix of a namespace. One that is no absolute address, as in edited files, is known by its prefix. */
function prefixOf({ uri, prefix }: { uri: string; prefix: string }): string {
  const usual = usualPrefix(uri);
  const isBelieved =
    usual === 'other' && undeclared.has(prefix) && (guarded.has(prefix) || !uri.includes(':'));
  return isBelieved ? prefix : usual;
}

/** Names elements of one file: what its root declares without a prefix is the vocabulary of the root. */
function createNaming() {
  let own: { uri: string; prefix: string } | undefined;
  return (tag: { uri: string; prefix: string; local: string }): string => {
    const { uri, local } = tag;
    own ??= { uri, prefix: local === 'feed' || local === 'entry' ? 'atom' : '' };
    const usual = prefixOf(tag);
    const prefix = uri === own.uri && (usual === '' || usual === 'other') ? own.prefix : usual;
    return prefix === '' ? local : `${prefix}:${local}`;
  };
}

/** What is outermost in RSS (0.9 to 2.0), Atom and the exports of WordPress. */
export const feedRoots: ReadonlySet<string> = new Set([
  'rss',
  'channel',
  'rdf:RDF',
  'atom:feed',
  'atom:entry',
]);

/** Finds the first element with one of these names at the beginning of a file, and the prefixes of all it declares. */
export function findRoot(
  head: string,
  names: ReadonlySet<string>,
): { name: string; prefixes: ReadonlySet<string> } | null {
  const parser = openParser();
  const nameOf = createNaming();
  let root: { name: string; prefixes: ReadonlySet<string> } | null = null;
  parser.on('error', () => undefined);
  parser.on('opentag', (tag) => {
    const name = nameOf(tag);
    if (names.has(name))
      root ??= {
        name,
        prefixes: new Set(Object.entries(tag.ns).map(([prefix, uri]) => prefixOf({ prefix, uri }))),
      };
  });
  // The beginning alone: the file goes on, so it is not closed.
  parser.write(head);
  return root;
}

/**
 * Reads XML as a stream and yields each outermost element with a wanted name and all its content. Tolerates odd
 * characters. An element with mismatched tags, or cut off by the end of the file, has an `error`. If the file ends
 * early outside such elements, the last yield is an empty element named `''` with an error.
 */
export async function* readXml(
  text: AsyncIterable<string>,
  names: ReadonlySet<string>,
): AsyncGenerator<XmlNode> {
  const parser = openParser();
  const nameOf = createNaming();
  const ready: XmlNode[] = [];
  const open: XmlNode[] = [];
  /** The elements around the next one, with their bases. */
  const around: { name: string; base: string | undefined }[] = [];
  let depthBelow = 0;
  let structureError: string | undefined;
  parser.on('error', ({ message }) => {
    if (!/tag|attribute/.test(message)) return;
    structureError ??= `XML 有误（${message}）`;
    if (open[0]) open[0].error ??= structureError;
  });
  parser.on('opentag', (tag) => {
    const name = nameOf(tag);
    const attrs = Object.fromEntries(
      Object.values(tag.attributes).map(({ uri, local, value }) => [
        [usualPrefix(uri), local].filter((part) => part !== '').join(':'),
        value,
      ]),
    );
    around.push({ name, base: attrs['xml:base'] });
    // The parser looks for a namespace in all elements around, so it is not let deeper.
    if (around.length > maxOpen) throw new TooDeep();
    if (open.length === 0 && !names.has(name)) return;
    if (open.length >= maxDepth) {
      depthBelow++;
      return;
    }
    const node: XmlNode = {
      name,
      attrs,
      kids: [],
      line: parser.line,
      ...(open.length === 0 && { within: surroundings(around.slice(0, -1)) }),
    };
    open.at(-1)?.kids.push(node);
    open.push(node);
  });
  parser.on('closetag', () => {
    around.pop();
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
    const isTooDeep = !writeTo(parser, part);
    yield* ready.splice(0);
    if (isTooDeep) return yield { ...tooDeep, line: parser.line };
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

class TooDeep extends Error {}

/** @returns false if the file nests too deeply */
function writeTo(parser: { write(part: string): unknown }, part: string): boolean {
  try {
    parser.write(part);
    return true;
  } catch (error) {
    if (error instanceof TooDeep) return false;
    throw error;
  }
}

const surroundings = (around: readonly { name: string; base: string | undefined }[]) => ({
  name: around.at(-1)?.name ?? '',
  bases: around.flatMap(({ base }) => base ?? []),
});

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

/** Returns the text of a node and of all in it. */
export function allText(node: XmlNode): string {
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

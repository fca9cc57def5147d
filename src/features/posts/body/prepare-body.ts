import { countWords } from '#shared/text/count-words.ts';
import { cleanText } from '#shared/text/normalise.ts';
import { cutBody, readPlainText } from './cut.ts';
import { guardMarkup, textOfBomb } from './guard.ts';
import { readMarkdown } from './markdown.ts';
import { sanitiseMarkup } from './sanitise.ts';
import { toHtml, toSource, toText } from './serialise.ts';
import { shapeBody } from './shape.ts';
import { type El, element, headingTags, isMark, mark, markTag, type Node, parseTree } from './tree.ts';

export type BodyFormat = 'html' | 'markdown' | 'text';

/** `locked`: its section lies behind the cut; its words are shown in teasers all the same (PRODUCT §3). */
export type Heading = { id: string; level: 2 | 3 | 4; text: string; locked: boolean };

/** A link to a file; `size` in bytes where the author's link says it. The address is for those who may read. */
export type Attachment = { name: string; url: string; size?: number };

export type PreparedBody = {
  /** The whole body, sanitised, ready to be shown; without paywall mark. */
  html: string;
  /** The same with its paywall mark, for whoever edits it; null without one, since then it is `html`. */
  sourceHtml: string | null;
  /** What anyone may read: up to the mark, else the first 30 %, at most 300 characters; well-formed. */
  openHtml: string;
  /** Plain text of `openHtml`, of the rest, and of the whole. */
  openText: string;
  lockedText: string;
  text: string;
  headings: Heading[];
  /** 字数 of the whole, and of the locked rest. */
  wordCount: number;
  lockedWordCount: number;
  /** Addresses of the pictures, each once, in order of appearance. */
  images: string[];
  attachments: Attachment[];
  elementCount: number;
  /** Links of any kind, a repeated address each time. */
  linkCount: number;
};

/** `origin`: the portal's own, whose absolute links are kept as inner ones. */
export type BodyInput = { body: string; format: BodyFormat; origin?: string };

/** Other addresses for pictures: a new one, with its size in pixels where known, or null for a link in its place. */
export type ImageReplacements = ReadonlyMap<string, { src: string; width?: number; height?: number } | null>;

// A paid text that is copied brings along what it is traced by (features/leaks); kept in a body, that would speak against
// whoever copied it whenever somebody else's copy comes out. No script has runs of joiners.
const imprints = /[\u200c\u200d]{16,}/gu;

/**
 * Turns what an author or an importer hands in into what is kept; foreign markup is sanitised here, once, on the
 * way in. Never throws, takes time about linear in the length, and repeated on its own `html` answers the same
 * `html`. Nothing behind the paywall mark reaches `openHtml` or `openText`, neither as text nor in an attribute.
 */
export function prepareBodySync(input: BodyInput): PreparedBody {
  const { tree, hasMark } = readBody(cleanText(input.body).replace(imprints, ''), input.format);
  const body = shapeBody(tree, { origin: input.origin });
  const found = collect(body);
  // A mark the sanitiser swallowed (inside a dropped element) still means that the rest is locked.
  const isMarkLost = hasMark && !found.hasMark;
  const marked = isMarkLost ? [mark(), ...body] : body;
  const { open, openHeadings } = cutBody(marked, hasMark || found.hasMark);
  const text = toText(body).trimEnd();
  const openText = toText(open).trimEnd();
  const lockedText = text.slice(openText.length).trim();
  return {
    html: toHtml(body),
    sourceHtml: hasMark || found.hasMark ? toSource(marked) : null,
    openHtml: toHtml(open),
    openText,
    lockedText,
    text,
    headings: found.headings.map((el) => ({
      id: el.attrs.id ?? '',
      level: Number(el.tag[1]) as 2 | 3 | 4,
      text: toText(el.kids).replace(/\s+/g, ' ').trim(),
      locked: !openHeadings.has(el),
    })),
    wordCount: countWords(text),
    lockedWordCount: countWords(lockedText),
    images: [...found.images],
    attachments: [...found.attachments.values()],
    elementCount: found.elementCount,
    linkCount: found.linkCount,
  };
}

function readBody(body: string, format: BodyFormat): { tree: Node[]; hasMark: boolean } {
  if (format === 'text') return { tree: readPlainText(body), hasMark: false };
  const guarded = guardMarkup(format === 'markdown' ? readMarkdown(body) : body);
  if (guarded.isBomb) return { tree: readPlainText(textOfBomb(guarded.html)), hasMark: false };
  return { tree: parseTree(sanitiseMarkup(guarded.html)), hasMark: guarded.hasMark };
}

type Found = {
  headings: El[];
  images: Set<string>;
  attachments: Map<string, Attachment>;
  elementCount: number;
  linkCount: number;
  hasMark: boolean;
};

/** Gathers what hangs on a body, and gives its headings their ids (`s1`, `s2` …), which links to them follow. */
function collect(body: Node[]): Found {
  const found: Found = {
    headings: [],
    images: new Set(),
    attachments: new Map(),
    elementCount: 0,
    linkCount: 0,
    hasMark: false,
  };
  const renamed = new Map<string, string>();
  const innerLinks: El[] = [];
  const walk = (nodes: Node[]) => {
    for (const node of nodes) {
      if (typeof node === 'string') continue;
      found.elementCount += 1;
      if (node.tag === 'a') found.linkCount += 1;
      if (isMark(node)) found.hasMark = true;
      else if (headingTags.has(node.tag)) {
        found.headings.push(node);
        const id = `s${found.headings.length}`;
        if (node.attrs.id && !renamed.has(node.attrs.id)) renamed.set(node.attrs.id, id);
        node.attrs = { id };
      } else if (node.tag === 'img' && node.attrs.src) found.images.add(node.attrs.src);
      else if (node.tag === 'a' && node.attrs.href?.startsWith('#')) innerLinks.push(node);
      else if (node.tag === 'a') noteAttachment(node, found.attachments);
      walk(node.kids);
    }
  };
  walk(body);
  for (const link of innerLinks) {
    const id = renamed.get(decodeFragment(link.attrs.href?.slice(1) ?? ''));
    if (id) link.attrs = { ...link.attrs, href: `#${id}` };
  }
  return found;
}

const fileEnding = /\.(?:pdf|docx?|xlsx?|pptx?|csv|zip|rar|7z|gz|epub|txt)$/i;

/** Each address once, under the name it is first linked by. */
function noteAttachment(link: El, attachments: Map<string, Attachment>): void {
  const url = link.attrs.href ?? '';
  const path = url.split(/[?#]/, 1)[0] ?? '';
  if (attachments.has(url) || !fileEnding.test(path)) return;
  const name =
    toText(link.kids).replace(/\s+/g, ' ').trim() || decodeFragment(path.slice(path.lastIndexOf('/') + 1));
  const size = link.attrs['data-size'];
  attachments.set(url, { name, url, ...(size ? { size: Number(size) } : {}) });
}

function decodeFragment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const linkTo = ({ attrs }: El): El =>
  element('a', { href: attrs.src ?? '' }, [attrs.alt ? `图片：${attrs.alt}` : '图片']);

const sourceMark = '<!--paywall-->';

/** Other addresses for the pictures of a prepared body, e.g. after they were stored with us; others stay as they are. */
export function replaceImagesSync(html: string, replacements: ImageReplacements): string {
  const walk = (nodes: Node[]): Node[] =>
    nodes.map((node) => {
      if (typeof node === 'string') return node;
      const made = node.tag === 'img' ? replacements.get(node.attrs.src ?? '') : undefined;
      if (made === null) return linkTo(node);
      if (made === undefined) return { ...node, kids: walk(node.kids) };
      const { src, ...size } = made;
      const sizes = Object.entries(size).map(([name, value]) => [name, String(value)]);
      return element('img', { ...node.attrs, src, ...Object.fromEntries(sizes) }, []);
    });
  const body = shapeBody(walk(parseTree(html.replace(sourceMark, `<${markTag}></${markTag}>`))), {});
  return collect(body).hasMark ? toSource(body) : toHtml(body);
}

import { countWords } from '#shared/text/count-words.ts';
import { stripControlCharacters } from '#shared/text/normalise.ts';
import type { Unseen } from '#shared/unseen.ts';
import { cutBody, readPlainText, summarise } from './cut.ts';
import { guardMarkup, textOfNestingBomb } from './guard.ts';
import { readMarkdown } from './markdown.ts';
import { sanitiseMarkup } from './sanitise.ts';
import { toHtml, toSource, toText } from './serialise.ts';
import { shapeBody } from './shape.ts';
import {
  type El,
  element,
  embedOf,
  headingTags,
  isMark,
  mark,
  markTag,
  type Node,
  parseTree,
  withoutNoteLinks,
} from './tree.ts';
import { listUnseen } from './unseen.ts';

export type BodyFormat = 'html' | 'markdown' | 'text';

/**
 * `locked`: the section lies behind the cut; teasers show the words of its heading all the same (docs/product.md §13).
 */
export type Heading = { id: string; level: 2 | 3 | 4; text: string; locked: boolean };

/** A link to a file; `size` in bytes if the author's link states it. Only readers of the whole post get the address. */
export type Attachment = { name: string; url: string; size?: number };

export type PreparedBody = {
  /** The whole sanitised body, ready to display, without the paywall mark. */
  html: string;
  /** The body with its paywall mark, for the editor; null without a mark, because it then equals `html`. */
  sourceHtml: string | null;
  /** What anyone may read: up to the mark, else the sentences within 30 % and 300 characters; well-formed. */
  openHtml: string;
  /** Plain text of `openHtml`, of the rest, and of the whole. */
  openText: string;
  lockedText: string;
  text: string;
  /**
   * Summaries of `openText` and of `text`, empty where they would say nothing; only readers of the whole post may see the
   * latter (docs/product.md §13).
   */
  openSummary: string;
  fullSummary: string;
  headings: Heading[];
  /** Word count (字数) of the whole and of the locked rest. */
  wordCount: number;
  lockedWordCount: number;
  /** Addresses of the pictures, each once, in order of appearance. */
  images: string[];
  attachments: Attachment[];
  elementCount: number;
  /** Number of links of any kind, repeated addresses included. */
  linkCount: number;
  embedCount: number;
  /** What readers will not see, though the author put it there. */
  unseen: Unseen[];
};

/**
 * `origin`: the portal's own; absolute links to it become internal links. `base`, of a foreign document: what its addresses
 * are relative to, so that none of them leads to this site; if it is empty, relative ones are left out.
 */
export type BodyInput = { body: string; format: BodyFormat; origin?: string; base?: string | undefined };

/**
 * Replacements for picture addresses: a new one, with its size in pixels if known, or null to turn the picture into a
 * link.
 */
export type ImageReplacements = ReadonlyMap<string, { src: string; width?: number; height?: number } | null>;

// Text copied from a paid post contains its watermark (features/leaks). Stored in another body, it would accuse the
// person who copied it whenever someone else's copy leaks. No script uses runs of joiners.
const watermarkPattern = /[\u200c\u200d]{16,}/gu;

/**
 * Converts input from an author or importer into the stored forms; foreign markup is sanitised here, once, on input.
 * Never throws, takes roughly linear time, and is idempotent on its own `html`. Nothing behind the paywall mark reaches
 * `openHtml` or `openText`, neither as text nor in an attribute.
 */
export function prepareBodySync(input: BodyInput): PreparedBody {
  const { tree, hasMark } = readBody(
    stripControlCharacters(input.body).replace(watermarkPattern, ''),
    input.format,
  );
  const context = { origin: input.origin, base: input.base };
  // Before the tree is shaped, which removes some of it.
  const unseen = listUnseen(tree, context);
  const body = shapeBody(tree, context);
  const found = collectParts(body);
  // If the sanitiser dropped the mark together with its element, the rest is still locked.
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
    openSummary: summarise(toText(withoutNoteLinks(open)), { isCut: lockedText !== '' }),
    fullSummary: summarise(toText(withoutNoteLinks(body))),
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
    embedCount: found.embedCount,
    unseen,
  };
}

function readBody(body: string, format: BodyFormat): { tree: Node[]; hasMark: boolean } {
  if (format === 'text') return { tree: readPlainText(body), hasMark: false };
  const guarded = guardMarkup(format === 'markdown' ? readMarkdown(body) : body);
  if (guarded.isBomb) return { tree: readPlainText(textOfNestingBomb(guarded.html)), hasMark: false };
  return { tree: parseTree(sanitiseMarkup(guarded.html)), hasMark: guarded.hasMark };
}

type BodyParts = {
  headings: El[];
  images: Set<string>;
  attachments: Map<string, Attachment>;
  elementCount: number;
  linkCount: number;
  embedCount: number;
  hasMark: boolean;
};

/**
 * Collects the parts of a body (headings, pictures, links, attachments) and assigns heading ids (`s1`, `s2` …); links
 * to headings are updated.
 */
function collectParts(body: Node[]): BodyParts {
  const found: BodyParts = {
    headings: [],
    images: new Set(),
    attachments: new Map(),
    elementCount: 0,
    linkCount: 0,
    embedCount: 0,
    hasMark: false,
  };
  const renamed = new Map<string, string>();
  const innerLinks: El[] = [];
  const walk = (nodes: Node[]) => {
    for (const node of nodes) {
      if (typeof node === 'string') continue;
      found.elementCount += 1;
      if (node.tag === 'a') found.linkCount += 1;
      if (embedOf(node)) found.embedCount += 1;
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

/** Whether a link to this address is an attachment. */
export const isAttachmentUrl = (url: string): boolean => fileEnding.test(url.split(/[?#]/, 1)[0] ?? '');

/** Records each address once, under the name of its first link. */
function noteAttachment(link: El, attachments: Map<string, Attachment>): void {
  const url = link.attrs.href ?? '';
  if (attachments.has(url) || !isAttachmentUrl(url)) return;
  const path = url.split(/[?#]/, 1)[0] ?? '';
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

const toImageLink = ({ attrs }: El): El =>
  element('a', { href: attrs.src ?? '' }, [attrs.alt ? `图片：${attrs.alt}` : '图片']);

const sourceMark = '<!--paywall-->';

/** New addresses of links. */
export type LinkReplacements = ReadonlyMap<string, string>;

/** Replaces addresses of pictures and links of a prepared body, e.g. after they were imported; others stay the same. */
export function replaceImagesSync(
  html: string,
  replacements: ImageReplacements,
  links: LinkReplacements = new Map(),
): string {
  const walk = (nodes: Node[]): Node[] =>
    nodes.map((node) => {
      if (typeof node === 'string') return node;
      const replacement = node.tag === 'img' ? replacements.get(node.attrs.src ?? '') : undefined;
      if (replacement === null) return toImageLink(node);
      if (replacement === undefined) {
        const href = node.tag === 'a' ? links.get(node.attrs.href ?? '') : undefined;
        return { ...node, ...(href && { attrs: { ...node.attrs, href } }), kids: walk(node.kids) };
      }
      const { src, ...size } = replacement;
      const sizes = Object.entries(size).map(([name, value]) => [name, String(value)]);
      return element('img', { ...node.attrs, src, ...Object.fromEntries(sizes) }, []);
    });
  const body = shapeBody(walk(parseTree(html.replace(sourceMark, `<${markTag}></${markTag}>`))), {});
  return collectParts(body).hasMark ? toSource(body) : toHtml(body);
}

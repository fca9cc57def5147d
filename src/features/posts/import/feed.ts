import { createHash } from 'node:crypto';
import { checkRecord, hasContent } from './check-record.ts';
import { plainTitle } from './plain-title.ts';
import { type GivenWord, isPublicityKey } from './publicity.ts';
import { readDate } from './read-date.ts';
import { failed, type ImportItem, skipped, truncated } from './record.ts';
import { allText, child, children, innerMarkup, readXml, textOf, type XmlNode } from './xml.ts';

const entryElements = new Set(['item', 'atom:entry']);
const feedElements = new Set([...entryElements, 'link', 'atom:link']);

type FeedOptions = {
  /** `tolerant` drops invalid fields other than the text (such as a malformed date), because we cannot fix a foreign feed. */
  mode?: 'strict' | 'tolerant';
  /** The address of the feed itself, against which it is read. */
  address?: string;
};

/**
 * Reads the entries of an RSS (0.9 to 2.0) or Atom feed, twice, because an identity that several entries share
 * identifies none of them: such an entry has its link instead, or else its content. Skips an entry without a body and
 * reports it. Relative addresses are resolved as the feed means them; those that have no base are left out.
 * @param open opens the text from the start at each call
 */
export async function* readFeed(
  file: string,
  open: () => AsyncIterable<string>,
  { mode = 'strict', address = '' }: FeedOptions = {},
): AsyncGenerator<ImportItem> {
  const feed = await readWhole(open(), address);
  if (feed.entries === 0 && mode === 'strict')
    yield failed({ file, line: 1 }, '文件里没有文章：没有读到任何条目');
  for await (const node of readXml(open(), entryElements)) {
    const source = { file, line: node.line };
    if (node.error) {
      yield (node.isTruncated ? truncated : failed)(source, node.error);
      continue;
    }
    const read = readEntry(node, feed);
    read.externalId = identityOf(read, feed.identities);
    const { base, ...fields } = mode === 'tolerant' ? dropInvalid(read) : read;
    if (fields.title.trim() === '') yield skipped(source, `${fields.externalId || '这一条'} 没有标题`);
    else if (!hasContent(fields.body)) yield skipped(source, `《${fields.title.trim()}》没有正文`);
    else {
      const item = checkRecord({ ...fields, format: 'html' }, source, {
        words: mode === 'strict' ? wordsOf(node) : [],
      });
      yield item.ok ? { ...item, record: { ...item.record, base } } : item;
    }
  }
}

/** What is known of a feed before its entries are read. */
type Feed = {
  /** The address of the feed, and that of the page whose entries it has; empty if unknown. */
  address: string;
  page: string;
  /** How many entries have each identity and each link. */
  identities: Map<string, number>;
  entries: number;
};

async function readWhole(text: AsyncIterable<string>, address: string): Promise<Feed> {
  const feed: Feed = { address, page: '', identities: new Map(), entries: 0 };
  for await (const node of readXml(text, feedElements)) {
    if (!entryElements.has(node.name)) {
      feed.page ||= pageOf(node, address);
      continue;
    }
    feed.entries += 1;
    if (node.error) continue;
    const { externalId, url } = readEntry(node, feed);
    for (const identity of new Set([externalId, url]))
      feed.identities.set(identity, (feed.identities.get(identity) ?? 0) + 1);
  }
  return feed;
}

/** Returns the page that a link of the feed itself leads to. */
function pageOf(node: XmlNode, address: string): string {
  const isOfFeed = /^(?:channel|atom:feed)$/.test(node.within?.name ?? '');
  const href =
    node.name === 'link'
      ? allText(node).trim()
      : (node.attrs.rel ?? 'alternate') === 'alternate' && node.attrs.href;
  return isOfFeed && href ? resolveAddress(href, basesOf(node, address)) : '';
}

/** Returns the bases of an element's addresses, the outermost first. */
const basesOf = ({ within, attrs }: XmlNode, address: string): string[] =>
  [address, ...(within?.bases ?? []), attrs['xml:base'] ?? ''].filter((base) => base !== '');

/** Resolves an address against the last of the bases, which each is relative to the one before. Empty if none is absolute. */
function resolveAddress(given: string, bases: readonly string[]): string {
  let base: string | undefined;
  for (const one of bases) base = URL.parse(one.trim(), base)?.href ?? base;
  return URL.parse(given.trim(), base)?.href ?? '';
}

const readEntry = (node: XmlNode, feed: Feed): Entry =>
  node.name === 'item' ? readRssItem(node, feed) : readAtomEntry(node, feed);

const identityOf = ({ externalId, url }: Entry, counts: ReadonlyMap<string, number>): string =>
  [externalId, url].find((identity) => identity !== '' && counts.get(identity) === 1) ?? '';

/** Returns what an exported feed says about publicity, such as Blogger's `app:control` with `app:draft`. */
const wordsOf = (node: XmlNode): GivenWord[] =>
  node.kids.flatMap((kid): GivenWord[] => {
    if (typeof kid === 'string') return [];
    if (/^(?:\w+:)?control$/.test(kid.name)) return wordsOf(kid);
    return isPublicityKey(kid.name) ? [[kid.name, textOf({ ...node, kids: [kid] }, kid.name)]] : [];
  });

/** More authors than a post can have here are left out. */
const maxAuthors = 10;

type Entry = Record<'title' | 'body' | 'externalId' | 'url' | 'base', string> & Record<string, unknown>;

/** Truncates or drops invalid values. */
function dropInvalid({ title, externalId, author, publishedAt, tags, cover: _, ...rest }: Entry): Entry {
  const truncate = (text: unknown, max: number) => [...String(text ?? '')].slice(0, max).join('');
  const id = externalId.length > 255 ? createHash('sha256').update(externalId).digest('hex') : externalId;
  return {
    ...rest,
    title: truncate(title, 200),
    externalId: id,
    author: (author as string[] | undefined)?.map((name) => truncate(name, 50)),
    publishedAt: readDate(String(publishedAt ?? '')) ?? undefined,
    tags: (tags as string[]).filter((tag) => tag.length <= 30).slice(0, 20),
  };
}

function readRssItem(node: XmlNode, feed: Feed): Entry {
  const full = textOf(node, 'content:encoded');
  const description = textOf(node, 'description');
  const body = hasContent(full) ? full : description;
  const authors = ['dc:creator', 'author']
    .map((name) => children(node, name).map(({ kids }) => kids.join('').trim()))
    .find((names) => names.some((name) => name !== ''));
  const addresses = addressesOf(
    node,
    feed,
    textOf(node, 'link') || linkOf(node) || node.attrs['rdf:about'] || permalinkOf(node),
    child(node, body === full ? 'content:encoded' : 'description'),
  );
  return {
    externalId: textOf(node, 'guid') || textOf(node, 'link') || node.attrs['rdf:about'] || '',
    ...addresses,
    title: plainTitle(textOf(node, 'title')),
    body,
    summary: body === full && description !== full ? summaryOf(description) : undefined,
    // The author in RSS has the form: mail@example.org (Name).
    author: authors?.map((author) => /\(([^()]+)\)\s*$/.exec(author)?.[1] ?? author).slice(0, maxAuthors),
    publishedAt: textOf(node, 'pubDate') || textOf(node, 'dc:date') || datesOf(node),
    tags: children(node, 'category').map(({ kids }) => kids.join('').trim()),
    cover: pictureOf(node, addresses.base),
  };
}

/** Returns a guid unless it says that it is no permalink. */
function permalinkOf(node: XmlNode): string {
  const guid = child(node, 'guid');
  return guid && guid.attrs.isPermaLink !== 'false' ? textOf(node, 'guid') : '';
}

/** Returns the address of an entry's page in an Atom link. */
function linkOf(entry: XmlNode): string {
  const links = children(entry, 'atom:link');
  const page = links.find(({ attrs }) => (attrs.rel ?? 'alternate') === 'alternate') ?? links[0];
  return page?.attrs.href
    ? resolveAddress(page.attrs.href, [page.attrs['xml:base'] ?? '']) || page.attrs.href
    : '';
}

const datesOf = (entry: XmlNode): string =>
  textOf(entry, 'atom:published') || textOf(entry, 'dcterms:issued') || textOf(entry, 'atom:updated');

/**
 * Returns the address of an entry's page, and the base of the addresses in its text: `xml:base`, or else that page, the
 * page of the feed or the feed itself.
 */
function addressesOf(entry: XmlNode, { page, address }: Feed, link: string, text: XmlNode | undefined) {
  const bases = basesOf(entry, '');
  const around = [address, page];
  const url = link === '' ? '' : resolveAddress(link, [...around, ...bases]);
  const own = [...bases, text?.attrs['xml:base'] ?? ''].filter((base) => base !== '');
  const base = own.length > 0 ? resolveAddress('', [...around, ...own]) : url || page || address;
  return { url: /^https?:/.test(url) ? url : '', base: /^https?:/.test(base) ? base : '' };
}

function readAtomEntry(entry: XmlNode, feed: Feed): Entry {
  const content = child(entry, 'atom:content');
  const summary = child(entry, 'atom:summary');
  const full = content ? markupOf(content) : '';
  const short = summary ? markupOf(summary) : '';
  const isFull = hasContent(full);
  const addresses = addressesOf(entry, feed, linkOf(entry), isFull ? content : summary);
  return {
    externalId: textOf(entry, 'atom:id') || children(entry, 'atom:link')[0]?.attrs.href || '',
    ...addresses,
    title: plainTitle(textOf(entry, 'atom:title')),
    body: isFull ? full : short,
    summary: isFull && short !== full ? summaryOf(short) : undefined,
    author: children(entry, 'atom:author')
      .map((author) => textOf(author, 'atom:name'))
      .slice(0, maxAuthors),
    publishedAt: datesOf(entry),
    tags: children(entry, 'atom:category').map(({ attrs }) => attrs.label ?? attrs.term ?? ''),
    cover: pictureOf(entry, addresses.base),
  };
}

/**
 * Returns the markup of an Atom text. Its type is a word or, with `mode` before version 1.0, a media type. A text at
 * another address, and one that is no text, is empty.
 */
function markupOf(node: XmlNode): string {
  const type = (node.attrs.type ?? 'text').trim().toLowerCase().split(';', 1)[0] ?? '';
  const isMarkup = node.kids.some((kid) => typeof kid !== 'string');
  if (type.includes('xhtml') || (type.includes('html') && isMarkup)) return innerMarkup(node);
  const given = node.kids
    .filter((kid) => typeof kid === 'string')
    .join('')
    .trim();
  const isText = /^(?:html|text|text\/.*|.*[/+]xml)$/.test(type);
  const isEncoded = node.attrs.mode === 'base64' || node.attrs.encoding === 'base64';
  // RFC 4287 §4.1.3.3: what is neither text nor XML is base64.
  if (!isText && !isEncoded) return '';
  const text = isEncoded ? decodeBase64(given) : given;
  if (type.includes('html')) return text;
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/\n\s*\n/g, '<div></div>');
}

/** Returns the text in UTF-8; empty if it is none. */
function decodeBase64(given: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(given, 'base64')).trim();
  } catch {
    return '';
  }
}

const summaryOf = (html: string) => plainTitle(html).replace(/\s+/g, ' ').trim().slice(0, 500) || undefined;

function pictureOf(node: XmlNode, base: string): string | undefined {
  const enclosure = children(node, 'enclosure').find(({ attrs }) => attrs.type?.startsWith('image/'));
  const media = [...children(node, 'media:thumbnail'), ...children(node, 'media:content')];
  const picture = media.find(({ name, attrs }) => name === 'media:thumbnail' || attrs.medium === 'image');
  const address = enclosure?.attrs.url ?? picture?.attrs.url;
  return address && (resolveAddress(address, [base]) || undefined);
}

import { createHash } from 'node:crypto';
import { checkRecord, hasContent } from './check-record.ts';
import { plainTitle } from './plain-title.ts';
import { type GivenWord, isPublicityKey } from './publicity.ts';
import { readDate } from './read-date.ts';
import { failed, type ImportItem, skipped, truncated } from './record.ts';
import { child, children, innerMarkup, readXml, textOf, type XmlNode } from './xml.ts';

const entryElements = new Set(['item', 'entry', 'atom:entry']);

/**
 * Reads the entries of an RSS (0.9 to 2.0) or Atom feed, twice, because an identity that several entries share
 * identifies none of them: such an entry has its link instead, or else its content. Skips an entry without a body and
 * reports it. `tolerant` drops invalid fields other than the text (such as a malformed date), because we cannot fix a
 * foreign feed.
 * @param open opens the text from the start at each call
 */
export async function* readFeed(
  file: string,
  open: () => AsyncIterable<string>,
  mode: 'strict' | 'tolerant' = 'strict',
): AsyncGenerator<ImportItem> {
  const counts = await countIdentities(open());
  for await (const node of readXml(open(), entryElements)) {
    const source = { file, line: node.line };
    if (node.error) {
      yield (node.isTruncated ? truncated : failed)(source, node.error);
      continue;
    }
    const read = readEntry(node);
    read.externalId = identityOf(read, counts);
    const fields = mode === 'tolerant' ? dropInvalid(read) : read;
    if (fields.title.trim() === '') yield skipped(source, `${fields.externalId || '这一条'} 没有标题`);
    else if (!hasContent(fields.body)) yield skipped(source, `《${fields.title.trim()}》没有正文`);
    else
      yield checkRecord({ ...fields, format: 'html' }, source, {
        words: mode === 'strict' ? wordsOf(node) : [],
      });
  }
}

const readEntry = (node: XmlNode): Entry => (node.name === 'item' ? readRssItem(node) : readAtomEntry(node));

/** Counts the entries with each identity and each link. */
async function countIdentities(text: AsyncIterable<string>): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for await (const node of readXml(text, entryElements)) {
    if (node.error) continue;
    const { externalId, url } = readEntry(node);
    for (const identity of new Set([externalId, url])) counts.set(identity, (counts.get(identity) ?? 0) + 1);
  }
  return counts;
}

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

type Entry = Record<'title' | 'body' | 'externalId' | 'url', string> & Record<string, unknown>;

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

function readRssItem(node: XmlNode): Entry {
  const full = textOf(node, 'content:encoded');
  const description = textOf(node, 'description');
  const authors = ['dc:creator', 'author']
    .map((name) => children(node, name).map(({ kids }) => kids.join('').trim()))
    .find((names) => names.some((name) => name !== ''));
  return {
    externalId: textOf(node, 'guid') || textOf(node, 'link') || node.attrs['rdf:about'] || '',
    url: textOf(node, 'link') || node.attrs['rdf:about'] || permalinkOf(node),
    title: plainTitle(textOf(node, 'title')),
    body: full || description,
    summary: full && description !== full ? summaryOf(description) : undefined,
    // The author in RSS has the form: mail@example.org (Name).
    author: authors?.map((author) => /\(([^()]+)\)\s*$/.exec(author)?.[1] ?? author).slice(0, maxAuthors),
    publishedAt: textOf(node, 'pubDate') || textOf(node, 'dc:date'),
    tags: children(node, 'category').map(({ kids }) => kids.join('').trim()),
    cover: pictureOf(node),
  };
}

/** Returns a guid unless it says that it is no permalink. */
function permalinkOf(node: XmlNode): string {
  const guid = child(node, 'guid');
  return guid && guid.attrs.isPermaLink !== 'false' ? textOf(node, 'guid') : '';
}

function readAtomEntry(entry: XmlNode): Entry {
  const prefix = entry.name === 'atom:entry' ? 'atom:' : '';
  const content = child(entry, `${prefix}content`);
  const summary = child(entry, `${prefix}summary`);
  const links = children(entry, `${prefix}link`);
  return {
    externalId: textOf(entry, `${prefix}id`) || links[0]?.attrs.href || '',
    url:
      (links.find(({ attrs }) => (attrs.rel ?? 'alternate') === 'alternate') ?? links[0])?.attrs.href ?? '',
    title: plainTitle(textOf(entry, `${prefix}title`)),
    body: markupOf(content ?? summary),
    summary: content && summary ? summaryOf(markupOf(summary)) : undefined,
    author: children(entry, `${prefix}author`)
      .map((author) => textOf(author, `${prefix}name`))
      .slice(0, maxAuthors),
    publishedAt: textOf(entry, `${prefix}published`) || textOf(entry, `${prefix}updated`),
    tags: children(entry, `${prefix}category`).map(({ attrs }) => attrs.label ?? attrs.term ?? ''),
    cover: pictureOf(entry),
  };
}

function markupOf(node: XmlNode | undefined): string {
  if (!node) return '';
  if (node.attrs.type === 'xhtml') return innerMarkup(node);
  const text = node.kids
    .filter((kid) => typeof kid === 'string')
    .join('')
    .trim();
  if (node.attrs.type === 'html') return text;
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/\n\s*\n/g, '<div></div>');
}

const summaryOf = (html: string) => plainTitle(html).replace(/\s+/g, ' ').trim().slice(0, 500) || undefined;

function pictureOf(node: XmlNode): string | undefined {
  const enclosure = children(node, 'enclosure').find(({ attrs }) => attrs.type?.startsWith('image/'));
  const media = [...children(node, 'media:thumbnail'), ...children(node, 'media:content')];
  const picture = media.find(({ name, attrs }) => name === 'media:thumbnail' || attrs.medium === 'image');
  return enclosure?.attrs.url ?? picture?.attrs.url;
}

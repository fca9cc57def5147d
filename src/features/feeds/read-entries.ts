import { setImmediate } from 'node:timers/promises';
import { contentHash, type ImportRecord, prepareBody, readFeed, summarise } from '#features/posts/index.ts';
import { decodeText } from '#kernel/storage/decode.ts';
import type { NewItem } from './queries.ts';

/** A feed whose publisher forgot to end it would fill the queue by itself. */
const mostEntries = 200;
const mostText = 500_000;

export type Entries = { items: NewItem[]; faults: string[] };

/**
 * Reads RSS 0.9 to 2.0, RDF and Atom as they are found in the world: any encoding, broken entries left out and named.
 * Bodies come sanitised. @returns null when it is no feed at all
 */
export async function readEntries(bytes: Buffer, feedUrl: string): Promise<Entries | null> {
  const text = decodeText(bytes).replace(/^[\s\uFEFF]+/, '');
  if (!/<(?:\w+:)?(?:rss|feed|rdf|channel)[\s>]/i.test(text.slice(0, 4096))) return null;
  const entries: Entries = { items: [], faults: [] };
  for await (const item of readFeed('', chunksOf(text), 'tolerant')) {
    if (item.ok) entries.items.push(toItem(item.record, feedUrl));
    // Without a title or a body there is nothing to approve; that is the feed's way, not its fault.
    else if (!item.skipped) entries.faults.push(`第 ${item.source.line} 行：${item.reason}`);
    if (entries.items.length >= mostEntries) break;
  }
  return entries;
}

function toItem(record: ImportRecord, feedUrl: string): NewItem {
  const { title, author = '', publishedAt, url = '' } = record;
  const body = prepareBody({ body: withBase(record.body, url || feedUrl), format: record.format });
  const hash = contentHash({ title, body: body.html });
  return {
    item_key: (record.externalId || url || hash).slice(0, 500),
    content_hash: hash,
    url,
    title,
    author,
    summary: record.summary ?? summarise(body.openText, 120),
    html: body.html.slice(0, mostText) === body.html ? body.html : '',
    published_at: publishedAt ?? null,
  };
}

/** Addresses within a body mean its own site; here they would mean ours. */
function withBase(html: string, base: string): string {
  return html.replace(
    /\b(src|href)\s*=\s*(["'])([^"'<>]*)\2/gi,
    (whole, name: string, quote: string, address: string) => {
      if (/^(?:[a-z][a-z0-9+.-]*:|#)/i.test(address.trim())) return whole;
      const absolute = URL.parse(address.trim(), base)?.href;
      return absolute ? `${name}=${quote}${absolute.replaceAll(quote, '%27')}${quote}` : whole;
    },
  );
}

/** A feed of 5 MB may take seconds to parse; between two chunks the worker does something else. */
async function* chunksOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += 65_536) {
    yield text.slice(at, at + 65_536);
    await setImmediate();
  }
}

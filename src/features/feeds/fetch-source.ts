import { setImmediate } from 'node:timers/promises';
import { contentHash, type ImportRecord, prepareBody, readFeed, summarise } from '#features/posts/index.ts';
import type { Context } from '#kernel/context.ts';
import { backOff } from '#kernel/db/queue.ts';
import { explainFetch } from '#kernel/fetch/explain-fetch.ts';
import { type FetchLimits, fetchBytes } from '#kernel/fetch/fetch-bytes.ts';
import { decodeText } from '#kernel/storage/decode.ts';
import { claimDueSources, insertItems, type NewItem, type SourceRow, updateSource } from './queries.ts';
import type { FetchReport } from './schema.ts';

/** What a fetch may take; the largest feeds there are have some hundred entries and 2 MB. */
const limits = { timeoutMs: 20_000, largest: 5 * 1024 * 1024 };
/** Twice the time a fetch may take, and then some: until then a source that is being fetched is nobody else's. */
const leaseMs = 120_000;
/** How a fetch that failed is explained. */
export const feedWords = { address: '订阅地址（url）', content: '订阅内容', largestMb: 5, seconds: 20 };
const atOnce = 4;
const longestWaitMs = 86_400_000;
const accept =
  'application/rss+xml, application/atom+xml, application/rdf+xml, application/xml;q=0.9, */*;q=0.5';

/**
 * Fetches the sources that are due. What goes wrong with one is written on it and concerns no other. Safe in several
 * processes at once. @returns how many were asked
 */
export async function fetchDueFeeds(ctx: Context, { fetching }: { fetching: FetchLimits }): Promise<number> {
  const now = ctx.now();
  const due = await claimDueSources(ctx.db, now, new Date(now.getTime() + leaseMs), atOnce);
  await Promise.all(due.map((source) => fetchSource(ctx, source, fetching)));
  return due.length;
}

/** Asks one source and queues what is new. Never throws for what is wrong with the source: it is written on it. */
export async function fetchSource(
  ctx: Context,
  source: SourceRow,
  fetching: FetchLimits,
): Promise<FetchReport> {
  const { id, url, etag, last_modified, interval_minutes, failures } = source;
  const now = ctx.now();
  const later = (ms: number) => new Date(now.getTime() + Math.min(ms, longestWaitMs));
  const intervalMs = interval_minutes * 60_000;
  try {
    const headers = {
      accept,
      ...(etag && { 'if-none-match': etag }),
      ...(last_modified && { 'if-modified-since': last_modified }),
    };
    const answer = await fetchBytes(url, { ...limits, ...fetching, headers });
    const isSame = answer.status === 304;
    const entries = isSame ? { items: [], faults: [] } : await readEntries(answer.bytes, url);
    if (!entries) throw new SourceFault('这个地址给出的不是 RSS 或 Atom，请检查订阅地址');
    const [fault] = entries.faults;
    if (fault && entries.items.length === 0) throw new SourceFault(fault);
    const added = await insertItems(ctx.db, id, entries.items, now);
    const error = fault ? `${entries.faults.length} 条没有读成，其余已取：${fault}` : '';
    await updateSource(ctx.db, id, {
      last_fetched_at: now,
      next_fetch_at: later(intervalMs),
      last_error: error.slice(0, 500),
      failures: 0,
      ...(!isSame && {
        etag: headerOf(answer.headers.etag),
        last_modified: headerOf(answer.headers['last-modified']),
      }),
    });
    return { added, error };
  } catch (fault) {
    const error = explain(ctx, fault, url);
    await updateSource(ctx.db, id, {
      last_fetched_at: now,
      // A source that is down is asked half as often each time, down to once a day.
      next_fetch_at: later(backOff(failures + 1, intervalMs, longestWaitMs)),
      last_error: error.slice(0, 500),
      failures: failures + 1,
    });
    return { added: 0, error };
  }
}

class SourceFault extends Error {}

// What does not fit is of no use: it would be sent back cut off.
const headerOf = (value: string | undefined): string => (value && value.length <= 500 ? value : '');

function explain(ctx: Context, fault: unknown, url: string): string {
  if (fault instanceof SourceFault) return fault.message;
  const known = explainFetch(fault, feedWords);
  if (known) return known;
  ctx.log.error({ err: fault, url }, 'a feed could not be read');
  return '没有读成，请稍后再试';
}

/** A feed whose publisher forgot to end it would fill the queue by itself. */
const mostEntries = 200;
const mostText = 500_000;

type Entries = { items: NewItem[]; faults: string[] };

/**
 * Reads RSS 0.9 to 2.0, RDF and Atom as they are found in the world: any encoding, broken entries left out and named.
 * Bodies come sanitised. @returns null when it is no feed at all
 */
export async function readEntries(bytes: Buffer, feedUrl: string): Promise<Entries | null> {
  const text = decodeText(bytes).replace(/^[\s\uFEFF]+/, '');
  if (!/<(?:\w+:)?(?:rss|feed|rdf|channel)[\s>]/i.test(text.slice(0, 4096))) return null;
  const entries: Entries = { items: [], faults: [] };
  for await (const item of readFeed('', chunksOf(text), 'tolerant')) {
    if (item.ok) entries.items.push(await toItem(item.record, feedUrl));
    // Without a title or a body there is nothing to approve; that is the feed's way, not its fault.
    else if (!item.skipped) entries.faults.push(`第 ${item.source.line} 行：${item.reason}`);
    if (entries.items.length >= mostEntries) break;
  }
  return entries;
}

async function toItem(record: ImportRecord, feedUrl: string): Promise<NewItem> {
  const { title, author = '', publishedAt, url = '' } = record;
  const body = await prepareBody({ body: withBase(record.body, url || feedUrl), format: record.format });
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

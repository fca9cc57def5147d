import { setImmediate } from 'node:timers/promises';
import { contentHash, type ImportRecord, prepareBody, readFeed } from '#features/posts/index.ts';
import type { Context } from '#kernel/context.ts';
import { backOff } from '#kernel/db/queue.ts';
import { explainFetch } from '#kernel/fetch/explain-fetch.ts';
import { type FetchLimits, fetchBytes } from '#kernel/fetch/fetch-bytes.ts';
import { decodeText } from '#kernel/storage/decode.ts';
import { claimDueSources, insertItems, type NewItem, type SourceRow, updateSource } from './queries.ts';
import type { FetchReport } from './schema.ts';

/** Limits of a fetch. The largest known feeds have some hundred entries and 2 MB. */
const limits = { timeoutMs: 20_000, maxBytes: 5 * 1024 * 1024 };
/** Well over the time limit of a fetch, during which no other process fetches the source. */
const leaseMs = 120_000;
/** The wording of fetch errors. */
export const fetchErrorText = { address: '订阅地址', content: '订阅内容', maxMb: 5, seconds: 20 };
const maxConcurrent = 4;
const maxWaitMs = 86_400_000;
const accept =
  'application/rss+xml, application/atom+xml, application/rdf+xml, application/xml;q=0.9, */*;q=0.5';

/**
 * Fetches the sources that are due. A failure is saved on its source and does not affect others. Safe in several
 * processes at once. @returns how many were fetched
 */
export async function fetchDueFeeds(ctx: Context, { fetching }: { fetching: FetchLimits }): Promise<number> {
  const now = ctx.now();
  const due = await claimDueSources(ctx.db, now, new Date(now.getTime() + leaseMs), maxConcurrent);
  await Promise.all(due.map((source) => fetchSource(ctx, source, fetching)));
  return due.length;
}

/** Fetches one source and queues its new items. Never throws for faults of the source, which are saved on it. */
export async function fetchSource(
  ctx: Context,
  source: SourceRow,
  fetching: FetchLimits,
): Promise<FetchReport> {
  const { id, url, etag, last_modified, interval_minutes, failures } = source;
  const now = ctx.now();
  const later = (ms: number) => new Date(now.getTime() + Math.min(ms, maxWaitMs));
  const intervalMs = interval_minutes * 60_000;
  try {
    const headers = {
      accept,
      ...(etag && { 'if-none-match': etag }),
      ...(last_modified && { 'if-modified-since': last_modified }),
    };
    const answer = await fetchBytes(url, { ...limits, ...fetching, headers });
    const isUnmodified = answer.status === 304;
    const entries = isUnmodified ? { items: [], faults: [] } : await readEntries(answer.bytes, url);
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
      ...(!isUnmodified && {
        etag: headerOf(answer.headers.etag),
        last_modified: headerOf(answer.headers['last-modified']),
      }),
    });
    return { added, error };
  } catch (fault) {
    const error = explain(ctx, fault, url);
    await updateSource(ctx.db, id, {
      last_fetched_at: now,
      // Exponential back-off: the interval doubles after each failure, up to one day.
      next_fetch_at: later(backOff(failures + 1, intervalMs, maxWaitMs)),
      last_error: error.slice(0, 500),
      failures: failures + 1,
    });
    return { added: 0, error };
  }
}

class SourceFault extends Error {}

// A longer validator is dropped, since a truncated one would be useless.
const headerOf = (value: string | undefined): string => (value && value.length <= 500 ? value : '');

function explain(ctx: Context, fault: unknown, url: string): string {
  if (fault instanceof SourceFault) return fault.message;
  const known = explainFetch(fault, fetchErrorText);
  if (known) return known;
  ctx.log.error({ err: fault, url }, 'a feed could not be read');
  return '没有读成，请稍后再试';
}

/** Limits a fetch, since a faulty feed without an end would fill the queue by itself. */
const maxEntries = 200;
const maxHtmlLength = 500_000;

type Entries = { items: NewItem[]; faults: string[] };

/**
 * Reads RSS 0.9 to 2.0, RDF and Atom as found in practice: in any encoding, with broken entries left out and named.
 * Bodies are sanitised. @returns null if it is not a feed
 */
export async function readEntries(bytes: Buffer, feedUrl: string): Promise<Entries | null> {
  const text = decodeText(bytes).replace(/^[\s\uFEFF]+/, '');
  if (!/<(?:\w+:)?(?:rss|feed|rdf|channel)[\s>]/i.test(text.slice(0, 4096))) return null;
  const entries: Entries = { items: [], faults: [] };
  for await (const item of readFeed('', () => chunksOf(text), 'tolerant')) {
    if (item.ok) entries.items.push(await toItem(item.record, feedUrl));
    // Entries without title or body are skipped, but not reported as faults: some feeds contain them by design.
    else if (!item.skipped) entries.faults.push(`第 ${item.source.line} 行：${item.reason}`);
    if (entries.items.length >= maxEntries) break;
  }
  return entries;
}

async function toItem(record: ImportRecord, feedUrl: string): Promise<NewItem> {
  const { title, author = '', publishedAt, url = '' } = record;
  const base = url || feedUrl;
  const body = await prepareBody({ body: withBase(record.body, base), format: record.format });
  // The serialised body has every address in double quotes; the source's markup may not.
  const html = withBase(body.html, base);
  const hash = contentHash({ title, body: body.html });
  return {
    item_key: (record.externalId || url || hash).slice(0, 500),
    content_hash: hash,
    url,
    title,
    author,
    summary: record.summary ?? body.fullSummary,
    html: html.length <= maxHtmlLength ? html : '',
    published_at: publishedAt ?? null,
  };
}

/** Resolves relative addresses in a body against the source's site instead of ours. */
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

/** A feed of 5 MB may take seconds to parse; yielding between chunks keeps the worker responsive. */
async function* chunksOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += 65_536) {
    yield text.slice(at, at + 65_536);
    await setImmediate();
  }
}

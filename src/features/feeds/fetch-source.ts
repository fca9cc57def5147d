import { setImmediate } from 'node:timers/promises';
import {
  contentHash,
  feedRoots,
  findRoot,
  type ImportRecord,
  prepareBody,
  readFeed,
} from '#features/posts/index.ts';
import type { Context } from '#kernel/context.ts';
import { backOff } from '#kernel/db/queue.ts';
import { explainFetch } from '#kernel/fetch/explain-fetch.ts';
import { type FetchLimits, fetchBytes } from '#kernel/fetch/fetch-bytes.ts';
import { decodeText } from '#kernel/storage/decode.ts';
import { isTelling } from '#shared/text/summary.ts';
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
    const entries = isUnmodified ? noEntries : await readEntries(answer.bytes, url);
    if (!entries) throw new SourceFault('这个地址给出的不是 RSS 或 Atom，请检查订阅地址');
    const { items, faults, skipped } = entries;
    const [fault] = faults;
    if (items.length === 0 && (fault || skipped > 0))
      throw new SourceFault(fault ?? `读到 ${skipped} 条，没有一条既有标题又有正文，请向源站要带正文的订阅`);
    const added = await insertItems(ctx.db, id, items, now);
    const isEmpty = items.length === 0 && !isUnmodified;
    const error = fault
      ? `${faults.length} 条没有读成，其余已取：${fault}`
      : isEmpty
        ? '读到了订阅，里面一条内容也没有；源站若有内容，请检查订阅地址'
        : '';
    await updateSource(ctx.db, id, {
      last_fetched_at: now,
      next_fetch_at: later(intervalMs),
      last_error: error.slice(0, 500),
      failures: 0,
      // Without validators a feed with faults is read again, so that an unchanged one does not look healthy.
      ...(!isUnmodified && {
        etag: error === '' ? headerOf(answer.headers.etag) : '',
        last_modified: error === '' ? headerOf(answer.headers['last-modified']) : '',
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
/** The outermost element is looked for in so much of a document. */
const maxHead = 16_384;

/** `skipped`: how many entries have no title or no body; some feeds contain such by design. */
type Entries = { items: NewItem[]; faults: string[]; skipped: number };

const noEntries: Entries = { items: [], faults: [], skipped: 0 };

/**
 * Reads RSS 0.9 to 2.0, RDF and Atom as found in practice: in any encoding, with broken entries left out and named.
 * Bodies are sanitised. @returns null if it is not a feed
 */
export async function readEntries(bytes: Buffer, feedUrl: string): Promise<Entries | null> {
  const text = decodeText(bytes).replace(/^[\s\uFEFF]+/, '');
  if (!findRoot(text.slice(0, maxHead), feedRoots)) return null;
  const entries: Entries = { items: [], faults: [], skipped: 0 };
  for await (const item of readFeed('', () => chunksOf(text), { mode: 'tolerant', address: feedUrl })) {
    if (item.ok) entries.items.push(await toItem(item.record));
    else if (item.skipped) entries.skipped += 1;
    else entries.faults.push(`第 ${item.source.line} 行：${item.reason}`);
    if (entries.items.length >= maxEntries) break;
  }
  return entries;
}

async function toItem(record: ImportRecord): Promise<NewItem> {
  const { title, author = '', publishedAt, url = '', format, base } = record;
  const body = await prepareBody({ body: record.body, format, base });
  const { html } = body;
  const hash = contentHash({ title, body: html });
  return {
    item_key: (record.externalId || url || hash).slice(0, 500),
    content_hash: hash,
    url,
    title,
    author,
    summary: [record.summary, body.fullSummary].find((made) => made && isTelling(made, title)) ?? '',
    html: html.length <= maxHtmlLength ? html : '',
    published_at: publishedAt ?? null,
  };
}

/** A feed of 5 MB may take seconds to parse; yielding between chunks keeps the worker responsive. */
async function* chunksOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += 65_536) {
    yield text.slice(at, at + 65_536);
    await setImmediate();
  }
}

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { CacheTag } from '../../shared/cache-tags.ts';
import { bodyOf, makeWire, type Wire } from '../http/wire.ts';
import type { TagGenerations } from './tags.ts';

export type Encoding = 'identity' | 'gzip' | 'br';

/** A page ready to be sent, in one encoding; `wire` is the whole response, which only status 200 has. */
export type StoredPage = {
  status: number;
  etag: string;
  body: Buffer;
  wire?: Wire | undefined;
  redirect?: string | undefined;
};

type Sent = { body: Buffer; wire?: Wire };

/** What a page is made from: it is stale once its tenant's `generations` of one of the `tags` change. */
export type MadeFrom = { generations: TagGenerations; tags: readonly CacheTag[] };

type Entry = {
  stamp: number;
  heardStamp: number;
  from: MadeFrom | null;
  untilMs: number;
  status: number;
  etag: string;
  redirect?: string | undefined;
  html: Buffer;
  sent: Partial<Record<Encoding, Sent>>;
};

/** `untilMs` 0: for those who asked meanwhile only, not to be kept. */
export type MadePage = { status: number; html: string; untilMs: number; redirect?: string | undefined };

const packers = {
  identity: async (body: Buffer) => body,
  // Quality 5 packs within a few percent of the best at a tenth of its time; a page is packed once, sent often.
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 6 }),
};

/**
 * Rendered pages, least recently used by bytes, emptied by tag. A page is kept as Buffers, one for each encoding
 * that was asked for; a missing one is made once however many ask. Nothing is kept, and nothing served from what
 * was kept, while changes may go unheard.
 */
export class PageCache {
  readonly #entries: LRUCache<string, Entry>;
  readonly #making = new Map<string, { stamp: number; page: Promise<Entry> }>();
  readonly #headers: Readonly<Record<string, string>> | undefined;

  /** @param headers what every page is sent with; given, pages of status 200 are kept as whole responses */
  constructor(bytes: number, headers?: Readonly<Record<string, string>>) {
    this.#headers = headers;
    this.#entries = new LRUCache({
      maxSize: Math.max(1, bytes),
      sizeCalculation: ({ html, sent }) =>
        1024 + html.length + Object.values(sent).reduce((sum, { body }) => sum + body.length, 0),
    });
  }

  /** The stored page if it is still good: no tag purged since it was begun, its time not over. */
  find(key: string, encoding: Encoding, nowMs: number): StoredPage | undefined {
    const entry = this.#fresh(key, nowMs);
    const sent = entry?.sent[encoding];
    return sent && { status: entry.status, etag: entry.etag, ...sent };
  }

  /**
   * The page, from the store or made now. Its tags must be known before: their generations are noted first, and
   * what was made is kept only if none of them has been purged meanwhile. A page without tags is never kept.
   */
  async take(
    key: string,
    from: MadeFrom | null,
    encoding: Encoding,
    nowMs: number,
    make: () => Promise<MadePage>,
  ): Promise<StoredPage> {
    const found = from && this.find(key, encoding, nowMs);
    if (found) return found;
    const kept = from && this.#fresh(key, nowMs);
    const entry = kept ?? (await this.#make(key, from, make));
    const sent = await this.#encode(key, entry, encoding);
    return { status: entry.status, etag: entry.etag, ...sent, redirect: entry.redirect };
  }

  /**
   * The page as it was last made, for when it cannot be made anew: its time may be over and changes may have gone unheard,
   * but no purge of its tags was heard, so that what was withdrawn before does not come back. Up to an hour old.
   */
  async takeStale(
    key: string,
    encoding: Encoding,
    nowMs: number,
  ): Promise<(StoredPage & { ageMs: number }) | null> {
    const entry = this.#entries.get(key);
    if (!entry || !isUnpurged(entry) || nowMs - entry.untilMs > maxStaleMs) return null;
    const sent = await this.#encode(key, entry, encoding);
    return { status: entry.status, etag: entry.etag, ...sent, ageMs: nowMs - entry.untilMs };
  }

  /** Forgets everything, for measurements. */
  clear(): void {
    this.#entries.clear();
  }

  #fresh(key: string, nowMs: number): Entry | undefined {
    const entry = this.#entries.get(key);
    return entry && entry.untilMs > nowMs && isCurrent(entry) ? entry : undefined;
  }

  async #make(key: string, from: MadeFrom | null, make: () => Promise<MadePage>): Promise<Entry> {
    const stamp = from?.generations.stamp(from.tags) ?? 0;
    const heardStamp = from?.generations.heardStamp(from.tags) ?? 0;
    const running = from && this.#making.get(key);
    if (running && running.stamp === stamp) return running.page;
    const page = make().then(({ status, html, untilMs, redirect }) => {
      const body = Buffer.from(html);
      // Weak: the packed forms of a page are the same page.
      const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
      return {
        stamp,
        heardStamp,
        from,
        untilMs,
        status,
        etag,
        redirect,
        html: body,
        sent: {},
      } satisfies Entry;
    });
    if (!from) return page;
    this.#making.set(key, { stamp, page });
    try {
      const entry = await page;
      if (entry.untilMs > 0 && isCurrent(entry)) this.#entries.set(key, entry);
      return entry;
    } finally {
      if (this.#making.get(key)?.page === page) this.#making.delete(key);
    }
  }

  async #encode(key: string, entry: Entry, encoding: Encoding): Promise<Sent> {
    const known = entry.sent[encoding];
    if (known) return known;
    const sent = this.#seal(entry, encoding, await packers[encoding](entry.html));
    entry.sent[encoding] = sent;
    // Set anew so that its size is counted anew; only if it is still the one that is kept.
    if (this.#entries.peek(key) === entry) this.#entries.set(key, entry);
    return sent;
  }

  #seal({ status, etag }: Entry, encoding: Encoding, body: Buffer): Sent {
    if (!this.#headers || status !== 200) return { body };
    const encoded = encoding === 'identity' ? {} : { 'content-encoding': encoding };
    const wire = makeWire({ ...this.#headers, etag, ...encoded }, body);
    return { body: bodyOf(wire), wire };
  }
}

const maxStaleMs = 3_600_000;

const isUnpurged = ({ from, heardStamp }: Entry): boolean =>
  from !== null && from.generations.heardStamp(from.tags) === heardStamp;

/** False once one of its tags was purged, and while purges may be missed. */
const isCurrent = ({ from, stamp }: Entry): boolean =>
  from?.generations.isListening === true && from.generations.isCurrent(from.tags, stamp);

/** The best encoding the reader takes; brotli before gzip. */
export function chooseEncoding(accept: string | undefined): Encoding {
  if (!accept) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0+)?\b)/.test(accept)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0+)?\b)/.test(accept) ? 'gzip' : 'identity';
}

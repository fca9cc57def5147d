import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { CacheTag } from '../../shared/cache-tags.ts';
import { bodyOf, concatUnpooled, createRawResponse, type RawResponse } from '../http/raw-response.ts';
import { encodeHtml } from './encode-html.ts';
import type { TagGenerations } from './tag-generations.ts';

export type Encoding = 'identity' | 'gzip' | 'br';

/**
 * A rendered page ready to send in one encoding. `raw` is the whole HTTP response, only for pages of status 200.
 * `shared` is absent if no shared cache may store the page.
 */
export type StoredPage = {
  status: number;
  etag: string;
  body: Buffer;
  raw?: RawResponse | undefined;
  redirect?: string | undefined;
  headers?: Headers | undefined;
  shared?: SharedPage | undefined;
};

/** The only address at which a shared cache may store a page, and the headers that let it, in place of the others. */
export type SharedPage = { address: string; headers: Headers };

type EncodedPage = { body: Buffer; raw?: RawResponse };

/** The tags that a page depends on. The page is stale once the tenant's `generations` of one of the tags change. */
export type PageDependencies = { generations: TagGenerations; tags: readonly CacheTag[] };

type Entry = {
  stamp: number;
  purgeStamp: number;
  from: PageDependencies | null;
  untilMs: number;
  digest: string | undefined;
  status: number;
  etag: string;
  redirect?: string | undefined;
  headers: Headers | undefined;
  shared: SharedPage | undefined;
  /** Only until the page is held in an encoding. */
  html: Buffer | undefined;
  sent: Partial<Record<Encoding, EncodedPage>>;
};

/** `untilMs` 0 means: for concurrent requests only, do not cache. */
export type RenderedPage = {
  status: number;
  /** Whole or in pieces. */
  html: string | readonly string[];
  /** Of all that the page shows, to know it again. */
  digest?: string | undefined;
  untilMs: number;
  redirect?: string | undefined;
  /** Headers of this page, in place of those of every page. */
  headers?: Headers | undefined;
  shared?: SharedPage | undefined;
};
/** The page shows what it showed when it had the given digest, so it is kept with all its encodings. */
export type UnchangedPage = { html: null; untilMs: number };
type Render = (lastDigest: string | undefined) => Promise<RenderedPage | UnchangedPage>;
type Headers = Readonly<Record<string, string>>;

export const compressors = {
  identity: async (body: Buffer) => body,
  // A page is compressed once and sent often; quality 5 is nearly as small as the best, in a tenth of the time.
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 6 }),
};

const decompressors = {
  identity: async (body: Buffer) => body,
  br: (body: Buffer) => promisify(brotliDecompress)(body),
  gzip: (body: Buffer) => promisify(gunzip)(body),
};

/**
 * LRU cache of rendered pages, limited by bytes and invalidated by tag. Holds a page as Buffers, one per requested
 * encoding, so it is held uncompressed only if a client asked for that. Single flight: concurrent requests for a missing
 * page share one render. Neither stores nor serves pages while invalidations may be missed, except by `findStale`.
 */
export class PageCache {
  readonly #entries: LRUCache<string, Entry>;
  readonly #rendering = new Map<string, { stamp: number; page: Promise<Entry> }>();
  readonly #headers: Headers | undefined;
  #hits = 0;
  #misses = 0;
  #raw = 0;

  /** @param headers headers of every page; if given, pages of status 200 are cached as complete HTTP responses */
  constructor(bytes: number, headers?: Headers) {
    this.#headers = headers;
    this.#entries = new LRUCache({
      maxSize: Math.max(1, bytes),
      sizeCalculation: ({ html, sent }) =>
        1024 + (html?.length ?? 0) + Object.values(sent).reduce((sum, { body }) => sum + body.length, 0),
    });
  }

  /** Returns the cached page if it is fresh: not expired, and no tag purged since its rendering began. */
  find(key: string, encoding: Encoding, nowMs: number): StoredPage | undefined {
    const entry = this.#findFresh(key, nowMs);
    const sent = entry?.sent[encoding];
    if (sent) this.#hits += 1;
    if (!entry || !sent) return undefined;
    const { status, etag, headers, shared } = entry;
    return { status, etag, headers, shared, ...sent };
  }

  /**
   * Returns the page from the cache, or renders it. The tags must be known beforehand: their generations are read
   * before rendering, and the page is cached only if none of the tags is purged meanwhile. A page without tags is never
   * cached. `render` receives the digest of the page that is cached, even if that is stale.
   */
  async findOrRender(
    key: string,
    from: PageDependencies | null,
    encoding: Encoding,
    nowMs: number,
    render: Render,
  ): Promise<StoredPage> {
    const found = from && this.find(key, encoding, nowMs);
    if (found) return found;
    const fresh = from && this.#findFresh(key, nowMs);
    if (fresh) this.#hits += 1;
    else this.#misses += 1;
    const entry = fresh ?? (await this.#render(key, from, render));
    const sent = await this.#encode(key, entry, encoding);
    const { status, etag, redirect, headers } = entry;
    // A page that became stale while it was rendered or compressed is still sent, but a CDN must not store it: it may
    // have been purged there already.
    const shared = entry.untilMs > nowMs && isCurrent(entry) ? entry.shared : undefined;
    return { status, etag, ...sent, redirect, headers, shared };
  }

  /**
   * Returns the last rendered version of a page that cannot be rendered now (stale-if-error). It may be expired by up
   * to an hour, and invalidations may have been missed since, but none of its tags is known to be purged, so content
   * withdrawn before that does not come back.
   */
  async findStale(
    key: string,
    encoding: Encoding,
    nowMs: number,
  ): Promise<(StoredPage & { ageMs: number }) | null> {
    const entry = this.#entries.get(key);
    if (!entry || !isUnpurged(entry) || nowMs - entry.untilMs > maxStaleMs) return null;
    const sent = await this.#encode(key, entry, encoding);
    const { status, etag, headers } = entry;
    return { status, etag, headers, ...sent, ageMs: nowMs - entry.untilMs };
  }

  /** Notes that a page that was found is sent as a complete response, before routing. */
  noteRaw(): void {
    this.#raw += 1;
  }

  /** How often pages were found or rendered since the start, how many of the found ones were sent raw, and the size. */
  get figures() {
    const { calculatedSize: bytes } = this.#entries;
    return { hits: this.#hits, misses: this.#misses, raw: this.#raw, bytes };
  }

  /** Empties the cache, for benchmarks. */
  clear(): void {
    this.#entries.clear();
  }

  #findFresh(key: string, nowMs: number): Entry | undefined {
    const entry = this.#entries.get(key);
    return entry && entry.untilMs > nowMs && isCurrent(entry) ? entry : undefined;
  }

  async #render(key: string, from: PageDependencies | null, render: Render): Promise<Entry> {
    const stamp = from?.generations.stamp(from.tags) ?? 0;
    const purgeStamp = from?.generations.purgeStamp(from.tags) ?? 0;
    const running = from && this.#rendering.get(key);
    if (running && running.stamp === stamp) return running.page;
    const last = from ? this.#entries.peek(key) : undefined;
    const page = render(last?.digest).then((rendered): Entry => {
      if (rendered.html === null) {
        if (!last) throw new Error(`the page ${key} was not rendered`);
        return { ...last, stamp, purgeStamp, from, untilMs: rendered.untilMs };
      }
      const { status, html, digest, untilMs, redirect, headers, shared } = rendered;
      const body = encodeHtml(typeof html === 'string' ? [html] : html);
      // A weak ETag, since all encodings of a page share it.
      const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
      return {
        stamp,
        purgeStamp,
        from,
        untilMs,
        digest,
        status,
        etag,
        redirect,
        headers,
        shared,
        html: body,
        sent: {},
      };
    });
    if (!from) return page;
    this.#rendering.set(key, { stamp, page });
    try {
      const entry = await page;
      if (entry.untilMs > 0 && isCurrent(entry)) this.#entries.set(key, entry);
      return entry;
    } finally {
      if (this.#rendering.get(key)?.page === page) this.#rendering.delete(key);
    }
  }

  async #encode(key: string, entry: Entry, encoding: Encoding): Promise<EncodedPage> {
    const known = entry.sent[encoding];
    if (known) return known;
    const body = await compressors[encoding](entry.html ?? (await decompress(entry.sent)));
    const sent = this.#toEncodedPage(entry, encoding, body);
    entry.sent[encoding] = sent;
    entry.html = undefined;
    // The LRU cache counts the size of a value once, so the entry is added again, unless it was replaced meanwhile.
    if (this.#entries.peek(key) === entry) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
    }
    return sent;
  }

  #toEncodedPage({ status, etag, headers, shared }: Entry, encoding: Encoding, body: Buffer): EncodedPage {
    if (!this.#headers || status !== 200) return { body: concatUnpooled([body]) };
    const encoded = encoding === 'identity' ? {} : { 'content-encoding': encoding };
    const raw = createRawResponse(
      { ...this.#headers, ...headers, ...shared?.headers, etag, ...encoded },
      body,
    );
    return { body: bodyOf(raw), raw };
  }
}

/** Returns the HTML of a page that is held in any encoding. */
function decompress(sent: Entry['sent']): Promise<Buffer> {
  for (const encoding of ['identity', 'br', 'gzip'] as const) {
    const known = sent[encoding];
    if (known) return decompressors[encoding](known.body);
  }
  throw new Error('the page is held in no encoding');
}

const maxStaleMs = 3_600_000;

const isUnpurged = ({ from, purgeStamp }: Entry): boolean =>
  from !== null && from.generations.purgeStamp(from.tags) === purgeStamp;

/** Returns false once one of the tags was purged, and while purges may be missed. */
const isCurrent = ({ from, stamp }: Entry): boolean =>
  from?.generations.isListening === true && from.generations.isCurrent(from.tags, stamp);

/** Returns the best encoding that the client accepts; brotli before gzip. */
export function chooseEncoding(accept: string | undefined): Encoding {
  if (!accept) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0+)?\b)/.test(accept)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0+)?\b)/.test(accept) ? 'gzip' : 'identity';
}

type PageRequest = {
  url?: string | undefined;
  headers: { authorization?: string | undefined; [name: string]: unknown };
};

/**
 * Returns the headers of a shared page for a request, or undefined if a CDN must not store this answer. Pages do not
 * depend on cookies. What is sent to somebody with a credential, or at another spelling of the address, is not shared:
 * a purge names one address.
 */
export const sharedFor = (
  { url, headers }: PageRequest,
  shared: SharedPage | undefined,
): SharedPage['headers'] | undefined =>
  shared &&
  url === shared.address &&
  headers.authorization === undefined &&
  headers['blade-auth'] === undefined
    ? shared.headers
    : undefined;

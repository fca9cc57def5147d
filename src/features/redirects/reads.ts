import { Readable } from 'node:stream';
import iconv from 'iconv-lite';
import type { z } from 'zod';
import { cachedByTagAndKey } from '#kernel/cache/cached-by-tag.ts';
import type { Context, Database } from '#kernel/context.ts';
import type { Moved } from '#kernel/feature.ts';
import type { BinaryFile } from '#kernel/http/calls.ts';
import { cutPage } from '#kernel/http/paging.ts';
import { csvRows, toCsv } from '#shared/csv.ts';
import { writeCursor } from '#shared/cursors.ts';
import { toIso } from '#shared/dates.ts';
import {
  candidatesOf,
  maxAddressLength,
  type OldAddress,
  readAddress,
  writeAddress,
} from '#shared/old-address.ts';
import { detailPath } from '#shared/site-paths.ts';
import { followRedirects, type Redirect, type RedirectLookup } from './follow-redirects.ts';
import {
  countRedirects,
  findRedirects,
  type ListedRedirect,
  listRedirects,
  type RedirectRow,
  readRedirectsAfter,
} from './queries.ts';
import type { RedirectStatus } from './read-redirect.ts';
import type { RedirectRecord, redirectsPage, redirectsQuery } from './schema.ts';

/** Addresses whose answer is remembered, with a redirect or without; bounds the memory that unknown addresses take. */
const maxCached = 5000;

const findCached = cachedByTagAndKey(
  maxCached,
  () => ['redirects'],
  async (ctx: Context, address: string) => {
    const read = readAddress(address);
    if (!read) return undefined;
    const spelled = gbkSpelling(read);
    return findFirst(ctx.db, [...candidatesOf(read), ...(spelled ? candidatesOf(spelled) : [])]);
  },
);

/** Returns where an address that is no route leads; null if nowhere. One lookup by index, cached. */
export async function findMoved(
  ctx: Context,
  address: OldAddress,
  isRoute: RedirectLookup['isRoute'],
): Promise<Moved | null> {
  const find = async (at: OldAddress) => {
    const key = writeAddress(at);
    return key.length > maxAddressLength ? undefined : findCached(ctx, key);
  };
  return followRedirects(address, { find, isRoute });
}

/** Returns the redirect of the first of these sources that has one, other than `exceptId`. */
export async function findFirst(
  db: Database,
  sources: readonly string[],
  exceptId?: string,
): Promise<Redirect | undefined> {
  if (sources.length === 0) return undefined;
  const rows = new Map((await findRedirects(db, sources)).map((row) => [row.source, row]));
  const rowsInOrder = sources.flatMap((source) => rows.get(source) ?? []);
  return rowsInOrder.flatMap((row) => (row.id === exceptId ? [] : (toRedirect(row) ?? [])))[0];
}

/**
 * Returns a redirect with its effective target. One of a withdrawn post answers 410, one of a post that is not
 * published yet does nothing.
 */
function toRedirect(row: RedirectRow): Redirect | null {
  const { id, source, post_id: postId, column_id: columnId, state } = row;
  if (postId === null || columnId === null)
    return { id, source, status: row.status as RedirectStatus, target: row.target };
  if (state === 'withdrawn') return { id, source, status: 410, target: '' };
  const target = detailPath(columnId, postId);
  return state === 'published' ? { id, source, status: row.status as RedirectStatus, target } : null;
}

/** Returns the target of a redirect as staff see it. */
export const targetOf = ({ target, post_id: postId, column_id: columnId }: RedirectRow): string =>
  postId === null || columnId === null ? target : detailPath(columnId, postId);

/** Returns a page of redirects, newest first or by hits. */
export async function readRedirects(
  { db }: Context,
  { keyword, sort, size, cursor }: z.output<typeof redirectsQuery>,
): Promise<z.infer<typeof redirectsPage>> {
  const rows = await listRedirects(db, { keyword, sort, after: cursor, limit: size + 1 });
  const { shown, last } = cutPage(rows, size);
  return {
    records: shown.map(presentRedirect),
    total: await countRedirects(db, keyword),
    cursor: last ? writeCursor({ at: Number(last.hits), id: last.id }) : null,
  };
}

function presentRedirect(row: ListedRedirect): RedirectRecord {
  return {
    id: row.id,
    source: row.source,
    status: row.status as RedirectStatus,
    target: targetOf(row),
    postId: row.post_id,
    hits: Number(row.hits),
    lastHitAt: row.last_hit_at && toIso(row.last_hit_at),
    createdAt: toIso(row.created_at),
  };
}

const batchSize = 2000;

/** Yields all redirects in batches. */
export async function* readAllRedirects(db: Database): AsyncGenerator<RedirectRow[]> {
  let after = '0';
  for (;;) {
    const rows = await readRedirectsAfter(db, after, batchSize);
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)?.id ?? after;
  }
}

/** Exports all redirects as a file that can be imported again. */
export function exportRedirects({ db }: Context): BinaryFile {
  async function* lines() {
    yield toCsv(['来源', '目标', '状态'], []);
    for await (const rows of readAllRedirects(db))
      yield csvRows(rows.map((row) => [row.source, targetOf(row), String(row.status)]));
  }
  return { name: '旧地址.csv', bytes: Readable.from(lines()) };
}

/**
 * Returns an address as redirects were stored before GBK was decoded: with its bytes escaped. Null if that spelling is
 * the address itself.
 */
function gbkSpelling({ path, query }: OldAddress): OldAddress | null {
  const spelled = { path: escapeGbk(path), query: escapeGbk(query) };
  return spelled.path === path && spelled.query === query ? null : spelled;
}

const escapeGbk = (text: string): string =>
  text.replace(/[^\0-\x7f]+/g, (run) => {
    const bytes = iconv.encode(run, 'gbk');
    if (iconv.decode(bytes, 'gbk') !== run) return run;
    // The second byte of a character may be a letter, which no escape was needed for.
    return bytes
      .toString('latin1')
      .replace(/[^\0-\x7f]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
  });

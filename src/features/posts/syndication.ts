import { visitor } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { type AddressRow, findBodies, findIdRange, listAddresses } from './list-queries.ts';
import { listNewest } from './reads.ts';
import type { PostKind, PostRecord } from './schema.ts';

/** A piece as it is handed to anybody: `html` is all of it only where anyone may read all, else its teaser. */
export type Syndicated = PostRecord & { html: string };

/** How many addresses a sitemap may hold (sitemaps.org). */
const partSize = 50_000;

/** The newest pieces of some columns together, as a visitor may read them. */
export async function readSyndicated(
  ctx: Context,
  columns: readonly { id: string; kind: string }[],
  size: number,
): Promise<Syndicated[]> {
  const anyone = { ...ctx, actor: visitor };
  const lists = await Promise.all(
    columns.map(({ id, kind }) => listNewest(anyone, { columnId: id, kind: kind as PostKind }, size)),
  );
  const newest = lists
    .flat()
    .sort((one, other) => Date.parse(other.publishedAt) - Date.parse(one.publishedAt))
    .slice(0, size);
  const bodies = await findBodies(
    ctx.db,
    newest.map(({ id }) => id),
  );
  return newest.map((record) => {
    const body = bodies.get(record.id);
    return { ...record, html: (record.locked ? body?.open_html : body?.html) ?? '' };
  });
}

/**
 * The parts of the sitemap: each a stretch of 50,000 ids, so that no part can hold more addresses than it may, and
 * finding one takes no counting. @returns their numbers
 */
export async function listSitemapParts({ db }: Context): Promise<number[]> {
  const range = await findIdRange(db);
  if (!range) return [];
  const [first, last] = [Math.floor(range.first / partSize), Math.floor(range.last / partSize)];
  return Array.from({ length: last - first + 1 }, (_, place) => first + place);
}

/** The published pieces of some columns in one part of the sitemap, by id. */
export const readSitemapPart = (
  { db }: Context,
  columnIds: readonly string[],
  part: number,
): Promise<AddressRow[]> => listAddresses(db, columnIds, part * partSize, (part + 1) * partSize);

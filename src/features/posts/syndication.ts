import { visitor } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { dayMs } from '#shared/dates.ts';
import { playersAsLinks } from './body/serialise.ts';
import {
  findBodies,
  findIdRange,
  findLiveVersion,
  type ListFilter,
  listRecentRows,
  listSitemapRows,
  type RecentRow,
  type SitemapRow,
} from './list-queries.ts';
import { listNewest, presentByIds } from './reads.ts';
import type { PostKind, PostRecord } from './schema.ts';

/** A post of a feed: `html` is whole only if the feed's reader, mostly a visitor, may read all of it, else the teaser. */
export type SyndicatedPost = PostRecord & { html: string };

declare module '#kernel/feature.ts' {
  interface Extensions {
    /** Draws the card of a post as PNG. `base`: the address of the site. */
    drawCard: (ctx: Context, post: SyndicatedPost, base: string) => Promise<Buffer>;
    /** Draws the QR code of an address as PNG. */
    drawCode: (address: string) => Promise<Buffer>;
  }
}
/** Maximum number of addresses in a sitemap (sitemaps.org). */
const partSize = 50_000;

type OpenColumn = { id: string; kind: string };

/** Returns the newest posts of some columns, of one tag or author or of all, as a visitor may read them. */
export async function readSyndicatedPosts(
  ctx: Context,
  columns: readonly OpenColumn[],
  size: number,
  of: Pick<ListFilter, 'tag' | 'authorId'> = {},
): Promise<SyndicatedPost[]> {
  const anyone = { ...ctx, actor: visitor };
  return withBodies(ctx, await listNewestOf(anyone, columns, size, of));
}

/** Returns the newest of these posts that are published in one of the columns, as a visitor may read them. */
export async function syndicatePosts(
  ctx: Context,
  ids: readonly string[],
  columnIds: ReadonlySet<string>,
  size: number,
): Promise<SyndicatedPost[]> {
  const records = await presentByIds({ ...ctx, actor: visitor }, ids);
  const open = records.filter(({ columnId }) => columnIds.has(columnId));
  return withBodies(ctx, open.sort(newestFirst).slice(0, size));
}

/** Returns the newest posts of some columns as the caller may read them; paid text has no watermark yet. */
export const readPostsForReader = async (
  ctx: Context,
  columns: readonly OpenColumn[],
  size: number,
): Promise<SyndicatedPost[]> => withBodies(ctx, await listNewestOf(ctx, columns, size, {}));

async function listNewestOf(
  ctx: Context,
  columns: readonly OpenColumn[],
  size: number,
  of: Pick<ListFilter, 'tag' | 'authorId'>,
): Promise<PostRecord[]> {
  const lists = await Promise.all(
    columns.map(({ id, kind }) => listNewest(ctx, { ...of, columnId: id, kind: kind as PostKind }, size)),
  );
  return lists.flat().sort(newestFirst).slice(0, size);
}

const newestFirst = (one: PostRecord, other: PostRecord): number =>
  Date.parse(other.publishedAt) - Date.parse(one.publishedAt);

/** Adds to each record the part of its body that its reader may read. Readers of feeds show no players. */
async function withBodies(ctx: Context, records: readonly PostRecord[]): Promise<SyndicatedPost[]> {
  const bodies = await findBodies(
    ctx.db,
    records.map(({ id }) => id),
  );
  return records.map((record) => {
    const body = bodies.get(record.id);
    const html = (record.locked ? body?.open_html : body?.html) ?? '';
    return { ...record, html: playersAsLinks(html) };
  });
}

/** Returns a published post as a visitor may read it; null if there is none. */
export async function readOpenPost(ctx: Context, id: string): Promise<SyndicatedPost | null> {
  const [record] = await presentByIds({ ...ctx, actor: visitor }, [id]);
  if (!record) return null;
  const body = (await findBodies(ctx.db, [id])).get(id);
  return { ...record, html: (record.locked ? body?.open_html : body?.html) ?? '' };
}

/** Returns the number of a post's published version; 0 for a post that has had one only. */
export const readLiveVersion = ({ db }: Context, id: string): Promise<number> => findLiveVersion(db, id);

/**
 * Lists the parts of the sitemap. Each covers 50,000 ids, so that no part exceeds the limit and finding one needs no
 * counting.
 * @returns their numbers
 */
export async function listSitemapParts({ db }: Context): Promise<number[]> {
  const range = await findIdRange(db);
  if (!range) return [];
  const [first, last] = [Math.floor(range.first / partSize), Math.floor(range.last / partSize)];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Lists the published posts of some columns in one part of the sitemap, by id. */
export const readSitemapPart = (
  { db }: Context,
  columnIds: readonly string[],
  part: number,
): Promise<SitemapRow[]> => listSitemapRows(db, columnIds, part * partSize, (part + 1) * partSize);

/** Age and number of posts in a news sitemap (Google News). */
const maxNewsAgeMs = 2 * dayMs;
const maxNews = 1000;

/** Lists the posts of some columns of the last two days, newest first. */
export const readRecentPosts = ({ db, now }: Context, columnIds: readonly string[]): Promise<RecentRow[]> =>
  listRecentRows(db, columnIds, new Date(now().getTime() - maxNewsAgeMs), maxNews);

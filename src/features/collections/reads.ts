import { presentByIds } from '#features/posts/index.ts';
import type { PostRecord } from '#features/posts/schema.ts';
import { memberOf } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { cutPage, emptyPage, offsetOf, type Page, type Paging, toPage } from '#kernel/http/paging.ts';
import { writeCursor } from '#shared/cursors.ts';
import { toIso } from '#shared/dates.ts';
import * as queries from './queries.ts';
import type { CollectRecord, CollectShelf, FollowRecord, HistoryRecord } from './schema.ts';

/** Totals of one's own lists are counted no further than this (PRODUCT §4). */
const totalCap = 1000;
const newestOfAuthor = 3;

/** What the caller collected of a shelf, the last first; `keyword` is a part of the title. */
export async function listOwnCollects(
  ctx: Context,
  shelf: CollectShelf,
  { keyword, ...paging }: Paging & { keyword?: string | undefined },
): Promise<Page<CollectRecord>> {
  const memberId = memberOf(ctx);
  const wanted = keyword?.trim() || undefined;
  const part = partOf(paging);
  const [rows, count] = await Promise.all([
    part ? queries.listCollects(ctx.db, memberId, shelf, wanted, part) : [],
    queries.countCollects(ctx.db, memberId, shelf, wanted, totalCap),
  ]);
  return presentPage(rows, capped(count), paging, byId, async (shown) => {
    const records = await recordsOf(
      ctx,
      shown.map(({ post_id }) => post_id),
    );
    return shown.map((row) => ({
      id: row.id,
      collectedAt: toIso(row.created_at),
      record: records.get(row.post_id) ?? null,
      title: row.title,
      isWithdrawn: row.state !== 'published',
    }));
  });
}

/** Whom the caller follows, the last first, each with their newest pieces. */
export async function listOwnFollows(ctx: Context, paging: Paging): Promise<Page<FollowRecord>> {
  const memberId = memberOf(ctx);
  const part = partOf(paging);
  const [rows, count] = await Promise.all([
    part ? queries.listFollows(ctx.db, memberId, newestOfAuthor, part) : [],
    queries.countFollows(ctx.db, memberId, totalCap),
  ]);
  return presentPage(rows, capped(count), paging, byId, async (shown) => {
    const records = await recordsOf(
      ctx,
      shown.flatMap(({ newest }) => newest),
    );
    return shown.map((row) => presentFollow(row, records));
  });
}

/** The newest pieces of everyone the caller follows. */
export async function listFollowFeed(ctx: Context, paging: Paging): Promise<Page<PostRecord>> {
  const memberId = memberOf(ctx);
  const part = placedPartOf(paging);
  const [rows, total] = await Promise.all([
    part ? queries.listFeed(ctx.db, memberId, part) : [],
    queries.countFeed(ctx.db, memberId),
  ]);
  const place = ({ id, published_at }: { id: string; published_at: Date }) => ({
    at: published_at.getTime(),
    id,
  });
  return presentPage(rows, { total }, paging, place, (shown) =>
    presentByIds(
      ctx,
      shown.map(({ id }) => id),
    ),
  );
}

/** What the caller opened, the last first; pieces that are no longer out are left out. */
export async function listOwnReadings(ctx: Context, paging: Paging): Promise<Page<HistoryRecord>> {
  const memberId = memberOf(ctx);
  const part = placedPartOf(paging);
  const [rows, count] = await Promise.all([
    part ? queries.listReadings(ctx.db, memberId, part) : [],
    queries.countReadings(ctx.db, memberId, totalCap),
  ]);
  const place = ({ post_id, read_at }: { post_id: string; read_at: Date }) => ({
    at: read_at.getTime(),
    id: post_id,
  });
  return presentPage(rows, capped(count), paging, place, async (shown) => {
    const records = await recordsOf(
      ctx,
      shown.map(({ post_id }) => post_id),
    );
    return shown.flatMap(({ post_id, read_at }) => {
      const record = records.get(post_id);
      return record ? [{ readAt: toIso(read_at), record }] : [];
    });
  });
}

function presentFollow(row: queries.FollowRow, records: ReadonlyMap<string, PostRecord>): FollowRecord {
  return {
    id: row.id,
    followedAt: toIso(row.created_at),
    author: {
      id: row.author_id,
      name: row.name,
      title: row.title,
      avatar: row.avatar,
      posts: row.posts,
      followers: row.followers,
    },
    newest: row.newest.flatMap((id) => records.get(id) ?? []),
  };
}

async function recordsOf(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, PostRecord>> {
  return new Map((await presentByIds(ctx, ids)).map((record) => [record.id, record]));
}

/** One more than asked tells whether there is a next page; null beyond what numbers reach. */
function partOf(paging: Paging) {
  const limit = paging.size + 1;
  if (paging.cursor) return { limit, after: paging.cursor.id };
  const offset = offsetOf(paging);
  return offset === null ? null : { limit, offset };
}

function placedPartOf(paging: Paging) {
  const limit = paging.size + 1;
  if (paging.cursor) return { limit, after: { at: new Date(paging.cursor.at), id: paging.cursor.id } };
  const offset = offsetOf(paging);
  return offset === null ? null : { limit, offset };
}

const byId = ({ id, created_at }: { id: string; created_at: Date }) => ({ at: created_at.getTime(), id });

const capped = (count: number) =>
  count > totalCap ? { total: totalCap, totalCapped: true } : { total: count };

async function presentPage<Row, R>(
  rows: readonly Row[],
  total: { total: number; totalCapped?: boolean },
  paging: Paging,
  placeOf: (row: Row) => { at: number; id: string },
  present: (shown: readonly Row[]) => Promise<R[]>,
): Promise<Page<R>> {
  if (rows.length === 0) return emptyPage(paging, total);
  const { shown, last } = cutPage(rows, paging.size);
  return toPage(await present(shown), total, paging, last ? writeCursor(placeOf(last)) : null);
}

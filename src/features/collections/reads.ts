import { presentByIds } from '#features/posts/index.ts';
import type { PostRecord } from '#features/posts/schema.ts';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { cutPage, emptyPage, offsetOf, type Page, type Paging, toPage } from '#kernel/http/paging.ts';
import { writeCursor } from '#shared/cursors.ts';
import { toIso } from '#shared/dates.ts';
import * as queries from './queries.ts';
import type { CollectKind, CollectRecord, FollowRecord, HistoryRecord } from './schema.ts';

/** Totals of the caller's own lists are counted up to this limit (docs/product.md §14). */
const totalCap = 1000;
const maxNewestPosts = 3;

/** Lists the caller's collects of a shelf, newest first; `keyword` is part of the title. */
export async function listOwnCollects(
  ctx: Context,
  kind: CollectKind,
  { keyword, ...paging }: Paging & { keyword?: string | undefined },
): Promise<Page<CollectRecord>> {
  const memberId = requireMemberId(ctx);
  const titlePart = keyword?.trim() || undefined;
  const range = pageRangeOf(paging);
  const [rows, count] = await Promise.all([
    range ? queries.listCollects(ctx.db, memberId, kind, titlePart, range) : [],
    queries.countCollects(ctx.db, memberId, kind, titlePart, totalCap),
  ]);
  return presentPage(rows, capped(count), paging, anchorById, async (shown) => {
    const records = await recordsById(
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

/** Lists the authors the caller follows, newest first, each with their newest posts. */
export async function listOwnFollows(ctx: Context, paging: Paging): Promise<Page<FollowRecord>> {
  const memberId = requireMemberId(ctx);
  const range = pageRangeOf(paging);
  const [rows, count] = await Promise.all([
    range ? queries.listFollows(ctx.db, memberId, maxNewestPosts, range) : [],
    queries.countFollows(ctx.db, memberId, totalCap),
  ]);
  return presentPage(rows, capped(count), paging, anchorById, async (shown) => {
    const records = await recordsById(
      ctx,
      shown.flatMap(({ newest }) => newest),
    );
    return shown.map((row) => presentFollow(row, records));
  });
}

/** Lists the newest posts of all authors the caller follows. */
export async function listFollowFeed(ctx: Context, paging: Paging): Promise<Page<PostRecord>> {
  const memberId = requireMemberId(ctx);
  const range = anchoredRangeOf(paging);
  const [rows, total] = await Promise.all([
    range ? queries.listFeed(ctx.db, memberId, range) : [],
    queries.countFeed(ctx.db, memberId),
  ]);
  const anchorOf = ({ id, published_at }: { id: string; published_at: Date }) => ({
    at: published_at.getTime(),
    id,
  });
  return presentPage(rows, { total }, paging, anchorOf, (shown) =>
    presentByIds(
      ctx,
      shown.map(({ id }) => id),
    ),
  );
}

/** Lists the posts the caller opened, the last first; omits posts that are no longer published. */
export async function listOwnReadings(ctx: Context, paging: Paging): Promise<Page<HistoryRecord>> {
  const memberId = requireMemberId(ctx);
  const range = anchoredRangeOf(paging);
  const [rows, count] = await Promise.all([
    range ? queries.listReadings(ctx.db, memberId, range) : [],
    queries.countReadings(ctx.db, memberId, totalCap),
  ]);
  const anchorOf = ({ post_id, read_at }: { post_id: string; read_at: Date }) => ({
    at: read_at.getTime(),
    id: post_id,
  });
  return presentPage(rows, capped(count), paging, anchorOf, async (shown) => {
    const records = await recordsById(
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

async function recordsById(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, PostRecord>> {
  return new Map((await presentByIds(ctx, ids)).map((record) => [record.id, record]));
}

/**
 * Returns the range with one row more than requested, which tells whether there is a next page; null beyond the limit
 * of numbered pages.
 */
function pageRangeOf(paging: Paging) {
  const limit = paging.size + 1;
  if (paging.cursor) return { limit, after: paging.cursor.id };
  const offset = offsetOf(paging);
  return offset === null ? null : { limit, offset };
}

function anchoredRangeOf(paging: Paging) {
  const limit = paging.size + 1;
  if (paging.cursor) return { limit, after: { at: new Date(paging.cursor.at), id: paging.cursor.id } };
  const offset = offsetOf(paging);
  return offset === null ? null : { limit, offset };
}

const anchorById = ({ id, created_at }: { id: string; created_at: Date }) => ({
  at: created_at.getTime(),
  id,
});

const capped = (count: number) =>
  count > totalCap ? { total: totalCap, totalCapped: true } : { total: count };

async function presentPage<Row, R>(
  rows: readonly Row[],
  total: { total: number; totalCapped?: boolean },
  paging: Paging,
  anchorOf: (row: Row) => { at: number; id: string },
  present: (shown: readonly Row[]) => Promise<R[]>,
): Promise<Page<R>> {
  if (rows.length === 0) return emptyPage(paging, total);
  const { shown, last } = cutPage(rows, paging.size);
  return toPage(await present(shown), total, paging, last ? writeCursor(anchorOf(last)) : null);
}

/** Returns how far the caller has read a post; 0 without a record in their history. */
export const readPosition = (ctx: Context, postId: string): Promise<number> =>
  queries.findPosition(ctx.db, requireMemberId(ctx), postId);

const readersPerBatch = 1000;

/** Yields the id of every member who opened a post and still has it in the history, with the last time. */
export async function* readReaders({ db }: Context, postId: string) {
  let after = '0';
  for (;;) {
    const rows = await queries.listReaders(db, postId, after, readersPerBatch);
    for (const { member_id, read_at } of rows) {
      after = member_id;
      yield { memberId: member_id, lastReadAt: toIso(read_at) };
    }
    if (rows.length < readersPerBatch) return;
  }
}

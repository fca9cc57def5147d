import type { AuthorsMerged } from '#features/authors/events.ts';
import type { PostsViewed } from '#features/posts/events.ts';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { countHit, type RateLimit } from '#kernel/db/rate-limits.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { notFound, rateLimited } from '#kernel/errors.ts';
import * as queries from './queries.ts';
import type { CollectKind } from './schema.ts';

/**
 * Collects a published post of this shelf's kinds for the caller. May be repeated: the id stays the same.
 * @throws notFound for an unknown id, one of another kind, or an unpublished post
 */
export async function addCollect(ctx: Context, kind: CollectKind, postId: string): Promise<{ id: string }> {
  const memberId = requireMemberId(ctx);
  const id = await inTransaction(ctx, (trx) => queries.insertCollect(trx, memberId, kind, postId));
  if (id === undefined) throw notFound('内容不存在或已下架');
  return { id };
}

/** Deletes the caller's own record by its id. May be repeated; ignores another member's id. */
export async function deleteCollect(ctx: Context, kind: CollectKind, id: string): Promise<true> {
  const memberId = requireMemberId(ctx);
  await inTransaction(ctx, (trx) => queries.deleteCollect(trx, memberId, kind, id));
  return true;
}

/**
 * Follows an author for the caller. May be repeated: the id stays the same.
 * @throws notFound for an unknown author
 */
export async function addFollow(ctx: Context, authorId: string): Promise<{ id: string }> {
  const memberId = requireMemberId(ctx);
  const id = await inTransaction(ctx, (trx) => queries.insertFollow(trx, memberId, authorId));
  if (id === undefined) throw notFound('作者不存在');
  return { id };
}

/** Unfollows an author. May be repeated. */
export async function deleteFollow(ctx: Context, authorId: string): Promise<true> {
  const memberId = requireMemberId(ctx);
  await inTransaction(ctx, (trx) => queries.deleteFollow(trx, memberId, authorId));
  return true;
}

/** Deletes this post, or without an id all posts, from the caller's history. May be repeated. */
export async function deleteReadings(ctx: Context, postId?: string): Promise<true> {
  const memberId = requireMemberId(ctx);
  await inTransaction(ctx, (trx) => queries.deleteReadings(trx, memberId, postId));
  return true;
}

/** A reader's browser saves at most every ten seconds and when the page is left, on several devices at once. */
const positionLimit: RateLimit = {
  name: 'reading-position',
  max: 60,
  windowMs: 60_000,
  isFixed: true,
  refuse: (wait) => rateLimited(`阅读位置保存过于频繁，请 ${wait} 秒后再试`, wait),
};

/**
 * Saves how far the caller has read a post of their history; the last save of all devices holds. May be repeated.
 * @throws rateLimited
 */
export async function savePosition(
  ctx: Context,
  { id, position }: { id: string; position: number },
): Promise<true> {
  const memberId = requireMemberId(ctx);
  await inTransaction(ctx, async (trx) => {
    await countHit(ctx, trx, positionLimit, memberId);
    await queries.updatePosition(trx, memberId, id, position);
  });
  return true;
}

/** Records for each member what they opened, in the transaction that counts the views. */
export async function onPostsViewed(_: Context, trx: Trx, { views, at }: PostsViewed): Promise<void> {
  const members = views.filter(({ memberId }) => memberId !== null);
  if (members.length === 0) return;
  await queries.upsertReadings(
    trx,
    members.map(({ memberId }) => memberId ?? ''),
    members.map(({ postId }) => postId),
    at,
  );
}

/** Moves the followers of an author to the one they are merged into, in the transaction of the merge. */
export async function onAuthorMerged(_: Context, trx: Trx, { id, into }: AuthorsMerged): Promise<void> {
  await queries.moveFollows(trx, id, into);
}

/** Deletes everything of a deleted member; triggers update the stored counts. */
export async function onMemberDeleted(
  _: Context,
  trx: Trx,
  { memberId }: { memberId: string },
): Promise<void> {
  await queries.deleteAllOfMember(trx, memberId);
}

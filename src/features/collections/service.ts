import type { AuthorsMerged } from '#features/authors/events.ts';
import type { PostsViewed } from '#features/posts/events.ts';
import { memberOf } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { notFound } from '#kernel/errors.ts';
import * as queries from './queries.ts';
import type { CollectShelf } from './schema.ts';

/**
 * Collects a published piece of this shelf's kinds for the caller. May be repeated: the id stays the same.
 * @throws notFound for an unknown id, another kind's, or a piece that is not out
 */
export async function addCollect(ctx: Context, shelf: CollectShelf, postId: string): Promise<{ id: string }> {
  const memberId = memberOf(ctx);
  const id = await inTransaction(ctx, (trx) => queries.insertCollect(trx, memberId, shelf, postId));
  if (id === undefined) throw notFound('内容不存在或已下架');
  return { id };
}

/** Drops the caller's own record by its id. May be repeated; another member's id changes nothing. */
export async function removeCollect(ctx: Context, shelf: CollectShelf, id: string): Promise<true> {
  const memberId = memberOf(ctx);
  await inTransaction(ctx, (trx) => queries.deleteCollect(trx, memberId, shelf, id));
  return true;
}

/** Follows an author for the caller. May be repeated: the id stays the same. @throws notFound for an unknown author */
export async function addFollow(ctx: Context, authorId: string): Promise<{ id: string }> {
  const memberId = memberOf(ctx);
  const id = await inTransaction(ctx, (trx) => queries.insertFollow(trx, memberId, authorId));
  if (id === undefined) throw notFound('作者不存在');
  return { id };
}

/** Follows an author no longer. May be repeated. */
export async function removeFollow(ctx: Context, authorId: string): Promise<true> {
  const memberId = memberOf(ctx);
  await inTransaction(ctx, (trx) => queries.deleteFollow(trx, memberId, authorId));
  return true;
}

/** Forgets that the caller opened this piece, or without an id everything they opened. May be repeated. */
export async function forgetReadings(ctx: Context, postId?: string): Promise<true> {
  const memberId = memberOf(ctx);
  await inTransaction(ctx, (trx) => queries.deleteReadings(trx, memberId, postId));
  return true;
}

/** Notes for each member what they opened, in the transaction that counts the views. */
export async function noteReadings(_: Context, trx: Trx, { views, at }: PostsViewed): Promise<void> {
  const members = views.filter(({ memberId }) => memberId !== null);
  if (members.length === 0) return;
  await queries.upsertReadings(
    trx,
    members.map(({ memberId }) => memberId ?? ''),
    members.map(({ postId }) => postId),
    at,
  );
}

/** Whoever followed an author follows the one they are merged into, in the transaction of the merge. */
export async function moveMergedFollows(_: Context, trx: Trx, { id, into }: AuthorsMerged): Promise<void> {
  await queries.moveFollows(trx, id, into);
}

/** A deleted member leaves nothing here; the kept counts follow by trigger. */
export async function forgetMemberCollections(
  _: Context,
  trx: Trx,
  { memberId }: { memberId: string },
): Promise<void> {
  await queries.deleteAllOf(trx, memberId);
}

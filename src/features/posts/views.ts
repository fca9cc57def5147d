import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { notFound } from '#kernel/errors.ts';
import { groupCommit } from '#kernel/group-commit.ts';
import type { Origin } from '#kernel/http/calls.ts';
import type { PostView } from './events.ts';
import { addViews, deleteOldBuckets, expireViews, isPublished } from './record-queries.ts';
import type { PostKind } from './schema.ts';

type Batch = {
  ids: Map<string, number>;
  /** Who looked, one by one, for listeners. */
  views: PostView[];
};

const commitViews = groupCommit(
  (): Batch => ({ ids: new Map(), views: [] }),
  (ctx, batch) => inTransaction(ctx, (trx) => writeBatch(ctx, trx, batch)),
);

/**
 * One view of a published piece, told to listeners too (`posts.viewed`), in the same transaction.
 * @returns all its views so far
 * @throws notFound for an unknown id, another kind's, or a piece that is not out
 */
export async function countView(
  ctx: Context,
  kind: PostKind,
  id: string,
  { address, userAgent }: Pick<Origin, 'address' | 'userAgent'>,
): Promise<number> {
  if (!(await isPublished(ctx.db, kind, id))) throw notFound('内容不存在或已下架');
  const memberId = ctx.actor.kind === 'member' ? ctx.actor.memberId : null;
  const totals = await commitViews(ctx, ({ ids, views }) => {
    ids.set(id, (ids.get(id) ?? 0) + 1);
    views.push({ postId: id, memberId, address, userAgent });
  });
  return totals.get(id) ?? 0;
}

/** Enters views that were counted elsewhere: so many for each piece, as if seen at `at`. */
export async function enterViews(ctx: Context, views: ReadonlyMap<string, number>, at: Date): Promise<void> {
  if (views.size > 0) await inTransaction(ctx, (trx) => addViews(trx, views, at));
}

async function writeBatch(ctx: Context, trx: Trx, { ids, views }: Batch): Promise<Map<string, number>> {
  const at = ctx.now();
  const totals = await addViews(trx, ids, at);
  await ctx.events.emit(ctx, trx, 'posts.viewed', { views, at });
  return totals;
}

const windows = { day: 24 * 3_600_000, week: 7 * 86_400_000, month: 30 * 86_400_000 };

/** Takes out of the rolling sums what has left their windows (the last 24 hours, 7 and 30 days). Repeatable. */
export async function forgetOldViews(ctx: Context): Promise<void> {
  for (const [period, length] of Object.entries(windows)) {
    const from = new Date(ctx.now().getTime() - length);
    await inTransaction(ctx, (trx) => expireViews(trx, period, from));
  }
  await inTransaction(ctx, (trx) => deleteOldBuckets(trx, new Date(ctx.now().getTime() - windows.month)));
}

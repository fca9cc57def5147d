import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { notFound } from '#kernel/errors.ts';
import type { Origin } from '#kernel/http/calls.ts';
import type { PostKind } from './calls.ts';
import type { PostView } from './events.ts';
import { isPublished } from './queries.ts';
import { addViews, deleteOldBuckets, expireViews } from './view-queries.ts';

type Waiting = {
  ids: Map<string, number>;
  /** Who looked, one by one, for listeners. */
  views: PostView[];
  settle: PromiseWithResolvers<Map<string, number>>;
};

/**
 * Counts views by group commit: while one batch is being written, the next one gathers; each caller is
 * answered when the transaction that holds their view has committed. So an acknowledged view survives a crash,
 * and a thousand readers cost a handful of writes.
 */
const pending = new Map<string, Waiting>();
const writing = new Set<string>();

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
  const tenantId = ctx.tenant.id;
  const batch = pending.get(tenantId) ?? {
    ids: new Map<string, number>(),
    views: [],
    settle: Promise.withResolvers<Map<string, number>>(),
  };
  pending.set(tenantId, batch);
  batch.ids.set(id, (batch.ids.get(id) ?? 0) + 1);
  const memberId = ctx.actor.kind === 'member' ? ctx.actor.memberId : null;
  batch.views.push({ postId: id, memberId, address, userAgent });
  if (!writing.has(tenantId)) void writeBatches(ctx);
  return (await batch.settle.promise).get(id) ?? 0;
}

/** Enters views that were counted elsewhere: so many for each piece, as if seen at `at`. */
export async function enterViews(ctx: Context, views: ReadonlyMap<string, number>, at: Date): Promise<void> {
  if (views.size > 0) await inTransaction(ctx, (trx) => addViews(trx, views, at));
}

async function writeBatches(ctx: Context): Promise<void> {
  const tenantId = ctx.tenant.id;
  writing.add(tenantId);
  for (let batch = pending.get(tenantId); batch; batch = pending.get(tenantId)) {
    pending.delete(tenantId);
    await inTransaction(ctx, (trx) => writeBatch(ctx, trx, batch)).then(
      batch.settle.resolve,
      batch.settle.reject,
    );
  }
  writing.delete(tenantId);
}

async function writeBatch(ctx: Context, trx: Trx, { ids, views }: Waiting): Promise<Map<string, number>> {
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

import { noteReaders, type Reader, readerMarks } from '#features/settings/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { notFound } from '#kernel/errors.ts';
import { groupCommit } from '#kernel/group-commit.ts';
import type { Origin } from '#kernel/http/calls.ts';
import { dayOf } from '#shared/dates.ts';
import type { PostView } from './events.ts';
import { addViews, deleteOldBuckets, expireViews, findViews, isPublished } from './record-queries.ts';
import type { PostKind } from './schema.ts';

type View = Reader & { postId: string };
/** By piece and reader, so that a flood of one reader is one view of a batch. */
type Batch = Map<string, View>;

const commitViews = groupCommit((): Batch => new Map(), writeBatch);

/**
 * Counts a view of a published piece, once per reader and Shanghai day, in the transaction in which listeners are told of it
 * (`posts.viewed`). What a member opens again is told too, since it moves up in their reading history.
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
  const totals = await commitViews(ctx, (batch) => {
    const view = { postId: id, memberId, address, userAgent };
    batch.set(`${id} ${memberId ?? `${address} ${userAgent}`}`, view);
  });
  return totals.get(id) ?? 0;
}

/** Enters views that were counted elsewhere: so many for each piece, as if seen at `at`. */
export async function enterViews(ctx: Context, views: ReadonlyMap<string, number>, at: Date): Promise<void> {
  if (views.size > 0) await inTransaction(ctx, (trx) => addViews(trx, views, at));
}

async function writeBatch(ctx: Context, batch: Batch): Promise<Map<string, number>> {
  const at = ctx.now();
  const day = dayOf(at);
  const markOf = await readerMarks(ctx, day);
  const views = [...batch.values()].map((view) => ({ ...view, reader: markOf(view) }));
  return inTransaction(ctx, async (trx) => {
    const marks = views.map(({ postId, reader }) => ({ scope: 'post', key: postId, reader }));
    const counts = new Map<string, number>();
    const fresh = new Set<string>();
    for (const { key, reader } of await noteReaders(trx, day, marks)) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      fresh.add(`${key} ${reader.toString('hex')}`);
    }
    const told = new Map<string, PostView>();
    for (const { postId, memberId, reader } of views) {
      const name = `${postId} ${reader.toString('hex')}`;
      const isCounted = fresh.has(name);
      if (isCounted || memberId !== null) told.set(name, { postId, memberId, reader, isCounted });
    }
    const totals = counts.size > 0 ? await addViews(trx, counts, at) : new Map<string, number>();
    const seenBefore = [...new Set(views.map(({ postId }) => postId))].filter((id) => !totals.has(id));
    for (const [id, total] of await findViews(trx, seenBefore)) totals.set(id, total);
    if (told.size > 0) await ctx.events.emit(ctx, trx, 'posts.viewed', { views: [...told.values()], at });
    return totals;
  });
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

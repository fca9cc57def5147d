import { loadReaderHasher, recordUniqueReaders, type Viewer } from '#features/settings/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { notFound } from '#kernel/errors.ts';
import { groupCommit } from '#kernel/group-commit.ts';
import { dayOf } from '#shared/dates.ts';
import type { PostView, Visit } from './events.ts';
import { addViews, deleteOldBuckets, expireViews, findViews, isPublished } from './record-queries.ts';
import type { PostKind } from './schema.ts';

type View = Viewer & Visit & { postId: string };
/** Keyed by post and reader, so that repeated views of one reader count once per batch. */
type Batch = Map<string, View>;

const commitViews = groupCommit((): Batch => new Map(), writeBatch);

/**
 * Counts a view of a published post, once per reader and Shanghai day, and emits `posts.viewed` in the same
 * transaction. Repeated views of a member are emitted too, because they move the post up in the reading history.
 * @returns the post's total views
 * @throws notFound for an unknown id, one of another kind, or an unpublished post
 */
export async function countView(
  ctx: Context,
  kind: PostKind,
  id: string,
  { address, userAgent, referrer }: Visit,
): Promise<number> {
  if (!(await isPublished(ctx.db, kind, id))) throw notFound('内容不存在或已下架');
  const memberId = ctx.actor.kind === 'member' ? ctx.actor.memberId : null;
  const totals = await commitViews(ctx, (batch) => {
    const view = { postId: id, memberId, address, userAgent, referrer };
    batch.set(`${id} ${memberId ?? `${address} ${userAgent}`}`, view);
  });
  return totals.get(id) ?? 0;
}

/** Adds views that were counted elsewhere: a number per post, as if seen at `at`. */
export async function importViews(ctx: Context, views: ReadonlyMap<string, number>, at: Date): Promise<void> {
  if (views.size > 0) await inTransaction(ctx, (trx) => addViews(trx, views, at));
}

async function writeBatch(ctx: Context, batch: Batch): Promise<Map<string, number>> {
  const at = ctx.now();
  const day = dayOf(at);
  const hashReader = await loadReaderHasher(ctx, day);
  const views = [...batch.values()].map((view) => ({ ...view, reader: hashReader(view) }));
  return inTransaction(ctx, async (trx) => {
    const readers = views.map(({ postId, reader }) => ({ scope: 'post', key: postId, reader }));
    const counts = new Map<string, number>();
    const firstToday = new Set<string>();
    for (const { key, reader } of await recordUniqueReaders(trx, day, readers)) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      firstToday.add(`${key} ${reader.toString('hex')}`);
    }
    const reported = new Map<string, PostView>();
    for (const { postId, memberId, reader, ...visit } of views) {
      const name = `${postId} ${reader.toString('hex')}`;
      const isCounted = firstToday.has(name);
      if (isCounted || memberId !== null) reported.set(name, { postId, memberId, reader, isCounted, visit });
    }
    const totals = counts.size > 0 ? await addViews(trx, counts, at) : new Map<string, number>();
    const seenBefore = [...new Set(views.map(({ postId }) => postId))].filter((id) => !totals.has(id));
    for (const [id, total] of await findViews(trx, seenBefore)) totals.set(id, total);
    if (reported.size > 0)
      await ctx.events.emit(ctx, trx, 'posts.viewed', { views: [...reported.values()], at });
    return totals;
  });
}

const windows = { day: 24 * 3_600_000, week: 7 * 86_400_000, month: 30 * 86_400_000 };

/**
 * Subtracts from the rolling sums the views that left their windows (the last 24 hours, 7 and 30 days). May be
 * repeated.
 */
export async function expireOldViews(ctx: Context): Promise<void> {
  for (const [period, length] of Object.entries(windows)) {
    const from = new Date(ctx.now().getTime() - length);
    await inTransaction(ctx, (trx) => expireViews(trx, period, from));
  }
  await inTransaction(ctx, (trx) => deleteOldBuckets(trx, new Date(ctx.now().getTime() - windows.month)));
}

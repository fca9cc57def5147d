import { recordAction } from '#features/audit/index.ts';
import { cancelReview, decideReview, lockReview, readLastReview } from '#features/moderation/index.ts';
import type { Settings } from '#features/settings/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, DomainError, notFound } from '#kernel/errors.ts';
import { toIso } from '#shared/dates.ts';
import { quote, targetOf } from '../notify-readers.ts';
import { hideComment, showComment } from '../states.ts';
import { type LockedComment, lockComments, settleReports } from '../write-queries.ts';
import { deleteMute, findMute, upsertMute } from './admin-queries.ts';
import type { BatchOutcome } from './schema.ts';

const hourMs = 3_600_000;

/** Approves pending comments and shows hidden ones again. Reports what was refused; the rest is done. */
export const showComments = (
  ctx: Context,
  { ids }: { ids: readonly string[] },
  settings: Settings,
): Promise<BatchOutcome> =>
  changeEach(ids, async (id) => {
    const item = await readLastReview(ctx, targetOf(id));
    if (item?.state === 'pending') {
      await decideReview(ctx, settings, { id: item.id, decision: 'approved', note: '' });
      return true;
    }
    return changeLocked(ctx, id, async (trx, comment) => {
      if (comment.state === 'deleted') throw conflict('已删除的评论不能再显示');
      if (comment.state === 'visible') return false;
      await showComment(ctx, trx, comment);
      await recordAction(ctx, trx, {
        action: 'comment.show',
        target: targetOf(id),
        before: { state: comment.state },
        after: { state: 'visible', text: quote(comment.body) },
      });
      return true;
    });
  });

/** Hides comments for a reason that their writers can read; rejects pending ones. */
export const hideComments = (
  ctx: Context,
  { ids, reason }: { ids: readonly string[]; reason: string },
  settings: Settings,
): Promise<BatchOutcome> =>
  changeEach(ids, async (id) => {
    const item = await readLastReview(ctx, targetOf(id));
    if (item?.state === 'pending') {
      await decideReview(ctx, settings, { id: item.id, decision: 'rejected', note: reason });
      return true;
    }
    return changeLocked(ctx, id, async (trx, comment) => {
      if (comment.state === 'deleted') throw conflict('这条评论已经删除');
      if (comment.state === 'hidden') return false;
      await hideComment(ctx, trx, comment, { state: 'hidden', by: 'staff', reason });
      await recordRemoval(ctx, trx, 'comment.hide', comment, reason);
      return true;
    });
  });

/** Deletes comments permanently; answers to them stay. */
export const deleteComments = (
  ctx: Context,
  { ids, reason }: { ids: readonly string[]; reason: string },
): Promise<BatchOutcome> =>
  changeEach(ids, (id) =>
    changeLocked(ctx, id, async (trx, comment) => {
      if (comment.state === 'deleted') return false;
      await cancelReview(trx, targetOf(id));
      await hideComment(ctx, trx, comment, { state: 'deleted', by: 'staff', reason });
      await recordRemoval(ctx, trx, 'comment.delete', comment, reason);
      return true;
    }),
  );

/** Closes the open reports of these comments without changing them. */
export const settleReportsOfComments = (
  ctx: Context,
  { ids }: { ids: readonly string[] },
): Promise<BatchOutcome> =>
  changeEach(ids, (id) =>
    changeLocked(ctx, id, async (trx, comment) => {
      if (!(await settleReports(trx, [id], ctx.now()))) return false;
      await recordAction(ctx, trx, {
        action: 'comment.settle',
        target: targetOf(id),
        after: { text: quote(comment.body) },
      });
      return true;
    }),
  );

/**
 * Mutes a member for some hours, counted from now even if the member was muted already.
 * @throws conflict for the caller's own account; notFound
 */
export async function muteMember(
  ctx: Context,
  { memberId, hours, reason }: { memberId: string; hours: number; reason: string },
): Promise<{ until: string }> {
  const by = requireMemberId(ctx);
  if (memberId === by) throw conflict('不能禁言自己');
  const now = ctx.now();
  const until = new Date(now.getTime() + hours * hourMs);
  await inTransaction(ctx, async (trx) => {
    const before = await findMute(trx, memberId);
    const mute = { member_id: memberId, until, reason, muted_by: by, created_at: now };
    if (!(await upsertMute(trx, mute))) throw notFound('没有这位会员');
    await recordAction(ctx, trx, {
      action: 'comment.mute',
      target: `member:${memberId}`,
      before: before && { until: toIso(before.until), reason: before.reason },
      after: { until: toIso(until), reason },
    });
  });
  return { until: toIso(until) };
}

/** Ends a member's mute. May be repeated. */
export async function unmuteMember(ctx: Context, memberId: string): Promise<true> {
  await inTransaction(ctx, async (trx) => {
    const before = await findMute(trx, memberId);
    if (!before) return;
    await deleteMute(trx, memberId);
    await recordAction(ctx, trx, {
      action: 'comment.unmute',
      target: `member:${memberId}`,
      before: { until: toIso(before.until), reason: before.reason },
    });
  });
  return true;
}

// Each change has its own transaction, so a refused one does not undo the others.
async function changeEach(
  ids: readonly string[],
  work: (id: string) => Promise<boolean>,
): Promise<BatchOutcome> {
  const outcome: BatchOutcome = { changed: 0, refused: [] };
  for (const id of ids)
    try {
      if (await work(id)) outcome.changed += 1;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      outcome.refused.push({ id, message: error.message });
    }
  return outcome;
}

function changeLocked(
  ctx: Context,
  id: string,
  work: (trx: Trx, comment: LockedComment) => Promise<boolean>,
): Promise<boolean> {
  return inTransaction(ctx, async (trx) => {
    await lockReview(trx, targetOf(id));
    const [comment] = await lockComments(trx, [id]);
    if (!comment) throw notFound('没有这条评论');
    return work(trx, comment);
  });
}

const recordRemoval = (ctx: Context, trx: Trx, action: string, comment: LockedComment, reason: string) =>
  recordAction(ctx, trx, {
    action,
    target: targetOf(comment.id),
    before: { state: comment.state, text: quote(comment.body) },
    after: { reason },
  });

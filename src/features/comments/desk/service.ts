import { recordAction } from '#features/audit/index.ts';
import { cancelReview, decideReview, lockReview, readLastReview } from '#features/moderation/index.ts';
import type { Settings } from '#features/settings/index.ts';
import { memberOf } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, DomainError, notFound } from '#kernel/errors.ts';
import { toIso } from '#shared/dates.ts';
import { hideComment, showComment } from '../states.ts';
import { quote, targetOf } from '../tell.ts';
import { type LockedComment, lockComments, settleReports } from '../write-queries.ts';
import { deleteMute, findMute, upsertMute } from './desk-queries.ts';
import type { BatchOutcome } from './schema.ts';

const hourMs = 3_600_000;

/** Lets through what waits, and shows again what was hidden. What cannot be is told apart; the rest is done. */
export const showComments = (
  ctx: Context,
  { ids }: { ids: readonly string[] },
  settings: Settings,
): Promise<BatchOutcome> =>
  eachOf(ids, async (id) => {
    const item = await readLastReview(ctx, targetOf(id));
    if (item?.state === 'pending') {
      await decideReview(ctx, settings, { id: item.id, decision: 'approved', note: '' });
      return true;
    }
    return change(ctx, id, async (trx, comment) => {
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

/** Takes comments out of sight for a reason that their writers read; of what waits it is the rejection. */
export const hideComments = (
  ctx: Context,
  { ids, reason }: { ids: readonly string[]; reason: string },
  settings: Settings,
): Promise<BatchOutcome> =>
  eachOf(ids, async (id) => {
    const item = await readLastReview(ctx, targetOf(id));
    if (item?.state === 'pending') {
      await decideReview(ctx, settings, { id: item.id, decision: 'rejected', note: reason });
      return true;
    }
    return change(ctx, id, async (trx, comment) => {
      if (comment.state === 'deleted') throw conflict('这条评论已经删除');
      if (comment.state === 'hidden') return false;
      await hideComment(ctx, trx, comment, { state: 'hidden', by: 'staff', reason });
      await noteAway(ctx, trx, 'comment.hide', comment, reason);
      return true;
    });
  });

/** Takes comments away for good; answers to them stay. */
export const deleteComments = (
  ctx: Context,
  { ids, reason }: { ids: readonly string[]; reason: string },
): Promise<BatchOutcome> =>
  eachOf(ids, (id) =>
    change(ctx, id, async (trx, comment) => {
      if (comment.state === 'deleted') return false;
      await cancelReview(trx, targetOf(id));
      await hideComment(ctx, trx, comment, { state: 'deleted', by: 'staff', reason });
      await noteAway(ctx, trx, 'comment.delete', comment, reason);
      return true;
    }),
  );

/** Says that what was reported of these may stay as it is. */
export const settleComments = (ctx: Context, { ids }: { ids: readonly string[] }): Promise<BatchOutcome> =>
  eachOf(ids, (id) =>
    change(ctx, id, async (trx, comment) => {
      if (!(await settleReports(trx, [id], ctx.now()))) return false;
      await recordAction(ctx, trx, {
        action: 'comment.settle',
        target: targetOf(id),
        after: { text: quote(comment.body) },
      });
      return true;
    }),
  );

/** Keeps a member from commenting for some hours; said again it counts from now. @throws notFound */
export async function muteMember(
  ctx: Context,
  { memberId, hours, reason }: { memberId: string; hours: number; reason: string },
): Promise<{ until: string }> {
  const by = memberOf(ctx);
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

/** Lets a member comment again. May be repeated. */
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

// Each in a transaction of its own: what one of them cannot do undoes nothing of the others.
async function eachOf(ids: readonly string[], work: (id: string) => Promise<boolean>): Promise<BatchOutcome> {
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

function change(
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

const noteAway = (ctx: Context, trx: Trx, action: string, comment: LockedComment, reason: string) =>
  recordAction(ctx, trx, {
    action,
    target: targetOf(comment.id),
    before: { state: comment.state, text: quote(comment.body) },
    after: { reason },
  });

import type { ModerationDecided } from '#features/moderation/events.ts';
import { nameTalkedAbout } from '#features/posts/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import { findSpeaker } from './queries.ts';
import { newsOf, tellReaders } from './tell.ts';
import { findWriter, type LockedComment, lockComments, settleReports, updateState } from './write-queries.ts';

/*
 * What a comment goes through: pending → visible | hidden, visible ⇄ hidden, each → deleted, which is the end. Whoever
 * calls has locked it (`lockComments`).
 */

/** Shows a locked comment to everybody: approved, or again. */
export async function showComment(ctx: Context, trx: Trx, comment: LockedComment): Promise<void> {
  const { id, post_id: postId, member_id: memberId, was_shown: wasShown } = comment;
  await updateState(trx, id, 'visible');
  await tellReaders(ctx, trx, { postId, shown: id });
  const piece = await nameTalkedAbout(trx, postId);
  const writer = memberId === null ? undefined : await findSpeaker(trx, memberId);
  // Nobody is told of a writer who is gone.
  if (!writer || !piece) return;
  const answered = comment.reply_to_id ?? comment.root_id;
  const answeredId = answered === null ? null : await findWriter(trx, answered);
  await ctx.events.emit(ctx, trx, 'comment.shown', {
    ...newsOf(comment, piece, { memberName: writer.name, answeredId }),
    isFirst: !wasShown,
  });
}

/** Takes a locked comment out of sight, for staff's reason or because its writer deleted it. */
export async function hideComment(
  ctx: Context,
  trx: Trx,
  comment: LockedComment,
  { state, by, reason }: { state: 'hidden' | 'deleted'; by: 'staff' | 'writer'; reason: string },
): Promise<void> {
  const { id, post_id: postId, member_id: memberId, state: before } = comment;
  await updateState(trx, id, state, reason);
  await settleReports(trx, [id], ctx.now());
  if (before === 'visible') await tellReaders(ctx, trx, { postId, hidden: id });
  await ctx.events.emit(ctx, trx, 'comment.hidden', { id, postId, memberId, by, reason });
}

/** Shows what a reviewer approved, and keeps the rest from everybody but its writer, in the decision's transaction. */
export async function followCommentDecision(
  ctx: Context,
  trx: Trx,
  { kind, target, decision, note }: ModerationDecided,
): Promise<void> {
  if (kind !== 'comment') return;
  const [comment] = await lockComments(trx, [target.slice(target.indexOf(':') + 1)]);
  if (comment?.state !== 'pending') throw conflict('这条评论已经不在等待审核，请刷新列表');
  if (decision === 'changes') throw invalid('评论只能通过或不通过（decision），不能要求修改');
  if (decision === 'approved') await showComment(ctx, trx, comment);
  else await hideComment(ctx, trx, comment, { state: 'hidden', by: 'staff', reason: note });
}

import type { ModerationDecided } from '#features/moderation/events.ts';
import { findCommentedPost } from '#features/posts/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import { notifyReaders, toCommentPayload } from './notify-readers.ts';
import { findCommenter } from './queries.ts';
import {
  findCommenterId,
  type LockedComment,
  lockComments,
  settleReports,
  updateState,
} from './write-queries.ts';

/*
 * States of a comment: pending → visible | hidden, visible ⇄ hidden, any → deleted, which is final. Callers hold the
 * lock on the comment (`lockComments`).
 */

/** Makes a locked comment visible to everyone, after approval or again. */
export async function showComment(ctx: Context, trx: Trx, comment: LockedComment): Promise<void> {
  const { id, post_id: postId, member_id: memberId, was_shown: wasShown } = comment;
  await updateState(trx, id, 'visible');
  await notifyReaders(ctx, trx, { postId, shown: id });
  const post = await findCommentedPost(trx, postId);
  const commenter = memberId === null ? undefined : await findCommenter(trx, memberId);
  // A comment whose commenter's account was deleted triggers no notification.
  if (!commenter || !post) return;
  const repliedToId = comment.reply_to_id ?? comment.root_id;
  const repliedToMemberId = repliedToId === null ? null : await findCommenterId(trx, repliedToId);
  await ctx.events.emit(ctx, trx, 'comment.shown', {
    ...toCommentPayload(comment, post, { memberName: commenter.name, repliedToMemberId }),
    isFirst: !wasShown,
  });
}

/** Hides a locked comment for a reason given by staff, or because the commenter deleted it. */
export async function hideComment(
  ctx: Context,
  trx: Trx,
  comment: LockedComment,
  { state, by, reason }: { state: 'hidden' | 'deleted'; by: 'staff' | 'commenter'; reason: string },
): Promise<void> {
  const { id, post_id: postId, member_id: memberId, state: before } = comment;
  await updateState(trx, id, state, reason);
  await settleReports(trx, [id], ctx.now());
  if (before === 'visible') await notifyReaders(ctx, trx, { postId, hidden: id });
  await ctx.events.emit(ctx, trx, 'comment.hidden', { id, postId, memberId, by, reason });
}

/**
 * Applies a review decision in its transaction: shows an approved comment and hides a rejected one from everyone but
 * the commenter.
 */
export async function onModerationDecided(
  ctx: Context,
  trx: Trx,
  { kind, target, decision, note }: ModerationDecided,
): Promise<void> {
  if (kind !== 'comment') return;
  const [comment] = await lockComments(trx, [target.slice(target.indexOf(':') + 1)]);
  if (comment?.state !== 'pending') throw conflict('这条评论已经不在等待审核，请刷新列表');
  if (decision === 'changes') throw invalid('评论只能通过或不通过，不能要求修改', 'decision');
  if (decision === 'approved') await showComment(ctx, trx, comment);
  else await hideComment(ctx, trx, comment, { state: 'hidden', by: 'staff', reason: note });
}

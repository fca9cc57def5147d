import { nameTalkedAbout } from '#features/posts/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { findSpeaker } from './queries.ts';
import { newsOf, tellReaders } from './tell.ts';
import { findWriter, type LockedComment, settleReports, updateState } from './write-queries.ts';

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

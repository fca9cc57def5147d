import type { ModerationDecided } from '#features/moderation/events.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import { hideComment, showComment } from './states.ts';
import { lockComments } from './write-queries.ts';

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

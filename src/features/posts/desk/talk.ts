import { recordAction } from '#features/audit/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { notFound } from '#kernel/errors.ts';
import { findTalkedAbout, lockTalk, updateTalk } from '../talk-queries.ts';

export type Talk = { areCommentsClosed: boolean; comments: number };

/** @throws notFound */
export async function readTalk({ db }: Context, id: string, at: Context['db'] | Trx = db): Promise<Talk> {
  const row = await findTalkedAbout(at, id);
  if (!row) throw notFound('没有这篇稿件');
  return { areCommentsClosed: row.comments_closed, comments: row.comments ?? 0 };
}

/** Closes the comments of a piece in any state, or opens them again. May be repeated. @throws notFound */
export function closeComments(
  ctx: Context,
  { id, isClosed }: { id: string; isClosed: boolean },
): Promise<Talk> {
  return inTransaction(ctx, async (trx) => {
    const post = await lockTalk(trx, id);
    if (!post) throw notFound('没有这篇稿件');
    if (post.comments_closed !== isClosed) {
      await updateTalk(trx, id, isClosed);
      await recordAction(ctx, trx, {
        action: isClosed ? 'post.closeComments' : 'post.openComments',
        target: `post:${id}`,
        before: { areCommentsClosed: post.comments_closed },
        after: { areCommentsClosed: isClosed },
      });
    }
    return readTalk(ctx, id, trx);
  });
}

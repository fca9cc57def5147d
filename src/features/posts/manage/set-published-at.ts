import { recordAction } from '#features/audit/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, notFound } from '#kernel/errors.ts';
import { toIso } from '#shared/dates.ts';
import { announce, toChangedPost } from '../service.ts';
import { updateState } from '../write-queries.ts';
import { lockPostForEdit } from './admin-queries.ts';
import { refuseFutureDate } from './publish.ts';
import { targetOf } from './review-target.ts';

/**
 * Corrects the time of publication of a published post. Lists, feeds, search and the neighbours of the post follow it;
 * nobody is notified. May be repeated.
 * @throws invalid for a future time; conflict for a post that is not published; notFound
 */
export async function setPublishedAt(ctx: Context, { id, at }: { id: string; at: Date }): Promise<boolean> {
  refuseFutureDate(ctx, at, 'at');
  await inTransaction(ctx, async (trx) => {
    const post = await lockPostForEdit(trx, id);
    if (!post) throw notFound('没有这篇稿件');
    if (post.state !== 'published' || !post.published_at) throw conflict('只有已发布的稿件可以改发布时间');
    if (post.published_at.getTime() === at.getTime()) return;
    await updateState(trx, [id], 'published', at);
    await announce(ctx, trx, [toChangedPost(post)], 'changed');
    await recordAction(ctx, trx, {
      action: 'post.setPublishedAt',
      target: targetOf(id),
      before: { publishedAt: toIso(post.published_at) },
      after: { publishedAt: toIso(at) },
    });
  });
  return true;
}

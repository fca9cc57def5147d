import { recordAction } from '#features/audit/index.ts';
import { findGrantedPosts } from '#features/entitlements/index.ts';
import { cancelReview } from '#features/moderation/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, forbidden, notFound } from '#kernel/errors.ts';
import { recordPostMedia } from '../media-uses.ts';
import { announce, toChangedPost } from '../service.ts';
import { deletePosts } from '../write-queries.ts';
import {
  eraseContents,
  findOrderedPosts,
  lockExpiredPosts,
  lockPostForEdit,
  updateDeletedAt,
} from './admin-queries.ts';
import { lockPostReview, targetOf } from './review-target.ts';
import { scopeOf } from './scope.ts';
import type { LockedPost } from './versions.ts';

const binDays = 30;

/** Returns the time before which binned posts are no longer restored, and are deleted for good. */
export const binStart = ({ now }: Pick<Context, 'now'>): Date =>
  new Date(now().getTime() - binDays * 86_400_000);

/**
 * Puts a draft or a withdrawn post into the bin, cancels its pending review, and notifies those who bought it. Readers
 * find it no more than any other unpublished post.
 * @throws conflict for a published or scheduled post, and for one in the bin; forbidden for a contributor and a post that
 *   was published; notFound
 */
export async function binPost(ctx: Context, id: string): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    await lockPostReview(trx, id);
    const post = await lockExisting(trx, id);
    if (post.deleted_at) throw conflict('这篇稿件已经在回收站里');
    if (post.state !== 'draft' && post.state !== 'withdrawn')
      throw conflict(`这篇${post.state === 'scheduled' ? '已经定时' : '已经发布'}，请先撤回再删除`);
    if (post.state !== 'draft' && (await scopeOf(ctx)).authorId !== undefined)
      throw forbidden('发布过的稿件要由编辑删除');
    await cancelReview(trx, targetOf(id));
    await updateDeletedAt(trx, id, ctx.now());
    await recordAction(ctx, trx, {
      action: 'post.delete',
      target: targetOf(id),
      before: { title: post.title, state: post.state },
    });
    if (post.state === 'withdrawn')
      await ctx.events.emit(ctx, trx, 'posts.deleted', {
        posts: [{ ...toChangedPost(post), title: post.title }],
      });
  });
  return true;
}

/**
 * Takes a post out of the bin: it is the draft or the withdrawn post that it was.
 * @throws conflict for a post that is not in the bin, or has been there for 30 days; notFound
 */
export async function unbinPost(ctx: Context, id: string): Promise<boolean> {
  await inTransaction(ctx, async (trx) => {
    const post = await lockExisting(trx, id);
    if (!post.deleted_at) throw conflict('这篇稿件不在回收站里');
    if (post.deleted_at <= binStart(ctx)) throw conflict(`删除超过 ${binDays} 天，不能再恢复`);
    await updateDeletedAt(trx, id, null);
    await recordAction(ctx, trx, {
      action: 'post.undelete',
      target: targetOf(id),
      after: { state: post.state },
    });
  });
  return true;
}

const batchSize = 100;

/**
 * Deletes for good what has been in the bin for 30 days. Of a post that somebody ordered or may read by a grant only the
 * content goes: orders, grants and the ledger keep naming it, and its buyers keep the offer of a refund.
 * @returns the number of posts
 */
export async function emptyBin(ctx: Context): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await inTransaction(ctx, async (trx) => {
      const posts = await lockExpiredPosts(trx, binStart(ctx), batchSize);
      if (posts.length === 0) return 0;
      const ids = posts.map(({ id }) => id);
      const sold = new Set([...(await findGrantedPosts(trx, ids)), ...(await findOrderedPosts(trx, ids))]);
      for (const { id, title } of posts) {
        await recordPostMedia(ctx, trx, id, []);
        await recordAction(ctx, trx, { action: 'post.erase', target: targetOf(id), before: { title } });
      }
      await announce(ctx, trx, posts.map(toChangedPost), 'changed');
      await eraseContents(trx, [...sold]);
      const unsold = ids.filter((id) => !sold.has(id));
      if (unsold.length > 0) await deletePosts(trx, unsold);
      return posts.length;
    });
    total += count;
    if (count < batchSize) return total;
  }
}

async function lockExisting(trx: Trx, id: string): Promise<LockedPost> {
  const post = await lockPostForEdit(trx, id);
  if (!post) throw notFound('没有这篇稿件');
  return post;
}

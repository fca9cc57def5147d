import { recordAction } from '#features/audit/index.ts';
import { findGrantedPosts } from '#features/entitlements/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { recordPostMedia } from '../media-uses.ts';
import { announce, toChangedPost } from '../service.ts';
import { deletePosts } from '../write-queries.ts';
import { eraseContents, findOrderedPosts, lockExpiredPosts } from './admin-queries.ts';
import { binStart } from './bin.ts';
import { targetOf } from './review-target.ts';

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

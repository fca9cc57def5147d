import type { Context, Trx } from '#kernel/context.ts';
import { announce, toChangedPost } from './service.ts';
import { lockTaggedPosts, rewriteTags } from './sync-queries.ts';
import { insertLabels } from './write-queries.ts';

/**
 * Replaces the names that `tag_names` lists in up to `limit` posts that have one of `names`, in their versions that may
 * be published, and in lists, search and caches. Repeat it until it returns 0: a changed post is not found again.
 * @returns the number of posts
 */
export async function retagPosts(
  ctx: Context,
  trx: Trx,
  names: readonly string[],
  limit: number,
): Promise<number> {
  const posts = await lockTaggedPosts(trx, names, limit);
  if (posts.length === 0) return 0;
  const ids = posts.map(({ id }) => id);
  await rewriteTags(trx, ids);
  await insertLabels(trx, ids);
  await announce(ctx, trx, posts.map(toChangedPost), 'changed');
  return posts.length;
}

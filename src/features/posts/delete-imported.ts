import type { Context, Trx } from '#kernel/context.ts';
import { recordPostMedia } from './media-uses.ts';
import { announce, toChangedPost } from './service.ts';
import { deletePosts, lockForDeletion, updateState } from './write-queries.ts';

/** A post that an undone import leaves, and why. */
export type KeptPost = { id: string; title: string; reason: string };

/**
 * Deletes posts that an import added. Keeps those that were edited since, and those that `findReasons` names, such as
 * bought ones; it is asked once the posts are locked, so that no order can come in between. Skips posts that are gone.
 * @returns the kept posts
 */
export async function deleteImportedPosts(
  ctx: Context,
  trx: Trx,
  ids: readonly string[],
  findReasons: (trx: Trx, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<KeptPost[]> {
  const posts = await lockForDeletion(trx, ids);
  const reasons = await findReasons(
    trx,
    posts.map(({ id }) => id),
  );
  const reasonOf = ({ id, head_version }: (typeof posts)[number]) =>
    reasons.get(id) ?? (head_version > 0 ? '导入后改过' : undefined);
  const unused = posts.filter((post) => reasonOf(post) === undefined);
  const unusedIds = unused.map(({ id }) => id);
  if (unused.length > 0) {
    // Labels and totals follow the state; the announcement removes the posts from lists, pages and search.
    await updateState(trx, unusedIds, 'withdrawn', ctx.now());
    await announce(ctx, trx, unused.map(toChangedPost), 'changed');
    for (const id of unusedIds) await recordPostMedia(ctx, trx, id, []);
    await deletePosts(trx, unusedIds);
  }
  return posts.flatMap((post) => {
    const reason = reasonOf(post);
    return reason === undefined ? [] : [{ id: post.id, title: post.title, reason }];
  });
}

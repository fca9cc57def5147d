import type { AuthorsChanged, AuthorsDeleting, AuthorsMerged } from '#features/authors/events.ts';
import type { ColumnsEmptied } from '#features/columns/events.ts';
import type { CountColumnPosts } from '#features/columns/index.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { conflict } from '#kernel/errors.ts';
import { columnTag } from '#shared/cache-tags.ts';
import { announce, toChangedPost } from './service.ts';
import {
  countPostsByColumn,
  countPostsOfAuthor,
  listPublishedOfAuthor,
  lockTaggedPosts,
  moveColumnReferences,
  movePostsToAuthor,
  movePostsToColumn,
  rewriteTags,
} from './sync-queries.ts';
import { insertLabels } from './write-queries.ts';

type Counts = { draft: number; scheduled: number; published: number; withdrawn: number };

/** Counts each column's posts by state; columns without posts are missing. */
export const countColumnPosts: CountColumnPosts = async (db) => {
  const counts = new Map<string, Counts>();
  for (const { column_id, state, count } of await countPostsByColumn(db)) {
    const known = counts.get(column_id) ?? { draft: 0, scheduled: 0, published: 0, withdrawn: 0 };
    counts.set(column_id, { ...known, [state]: count });
  }
  return counts;
};

/** Moves the posts of a column that is about to be deleted into another, in the transaction that deletes it. */
export async function onColumnEmptied(ctx: Context, trx: Trx, { id, into }: ColumnsEmptied): Promise<void> {
  const moved = await movePostsToColumn(trx, id, into);
  await moveColumnReferences(
    trx,
    id,
    into.id,
    moved.map((post) => post.id),
  );
  await announce(ctx, trx, moved.map(toChangedPost), 'changed');
  await purge(ctx, trx, [columnTag(id)]);
}

/** Invalidates search and caches of an author's published posts, because they contain the author's name. */
export async function onAuthorChanged(ctx: Context, trx: Trx, { id }: AuthorsChanged): Promise<void> {
  await announce(ctx, trx, (await listPublishedOfAuthor(trx, id)).map(toChangedPost), 'changed');
}

/** Moves an author's posts to the author they are merged into, in the transaction of the merge. */
export async function onAuthorMerged(ctx: Context, trx: Trx, { id, into }: AuthorsMerged): Promise<void> {
  await announce(ctx, trx, (await movePostsToAuthor(trx, id, into)).map(toChangedPost), 'changed');
}

const maxCounted = 1000;

/** @throws conflict while posts in any state name the author */
export async function onAuthorDeleting(_: Context, trx: Trx, { id, name }: AuthorsDeleting): Promise<void> {
  const count = await countPostsOfAuthor(trx, id, maxCounted);
  if (count === 0) return;
  const countLabel = count === maxCounted ? `${maxCounted} 篇以上` : `${count} 篇`;
  throw conflict(`${name}名下还有 ${countLabel}内容，不能删除；可以并入另一位作者`);
}

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

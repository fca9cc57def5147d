import type { AuthorsChanged, AuthorsDeleting, AuthorsMerged } from '#features/authors/events.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { conflict } from '#kernel/errors.ts';
import { countOfAuthor, listPublishedOf, moveToAuthor } from './author-queries.ts';
import { announce, toChanged } from './service.ts';

/** Has search and caches made anew what they keep of an author's pieces: their names stand there. */
export async function followAuthor(ctx: Context, trx: Trx, { id }: AuthorsChanged): Promise<void> {
  await announce(ctx, trx, (await listPublishedOf(trx, id)).map(toChanged), 'changed');
}

/** Gives an author's pieces to the one they are merged into, in the transaction of the merge. */
export async function followMergedAuthor(ctx: Context, trx: Trx, { id, into }: AuthorsMerged): Promise<void> {
  await announce(ctx, trx, (await moveToAuthor(trx, id, into)).map(toChanged), 'changed');
}

const mostCounted = 1000;

/** @throws conflict while pieces of any state name the author */
export async function refuseWrittenAuthor(
  _: Context,
  trx: Trx,
  { id, name }: AuthorsDeleting,
): Promise<void> {
  const count = await countOfAuthor(trx, id, mostCounted);
  if (count === 0) return;
  const many = count === mostCounted ? `${mostCounted} 篇以上` : `${count} 篇`;
  throw conflict(`${name}名下还有 ${many}内容，不能删除；可以并入另一位作者`);
}

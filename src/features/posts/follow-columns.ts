import type { AuthorsChanged, AuthorsDeleting, AuthorsMerged } from '#features/authors/events.ts';
import type { ColumnsEmptied } from '#features/columns/events.ts';
import type { CountPieces } from '#features/columns/index.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { conflict } from '#kernel/errors.ts';
import { columnTag } from '#shared/cache-tags.ts';
import {
  countByColumn,
  countOfAuthor,
  listPublishedOf,
  movePosts,
  moveToAuthor,
  moveTraces,
} from './follow-queries.ts';
import { announce, toChanged } from './service.ts';

type Counts = { draft: number; scheduled: number; published: number; withdrawn: number };

/** How many pieces of each state every column holds; a column without any is missing. */
export const countColumnPieces: CountPieces = async (db) => {
  const counts = new Map<string, Counts>();
  for (const { column_id, state, count } of await countByColumn(db)) {
    const held = counts.get(column_id) ?? { draft: 0, scheduled: 0, published: 0, withdrawn: 0 };
    counts.set(column_id, { ...held, [state]: count });
  }
  return counts;
};

/** Brings the pieces of a column that is about to go into another one, in the transaction that deletes it. */
export async function followEmptiedColumn(
  ctx: Context,
  trx: Trx,
  { id, into }: ColumnsEmptied,
): Promise<void> {
  const moved = await movePosts(trx, id, into);
  await moveTraces(
    trx,
    id,
    into.id,
    moved.map((post) => post.id),
  );
  await announce(ctx, trx, moved.map(toChanged), 'changed');
  await purge(ctx, trx, [columnTag(id)]);
}

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

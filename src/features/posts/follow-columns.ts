import type { ColumnsEmptied } from '#features/columns/events.ts';
import type { CountPieces } from '#features/columns/index.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { columnTag } from '#shared/cache-tags.ts';
import { countByColumn, movePosts, moveTraces } from './column-queries.ts';
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

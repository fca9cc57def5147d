import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import { columnRows } from '#features/columns/index.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context } from '#kernel/context.ts';
import { writeSingleRow } from '#kernel/db/single-row.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import { readHomeLayout } from './reads.ts';
import type { LayoutBlock, saveInput } from './schema.ts';

/**
 * Saves the layout of the home page, which readers see at once.
 * @throws invalid for a column that cannot be listed; conflict if another version was saved meanwhile
 */
export async function saveHomeLayout(
  ctx: Context,
  { base, blocks }: z.output<typeof saveInput>,
): Promise<true> {
  await refuseUnlistedColumns(ctx, blocks);
  return changeLayout(ctx, 'home.save', base, blocks);
}

/**
 * Restores the default layout.
 * @throws conflict if another version was saved meanwhile
 */
export function resetHomeLayout(ctx: Context, base: number): Promise<true> {
  return changeLayout(ctx, 'home.reset', base, null);
}

async function refuseUnlistedColumns(ctx: Context, blocks: readonly LayoutBlock[]): Promise<void> {
  const columns = new Map((await columnRows(ctx)).map((column) => [column.id, column]));
  for (const block of blocks) {
    if (block.kind !== 'column') continue;
    const column = columns.get(block.columnId);
    if (!column) throw invalid('选的栏目不存在，可能已被删除', 'blocks');
    if (column.kind !== 'article') throw invalid(`“${column.name}”不是文章栏目，请换一个`, 'blocks');
  }
}

async function changeLayout(
  ctx: Context,
  action: 'home.save' | 'home.reset',
  base: number,
  after: readonly LayoutBlock[] | null,
): Promise<true> {
  const { blocks: before } = await readHomeLayout(ctx);
  await inTransaction(ctx, async (trx) => {
    if (!(await writeSingleRow(trx, { table: 'home_layout', column: 'blocks' }, base, after)))
      throw conflict('首页版面刚被别人改过，请在最新的版面上再改');
    await purge(ctx, trx, ['home']);
    await recordAction(ctx, trx, {
      action,
      target: 'home-layout',
      before: { blocks: before },
      ...(after && { after: { blocks: after } }),
    });
  });
  return true;
}

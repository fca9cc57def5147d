import { purge } from '#kernel/cache/purge.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import type {} from './events.ts';
import { type NewColumn, upsertColumns } from './queries.ts';
import { columnsTag } from './reads.ts';

/** Adds columns or changes them by id; the reader's menu and routes follow at once. May be repeated. */
export async function defineColumns(ctx: Context, columns: NewColumn[]): Promise<void> {
  if (columns.length === 0) return;
  await inTransaction(ctx, async (trx) => {
    const changed = await upsertColumns(trx, columns);
    await ctx.events.emit(ctx, trx, 'columns.changed', { columns: changed });
    await purge(ctx, trx, [columnsTag]);
  });
}

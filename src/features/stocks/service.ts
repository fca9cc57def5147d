import type { z } from 'zod';
import { differences, recordAction } from '#features/audit/index.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, notFound } from '#kernel/errors.ts';
import { deleteRows, findStocks, upsertStocks } from './queries.ts';
import type { saveInput } from './schema.ts';

/**
 * Adds a stock, or changes the one with this code.
 * @throws conflict for a new stock whose code is taken; notFound for a change of a stock deleted meanwhile
 */
export async function saveStock(
  ctx: Context,
  { isNew, ...stock }: z.output<typeof saveInput>,
): Promise<boolean> {
  return inTransaction(ctx, async (trx) => {
    const before = (await findStocks(trx, [stock.code])).get(stock.code);
    if (isNew && before) throw conflict(`代码 ${stock.code} 已经是${before.name}`, 'code');
    if (!isNew && !before) throw notFound('这只股票刚刚被删除');
    await upsertStocks(trx, [stock]);
    await recordAction(ctx, trx, {
      action: 'stock.save',
      target: `stock:${stock.code}`,
      ...(before ? differences(before, stock) : { after: stock }),
    });
    await purge(ctx, trx, ['stocks']);
    return true;
  });
}

/** Deletes stocks; posts about them keep their codes. May be repeated. @returns how many were deleted */
export async function deleteStocks(ctx: Context, codes: readonly string[]): Promise<number> {
  return inTransaction(ctx, async (trx) => {
    const deleted = await deleteRows(trx, codes);
    if (deleted.length === 0) return 0;
    const before = { stocks: deleted.map(({ code, name }) => `${code} ${name}`) };
    await recordAction(ctx, trx, { action: 'stock.delete', target: 'stock:list', before });
    await purge(ctx, trx, ['stocks']);
    return deleted.length;
  });
}

import { recordAction } from '#features/audit/index.ts';
import { memberOf } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict } from '#kernel/errors.ts';
import { presentScan, requireScan } from './reads.ts';
import { cancelScan, insertScan } from './scan-queries.ts';
import type { LeakScan } from './schema.ts';

/** Puts a scan in line; the worker does it. @throws conflict while another waits or runs */
export function queueScan(ctx: Context, most: number | null): Promise<LeakScan> {
  return inTransaction(ctx, async (trx) => {
    const id = await insertScan(trx, { most, created_by: memberOf(ctx) });
    if (!id) throw conflict('已经有一次检查在进行，请等它结束');
    await recordAction(ctx, trx, { action: 'leak.scan', target: `leak-scan:${id}`, after: { most } });
    return presentScan(await requireScan(trx, id));
  });
}

/** Ends a scan that waits or runs. @throws notFound, or conflict when it has ended */
export function endScan(ctx: Context, id: string): Promise<LeakScan> {
  return inTransaction(ctx, async (trx) => {
    await requireScan(trx, id);
    if (!(await cancelScan(trx, id, ctx.now()))) throw conflict('这次检查已经结束');
    await recordAction(ctx, trx, { action: 'leak.cancelScan', target: `leak-scan:${id}` });
    return presentScan(await requireScan(trx, id));
  });
}

import { recordAction } from '#features/audit/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { importMarketFile, type Remark } from '../import/import-market.ts';
import type { ImportReport, MarketKind } from './schema.ts';

const mostTold = 200;

/** Writes a file of market data and notes who brought it, with what became of it. @throws invalid */
export async function importFile(
  ctx: Context,
  { kind, path, name }: { kind: MarketKind; path: string; name: string },
): Promise<ImportReport> {
  const [faults, warnings] = [[] as Remark[], [] as Remark[]];
  const keep = (list: Remark[]) => (remark: Remark) => {
    if (list.length < mostTold) list.push(remark);
  };
  const count = await importMarketFile(ctx, { path, kind, fault: keep(faults), warn: keep(warnings) });
  // After its batches, which are written by themselves: a file may have a million rows.
  await inTransaction(ctx, (trx) =>
    recordAction(ctx, trx, {
      action: 'contest.market.import',
      target: `contest-market:${kind}`,
      after: { file: name.slice(0, 200), ...count },
    }),
  );
  return { ...count, faults, warnings };
}

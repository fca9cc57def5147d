import { recordAction } from '#features/audit/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { TableReport } from '#kernel/storage/import-table.ts';
import { importMarketFile, toRemark } from '../import/import-market.ts';
import type { ImportReport, MarketKind } from './schema.ts';

const maxFaults = 200;

/** Imports an uploaded file of market data and records the importer and the result in the audit log. @throws invalid */
export async function importUploadedFile(
  ctx: Context,
  { kind, path, name }: { kind: MarketKind; path: string; name: string },
): Promise<ImportReport> {
  const [report, warnings] = [new TableReport({ maxFaults }), new TableReport({ maxFaults })];
  const count = await importMarketFile(ctx, { path, kind, report, warnings });
  // Audited after the import, whose batches commit separately: a file may have a million rows.
  await inTransaction(ctx, (trx) =>
    recordAction(ctx, trx, {
      action: 'contest.market.import',
      target: `contest-market:${kind}`,
      after: { file: name.slice(0, 200), ...count },
    }),
  );
  return { ...count, faults: report.faults.map(toRemark), warnings: warnings.faults.map(toRemark) };
}

import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { readText } from '#kernel/storage/decode.ts';
import { type Fault, TableReport } from '#kernel/storage/import-table.ts';
import { readRecords } from '#kernel/storage/read-rows.ts';
import type { MarketKind } from '../manage/schema.ts';
import { daily } from './daily.ts';
import { days } from './days.ts';
import { dividends } from './dividends.ts';
import { findGaps } from './find-gaps.ts';
import { type ImportKind, loadMarketReference, type MarketReference } from './import-kind.ts';
import { instruments } from './instruments.ts';
import { intraday } from './intraday.ts';
import { SeenRows } from './seen-rows.ts';

const importKinds = { instruments, days, daily, intraday, dividends };
export const isMarketKind = (word: string): word is MarketKind => word in importKinds;

const rowsPerBatch = 2000;

/** Numbers of rows. */
export type MarketImport = {
  /** New or changed: an upsert of a million rows does not say which. */
  added: number;
  unchanged: number;
  /** Identical to an earlier row of the same file. */
  skipped: number;
  /** Rejected, with a fault. */
  failed: number;
  /** Written, but suspicious. */
  warned: number;
};
/** A fault or a warning as the calls of the market name it. */
export const toRemark = ({ line, message }: Fault) => ({ line, reason: message });

type MarketOptions = {
  kind: MarketKind;
  /** Whether to validate without writing. */
  isDryRun?: boolean;
  /** Takes counts and rejected rows, not always in file order: a row may be rejected only when its batch is written. */
  report?: TableReport;
  /** Takes the rows that were written but look wrong. */
  warnings?: TableReport;
};
type Text = AsyncIterable<string> | Iterable<string>;

/** Like `importMarket`, for a file in any supported encoding. @throws invalid */
export const importMarketFile = (
  ctx: Context,
  { path, ...options }: MarketOptions & { path: string },
): Promise<MarketImport> => importMarket(ctx, { text: readText(path), ...options });

/**
 * Imports market data from a CSV. A bad row is rejected and the others are written; rows may come in any order.
 * Existing rows are updated where they differ, and of two different rows with the same key the first wins. Writes in
 * atomic batches, so that importing a file of any size can be repeated after a crash.
 * @throws invalid for a file without the required columns
 */
export const importMarket = (ctx: Context, options: MarketOptions & { text: Text }): Promise<MarketImport> =>
  importRows(ctx, importKinds[options.kind] as ImportKind<object>, options);

async function importRows<R extends object>(
  ctx: Context,
  kind: ImportKind<R>,
  options: MarketOptions & { text: Text },
): Promise<MarketImport> {
  const { text, isDryRun = false, report = new TableReport(), warnings = new TableReport() } = options;
  const reference = await loadMarketReference(ctx, kind.canChangeClearedDays === true);
  const seen = new SeenRows();
  let skipped = 0;
  let batch: { row: R; line: number }[] = [];
  const flush = async () => {
    if (!isDryRun) await writeBatch(ctx, kind, { batch, reference, report });
    batch = [];
  };
  for await (const read of readRecords(text, kind.columns, (row) => kind.read(row, reference))) {
    const { line } = read;
    if ('fault' in read) {
      report.reject(line, read.fault);
      continue;
    }
    const row = read.record;
    // The first row with this key in the file, if there is one.
    const earlier = seen.add(kind.keyOf(row), line, row);
    if (earlier === null) batch.push({ row, line });
    else if (earlier.isSame) skipped += 1;
    else report.reject(line, `与第 ${earlier.line} 行重复而内容不同，以第 ${earlier.line} 行为准`);
    if (batch.length >= rowsPerBatch) await flush();
  }
  if (batch.length > 0) await flush();
  // A dry run does not compare rows with the database: every valid row counts as added.
  if (isDryRun) report.added = seen.size;
  else if (options.kind === 'daily')
    for (const { line, message } of await findGaps(ctx, seen, reference)) warnings.reject(line, message);
  const { added, unchanged, failed } = report;
  return { added, unchanged, skipped, failed, warned: warnings.failed };
}

/** Writes a batch. `kind.write` skips existing rows that are equal, and counts only the others as added. */
async function writeBatch<R extends object>(
  ctx: Context,
  kind: ImportKind<R>,
  {
    batch,
    reference,
    report,
  }: { batch: readonly { row: R; line: number }[]; reference: MarketReference; report: TableReport },
): Promise<void> {
  const rows = batch.map(({ row }) => row);
  const { added, rejected } = await inTransaction(ctx, (trx) => kind.write(ctx, trx, rows, reference));
  const lines = new Map(batch.map(({ row, line }) => [row as object, line]));
  report.added += added;
  report.unchanged += rows.length - rejected.length - added;
  for (const { row, reason } of rejected) report.reject(lines.get(row) ?? 0, reason);
}

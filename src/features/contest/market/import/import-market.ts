import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { readText } from '#kernel/storage/decode.ts';
import type { LineFault } from '#kernel/storage/import-table.ts';
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
export const toRemark = ({ line, message }: LineFault) => ({ line, reason: message });

type ImportCallbacks = {
  /** Called for every rejected row, not always in file order: a row may be rejected only when its batch is written. */
  onFault?: (fault: LineFault) => void;
  /** Called for every row that was written but looks wrong. */
  onWarning?: (warning: LineFault) => void;
};

/** Like `importMarket`, for a file in any supported encoding. @throws invalid */
export const importMarketFile = (
  ctx: Context,
  { path, ...rest }: { path: string; kind: MarketKind } & ImportCallbacks,
): Promise<MarketImport> => importMarket(ctx, { text: readText(path), ...rest });

/**
 * Imports market data from a CSV. A bad row is rejected and the others are written; rows may come in any order.
 * Existing rows are updated where they differ, and of two different rows with the same key the first wins. Writes in
 * atomic batches, so that importing a file of any size can be repeated after a crash.
 * @param isDryRun whether to validate without writing
 * @throws invalid for a file without the required columns
 */
export async function importMarket(
  ctx: Context,
  {
    text,
    kind,
    isDryRun = false,
    onFault = () => undefined,
    onWarning = () => undefined,
  }: {
    text: AsyncIterable<string> | Iterable<string>;
    kind: MarketKind;
    isDryRun?: boolean;
  } & ImportCallbacks,
): Promise<MarketImport> {
  return importRows(ctx, importKinds[kind] as ImportKind<object>, {
    text,
    isDryRun,
    onFault,
    onWarning,
    shouldFindGaps: kind === 'daily' && !isDryRun,
  });
}

async function importRows<R extends object>(
  ctx: Context,
  kind: ImportKind<R>,
  {
    text,
    isDryRun,
    onFault,
    onWarning,
    shouldFindGaps,
  }: Required<ImportCallbacks> & {
    text: AsyncIterable<string> | Iterable<string>;
    isDryRun: boolean;
    shouldFindGaps: boolean;
  },
): Promise<MarketImport> {
  const reference = await loadMarketReference(ctx, kind.canChangeClearedDays === true);
  const count: MarketImport = { added: 0, unchanged: 0, skipped: 0, failed: 0, warned: 0 };
  const reportFault = (line: number, message: string) => {
    count.failed += 1;
    onFault({ line, message });
  };
  const seen = new SeenRows();
  let batch: { row: R; line: number }[] = [];
  const flush = async () => {
    const { added, unchanged, rejected } = isDryRun
      ? { added: 0, unchanged: 0, rejected: [] }
      : await writeBatch(ctx, kind, batch, reference);
    count.added += added;
    count.unchanged += unchanged;
    for (const { line, message } of rejected) reportFault(line, message);
    batch = [];
  };
  for await (const { line, ...read } of readRecords(text, kind.columns, (row) => kind.read(row, reference))) {
    if ('fault' in read) {
      reportFault(line, read.fault);
      continue;
    }
    const row = read.record;
    // The first row with this key in the file, if there is one.
    const earlier = seen.add(kind.keyOf(row), line, row);
    if (earlier === null) batch.push({ row, line });
    else if (earlier.isSame) count.skipped += 1;
    else reportFault(line, `与第 ${earlier.line} 行重复而内容不同，以第 ${earlier.line} 行为准`);
    if (batch.length >= rowsPerBatch) await flush();
  }
  if (batch.length > 0) await flush();
  // A dry run does not compare rows with the database: every valid row counts as added.
  if (isDryRun) count.added = seen.size;
  if (shouldFindGaps)
    for (const warning of await findGaps(ctx, seen, reference)) {
      count.warned += 1;
      onWarning(warning);
    }
  return count;
}

async function writeBatch<R extends object>(
  ctx: Context,
  kind: ImportKind<R>,
  batch: readonly { row: R; line: number }[],
  reference: MarketReference,
): Promise<{ added: number; unchanged: number; rejected: LineFault[] }> {
  const rows = batch.map(({ row }) => row);
  const { added, rejected } = await inTransaction(ctx, (trx) => kind.write(ctx, trx, rows, reference));
  const lines = new Map(batch.map(({ row, line }) => [row as object, line]));
  // `write` skips existing rows that are equal, and counts only the others as added.
  return {
    added,
    unchanged: rows.length - rejected.length - added,
    rejected: rejected.map(({ row, reason }) => ({ line: lines.get(row) ?? 0, message: reason })),
  };
}

import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { readText } from '#kernel/storage/decode.ts';
import type { MarketKind } from '../desk/schema.ts';
import { RowFault, RowReader } from './cells.ts';
import { daily } from './daily.ts';
import { days } from './days.ts';
import { dividends } from './dividends.ts';
import { findGaps, type Warning } from './gaps.ts';
import { instruments } from './instruments.ts';
import { intraday } from './intraday.ts';
import { type Kind, type Known, readKnown } from './kind.ts';
import { readRows } from './read-rows.ts';
import { SeenRows } from './seen-rows.ts';

const kinds = { instruments, days, daily, intraday, dividends };
export const isMarketKind = (word: string): word is MarketKind => word in kinds;

const batchSize = 2000;

export type Remark = { line: number; reason: string };
export type MarketImport = {
  /** New or changed. */
  added: number;
  unchanged: number;
  /** Said again in the same file, word for word. */
  skipped: number;
  failed: number;
  warned: number;
};
type Report = {
  /** Hears of every row that is not written, in the order they come. */
  fault?: (remark: Remark) => void;
  /** Hears of what was written and looks wrong. */
  warn?: (remark: Remark) => void;
};

/** As `importMarket`, of a file in any of the house's encodings. @throws invalid */
export const importMarketFile = (
  ctx: Context,
  { path, ...rest }: { path: string; kind: MarketKind } & Report,
): Promise<MarketImport> => importMarket(ctx, { text: readText(path), ...rest });

/**
 * Writes market data from a CSV. Of a bad row nothing is written and the rest goes on; rows may come in any order; what is
 * there already is unchanged, what differs is brought up to date, and of two rows about the same that differ the first
 * counts. Written in batches, each whole or not at all, so that a file of any size may be read again after a crash.
 * @param isDry whether only to read, and to write nothing
 * @throws invalid for a file without the columns
 */
export async function importMarket(
  ctx: Context,
  {
    text,
    kind,
    isDry = false,
    fault = () => undefined,
    warn = () => undefined,
  }: { text: AsyncIterable<string> | Iterable<string>; kind: MarketKind; isDry?: boolean } & Report,
): Promise<MarketImport> {
  return run(ctx, kinds[kind] as Kind<object>, {
    text,
    isDry,
    fault,
    warn,
    hasGaps: kind === 'daily' && !isDry,
  });
}

async function run<R extends object>(
  ctx: Context,
  kind: Kind<R>,
  {
    text,
    isDry,
    fault,
    warn,
    hasGaps,
  }: Required<Report> & { text: AsyncIterable<string> | Iterable<string>; isDry: boolean; hasGaps: boolean },
): Promise<MarketImport> {
  const known = await readKnown(ctx, kind.isSettling === true);
  const labels = Object.fromEntries(kind.columns.map(({ name, others }) => [name, others[0] ?? name]));
  const count: MarketImport = { added: 0, unchanged: 0, skipped: 0, failed: 0, warned: 0 };
  const refuse = (line: number, reason: string) => {
    count.failed += 1;
    fault({ line, reason });
  };
  const seen = new SeenRows();
  let batch: { row: R; line: number }[] = [];
  const flush = async () => {
    const { added, unchanged, refused } = isDry
      ? { added: 0, unchanged: 0, refused: [] }
      : await writeBatch(ctx, kind, batch, known);
    count.added += added;
    count.unchanged += unchanged;
    for (const { line, reason } of refused) refuse(line, reason);
    batch = [];
  };
  for await (const raw of readRows(text, kind.columns)) {
    if ('fault' in raw) {
      refuse(raw.line, raw.fault);
      continue;
    }
    const row = readRow(kind, raw.cells, labels, known);
    if (row instanceof RowFault) {
      refuse(raw.line, row.message);
      continue;
    }
    const before = seen.add(kind.keyOf(row), raw.line, row);
    if (before === null) batch.push({ row, line: raw.line });
    else if (before.isSame) count.skipped += 1;
    else refuse(raw.line, `与第 ${before.line} 行重复而内容不同，以第 ${before.line} 行为准`);
    if (batch.length >= batchSize) await flush();
  }
  if (batch.length > 0) await flush();
  if (isDry) count.added = seen.size;
  if (hasGaps)
    for (const warning of await findGaps(ctx, seen, known)) {
      count.warned += 1;
      warn(warning satisfies Warning);
    }
  return count;
}

function readRow<R>(
  kind: Kind<R>,
  cells: Readonly<Record<string, string>>,
  labels: Readonly<Record<string, string>>,
  known: Known,
): R | RowFault {
  try {
    return kind.read(new RowReader(cells, labels), known);
  } catch (error) {
    if (error instanceof RowFault) return error;
    throw error;
  }
}

async function writeBatch<R extends object>(
  ctx: Context,
  kind: Kind<R>,
  batch: readonly { row: R; line: number }[],
  known: Known,
): Promise<{ added: number; unchanged: number; refused: Remark[] }> {
  const rows = batch.map(({ row }) => row);
  const { added, refused } = await inTransaction(ctx, (trx) => kind.write(ctx, trx, rows, known));
  const lines = new Map(batch.map(({ row, line }) => [row as object, line]));
  return {
    added,
    unchanged: rows.length - refused.length - added,
    refused: refused.map(({ row, reason }) => ({ line: lines.get(row) ?? 0, reason })),
  };
}

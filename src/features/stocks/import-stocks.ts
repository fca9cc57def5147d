import { recordAction } from '#features/audit/index.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { invalid } from '#kernel/errors.ts';
import type { ImportReport } from '#kernel/http/bodies.ts';
import { readTable } from '#kernel/storage/import-table.ts';
import { type CsvColumn, readRecords } from '#kernel/storage/read-rows.ts';
import type { RowReader } from '#kernel/storage/row-reader.ts';
import { type StockRow, upsertStocks } from './queries.ts';
import { maxStocks, saveInput } from './schema.ts';

const columns: readonly CsvColumn[] = [
  { name: 'code', aliases: ['代码'] },
  { name: 'name', aliases: ['名称', '简称', '公司'] },
  { name: 'market', aliases: ['市场'], isOptional: true },
  { name: 'aliases', aliases: ['别名'], isOptional: true },
];

/**
 * Imports a stock table from a CSV with the columns code, name, market, aliases (separated by | or ；) in one
 * transaction. May be repeated. Of lines with one code the first counts.
 * @throws invalid if the header lacks code or name, or for a table that is too long
 */
export async function importStocks(
  ctx: Context,
  text: AsyncIterable<string> | Iterable<string>,
): Promise<ImportReport> {
  const table = await readTable(readRecords(text, columns, readStock), {
    keyOf: ({ code }) => code,
    explainRepeat: ({ code }) => `代码 ${code} 在前面已经出现`,
    checkSize(stocks) {
      if (stocks > maxStocks) throw invalid(`股票表超过 ${maxStocks} 只股票`, 'file');
    },
  });
  await inTransaction(ctx, async (trx) => {
    await table.write((stocks) => upsertStocks(trx, stocks));
    if (table.added + table.changed === 0) return;
    await recordAction(ctx, trx, { action: 'stock.import', target: 'stock:list', after: table.counts });
    await purge(ctx, trx, ['stocks']);
  });
  return { ...table.counts, faults: table.faults };
}

/** @throws invalid */
function readStock(row: RowReader): StockRow {
  const aliases = row
    .cell('aliases')
    .split(/[|；;]/)
    .map((alias) => alias.trim())
    .filter(Boolean);
  const [code, name, market] = [row.cell('code'), row.cell('name'), row.cell('market')];
  const read = saveInput.omit({ isNew: true }).safeParse({ code, name, market, aliases });
  if (!read.success) throw invalid(read.error.issues[0]?.message ?? '');
  return read.data;
}

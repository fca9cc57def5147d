import { recordAction } from '#features/audit/index.ts';
import { purge } from '#kernel/cache/purge.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { invalid } from '#kernel/errors.ts';
import { type CsvColumn, readRows } from '#kernel/storage/read-rows.ts';
import { findStocks, type StockRow, upsertStocks } from './queries.ts';
import { maxStocks, type StockImport, saveInput } from './schema.ts';

const columns: readonly CsvColumn[] = [
  { name: 'code', aliases: ['代码'] },
  { name: 'name', aliases: ['名称', '简称', '公司'] },
  { name: 'market', aliases: ['市场'], isOptional: true },
  { name: 'aliases', aliases: ['别名'], isOptional: true },
];
const maxFaults = 100;

/**
 * Imports a stock table from a CSV with the columns code, name, market, aliases (separated by | or ；) in one
 * transaction. May be repeated. Of lines with one code the first counts.
 * @throws invalid if the header lacks code or name, or for a table that is too long
 */
export async function importStocks(
  ctx: Context,
  text: AsyncIterable<string> | Iterable<string>,
): Promise<StockImport> {
  const stocks = new Map<string, StockRow>();
  const report: StockImport = { added: 0, changed: 0, unchanged: 0, failed: 0, faults: [] };
  for await (const row of readRows(text, columns)) {
    const read = 'fault' in row ? row.fault : readStock(row.cells);
    if (typeof read !== 'string' && !stocks.has(read.code)) stocks.set(read.code, read);
    else {
      report.failed += 1;
      const message = typeof read === 'string' ? read : `代码 ${read.code} 在前面已经出现`;
      if (report.faults.length < maxFaults) report.faults.push({ line: row.line, message });
    }
    if (stocks.size > maxStocks) throw invalid(`股票表超过 ${maxStocks} 只股票`, 'file');
  }
  await inTransaction(ctx, async (trx) => {
    const known = await findStocks(trx, [...stocks.keys()]);
    const changed = [...stocks.values()].filter((stock) => !isSame(stock, known.get(stock.code)));
    report.added = changed.filter(({ code }) => !known.has(code)).length;
    report.changed = changed.length - report.added;
    report.unchanged = stocks.size - changed.length;
    if (changed.length === 0) return;
    await upsertStocks(trx, changed);
    const { faults: _, ...after } = report;
    await recordAction(ctx, trx, { action: 'stock.import', target: 'stock:list', after });
    await purge(ctx, trx, ['stocks']);
  });
  return report;
}

/** Returns the stock of a line, or what is wrong with it. */
function readStock({ code = '', name = '', market = '', aliases = '' }: Record<string, string>) {
  const words = aliases
    .split(/[|；;]/)
    .map((alias) => alias.trim())
    .filter(Boolean);
  const read = saveInput.omit({ isNew: true }).safeParse({ code, name, market, aliases: words });
  return read.success ? read.data : (read.error.issues[0]?.message ?? '');
}

const isSame = (one: StockRow, other: StockRow | undefined): boolean =>
  other !== undefined &&
  one.name === other.name &&
  one.market === other.market &&
  one.aliases.join('|') === other.aliases.join('|');

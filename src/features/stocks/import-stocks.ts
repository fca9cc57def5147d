import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { parse } from 'csv-parse';
import { purge } from '#kernel/cache/purge.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { invalid } from '#kernel/errors.ts';
import { findStocks, type StockRow, upsertStocks } from './queries.ts';

export type StockImport = { added: number; unchanged: number; skipped: number; failed: number };

type ParsedLine = { stock: StockRow } | { fault: string };

/**
 * Imports a stock table from a CSV with the columns code, name, market, aliases (separated by | or ；) in one
 * transaction. May be repeated: equal rows count as unchanged. Calls `report` for each bad line.
 * @throws invalid if the header lacks code or name
 */
export async function importStocks(
  ctx: Context,
  file: string,
  report: (line: string) => void,
): Promise<StockImport> {
  const stocks = new Map<string, StockRow>();
  const count: StockImport = { added: 0, unchanged: 0, skipped: 0, failed: 0 };
  const rows = createReadStream(file).pipe(
    parse({ bom: true, columns: readHeader, relax_column_count: true, info: true, trim: true }),
  );
  for await (const { record, info } of rows as AsyncIterable<{
    record: Record<string, string>;
    info: { lines: number };
  }>) {
    const line = readLine(record);
    if ('fault' in line) {
      count.failed += 1;
      report(`${basename(file)} 第 ${info.lines} 行：${line.fault}`);
    } else if (stocks.has(line.stock.code)) {
      count.skipped += 1;
      report(`${basename(file)} 第 ${info.lines} 行：代码 ${line.stock.code} 重复，已跳过`);
    } else stocks.set(line.stock.code, line.stock);
  }
  await inTransaction(ctx, async (trx) => {
    const known = await findStocks(trx, [...stocks.keys()]);
    const changed = [...stocks.values()].filter((stock) => !isSame(stock, known.get(stock.code)));
    count.added = changed.length;
    count.unchanged = stocks.size - changed.length;
    if (changed.length > 0) await upsertStocks(trx, changed);
    await purge(ctx, trx, ['stocks']);
  });
  return count;
}

function readHeader(header: string[]): string[] {
  const names: Record<string, string> = {
    代码: 'code',
    名称: 'name',
    简称: 'name',
    公司: 'name',
    市场: 'market',
    别名: 'aliases',
  };
  const columns = header.map((name) => names[name.trim()] ?? name.trim().toLowerCase());
  const missing = ['code', 'name'].filter((name) => !columns.includes(name));
  if (missing.length > 0)
    throw invalid(`股票表缺少列：${missing.join('、')}（应有 code,name,market,aliases）`);
  return columns;
}

function readLine({ code = '', name = '', market = '', aliases = '' }: Record<string, string>): ParsedLine {
  if (!/^[0-9A-Z.]{1,12}$/.test(code)) return { fault: `代码（code）不正确：${code.slice(0, 20) || '空'}` };
  if (name === '' || name.length > 40) return { fault: '名称（name）为空或过长' };
  const words = aliases
    .split(/[|；;]/)
    .map((alias) => alias.trim())
    .filter(Boolean);
  return { stock: { code, name, market, aliases: words } };
}

const isSame = (one: StockRow, other: StockRow | undefined): boolean =>
  other !== undefined &&
  one.name === other.name &&
  one.market === other.market &&
  one.aliases.join('|') === other.aliases.join('|');

import type { Selectable } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import type { StocksTable } from '#kernel/db/tables.ts';

export type StockRow = Selectable<StocksTable>;

/** Lists all stocks of the table; some thousands. */
export const listStocks = (db: Database): Promise<StockRow[]> =>
  db.selectFrom('stocks').selectAll().orderBy('code').execute();

export async function findStocks(
  db: Database | Trx,
  codes: readonly string[],
): Promise<Map<string, StockRow>> {
  if (codes.length === 0) return new Map();
  const rows = await db.selectFrom('stocks').selectAll().where('code', 'in', codes).execute();
  return new Map(rows.map((row) => [row.code, row]));
}

/** Inserts or updates stocks by code; in batches, because PostgreSQL accepts at most 65,535 parameters. */
export async function upsertStocks(trx: Trx, stocks: StockRow[]): Promise<void> {
  for (let from = 0; from < stocks.length; from += 5000)
    await trx
      .insertInto('stocks')
      .values(stocks.slice(from, from + 5000))
      .onConflict((conflict) =>
        conflict.column('code').doUpdateSet((row) => ({
          name: row.ref('excluded.name'),
          market: row.ref('excluded.market'),
          aliases: row.ref('excluded.aliases'),
        })),
      )
      .execute();
}

export function deleteRows(trx: Trx, codes: readonly string[]): Promise<{ code: string; name: string }[]> {
  return trx.deleteFrom('stocks').where('code', 'in', codes).returning(['code', 'name']).execute();
}

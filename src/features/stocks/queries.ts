import { type Selectable, sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import type { StocksTable } from '#kernel/db/tables.ts';
import { countUpserted, type Upserted } from '#kernel/storage/import-table.ts';

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

/** Inserts or updates stocks by code. At most 5,000: PostgreSQL accepts 65,535 parameters. */
export async function upsertStocks(trx: Trx, stocks: StockRow[]): Promise<Upserted> {
  const rows = await trx
    .insertInto('stocks')
    .values(stocks)
    .onConflict((conflict) =>
      conflict
        .column('code')
        .doUpdateSet((row) => ({
          name: row.ref('excluded.name'),
          market: row.ref('excluded.market'),
          aliases: row.ref('excluded.aliases'),
        }))
        .where(
          sql<boolean>`(stocks.name, stocks.market, stocks.aliases) is distinct from (excluded.name, excluded.market, excluded.aliases)`,
        ),
    )
    .returning(sql<boolean>`xmax = 0`.as('is_new'))
    .execute();
  return countUpserted(rows);
}

export function deleteRows(trx: Trx, codes: readonly string[]): Promise<{ code: string; name: string }[]> {
  return trx.deleteFrom('stocks').where('code', 'in', codes).returning(['code', 'name']).execute();
}

import { sql } from 'kysely';
import type { Database } from '#kernel/context.ts';

export type StoredPlayer = {
  id: string;
  cash: string;
  frozen_cash: string;
  is_out: boolean;
};

/** Players of a season after one id, by id. */
export async function listPlayers(
  db: Database,
  seasonId: string,
  after: string,
  limit: number,
): Promise<StoredPlayer[]> {
  const { rows } = await sql<StoredPlayer>`
    select id, cash, frozen_cash, disqualified_at is not null is_out from contest_players
    where season_id = ${seasonId} and id > ${after} order by id limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

export type LoggedEntry = {
  player_id: string;
  kind: string;
  day: string;
  order_id: string | null;
  code: string | null;
  cash: string;
  frozen_cash: string;
  quantity: number;
  frozen_quantity: number;
  cost: string;
};

/** The log of players, each in the order it was written. Served by contest_entries_of_player. */
export async function listEntries(db: Database, playerIds: readonly string[]): Promise<LoggedEntry[]> {
  const { rows } = await sql<LoggedEntry>`
    select player_id, kind, day::text, order_id, code, cash, frozen_cash, quantity, frozen_quantity, cost
    from contest_entries where player_id = any(${[...playerIds]}::bigint[]) order by player_id, id`.execute(
    db,
  );
  return rows;
}

export type StoredFill = {
  order_id: string;
  player_id: string;
  day: string;
  side: 'buy' | 'sell';
  price: number;
  quantity: number;
  amount: string;
  commission: number;
  stamp: number;
  transfer: number;
  profit: string | null;
};

export async function listFills(db: Database, playerIds: readonly string[]): Promise<StoredFill[]> {
  const { rows } = await sql<StoredFill>`
    select order_id, player_id, day::text, side, price, quantity, amount, commission, stamp, transfer, profit
    from contest_fills where player_id = any(${[...playerIds]}::bigint[])`.execute(db);
  return rows;
}

export type StoredHolding = {
  player_id: string;
  code: string;
  quantity: number;
  frozen_quantity: number;
  cost: string;
};

export async function listStoredHoldings(
  db: Database,
  playerIds: readonly string[],
): Promise<StoredHolding[]> {
  const { rows } = await sql<StoredHolding>`
    select player_id, code, quantity, frozen_quantity, cost from contest_holdings
    where player_id = any(${[...playerIds]}::bigint[])`.execute(db);
  return rows;
}

export type StoredDay = {
  player_id: string;
  day: string;
  cash: string;
  market_value: string;
  peak: string;
  drawdown_ppm: number;
  sales: number;
  won: number;
};

export async function listDays(db: Database, playerIds: readonly string[]): Promise<StoredDay[]> {
  const { rows } = await sql<StoredDay>`
    select player_id, day::text, cash, market_value, peak, drawdown_ppm, sales, won from contest_days
    where player_id = any(${[...playerIds]}::bigint[]) order by player_id, day`.execute(db);
  return rows;
}

export type StoredRank = {
  period: string;
  player_id: string;
  place: number;
  return_ppm: number;
  assets: string;
  drawdown_ppm: number;
  win_rate_ppm: number | null;
};

export async function listRanks(db: Database, seasonId: string): Promise<StoredRank[]> {
  const { rows } = await sql<StoredRank>`
    select period, player_id, place, return_ppm, assets, drawdown_ppm, win_rate_ppm from contest_ranks
    where season_id = ${seasonId}`.execute(db);
  return rows;
}

/** Every close of what a season's players ever held, by code and day. */
export async function listCloses(
  db: Database,
  seasonId: string,
  until: string,
): Promise<{ code: string; day: string; close: number }[]> {
  const { rows } = await sql<{ code: string; day: string; close: number }>`
    select q.code, q.day::text, q.close from daily_quotes q
    where q.day <= ${until}::date and q.code in (
      select distinct h.code from contest_holdings h join contest_players p on p.id = h.player_id
      where p.season_id = ${seasonId})
    order by q.code, q.day`.execute(db);
  return rows;
}

/** The trade days of a season that are cleared. */
export async function listClearedDays(db: Database, from: string, until: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day::text from trade_days where day between ${from}::date and ${until}::date order by day`.execute(
    db,
  );
  return rows.map(({ day }) => day);
}

/** The last price of a code that has no close. */
export async function listLastPrices(db: Database): Promise<Map<string, number>> {
  const rows = await db.selectFrom('latest_quotes').select(['code', 'last']).execute();
  return new Map(rows.map(({ code, last }) => [code, last]));
}

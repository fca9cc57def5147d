import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

export type StoredPlayer = {
  id: string;
  cash: string;
  frozen_cash: string;
  is_out: boolean;
};

/** Lists players of a season after an id, by id. */
export async function listPlayers(
  trx: Trx,
  seasonId: string,
  after: string,
  limit: number,
): Promise<StoredPlayer[]> {
  const { rows } = await sql<StoredPlayer>`
    select id, cash, frozen_cash, disqualified_at is not null is_out from contest_players
    where season_id = ${seasonId} and id > ${after} order by id limit ${sql.lit(limit)}`.execute(trx);
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

/**
 * Lists the log entries of players, by player and day in the order they were written. Served by
 * contest_entries_of_player.
 */
export async function listEntries(trx: Trx, playerIds: readonly string[]): Promise<LoggedEntry[]> {
  const { rows } = await sql<LoggedEntry>`
    select player_id, kind, day::text, order_id, code, cash, frozen_cash, quantity, frozen_quantity, cost
    from contest_entries where player_id = any(${[...playerIds]}::bigint[]) order by player_id, day, id`.execute(
    trx,
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

export async function listFills(trx: Trx, playerIds: readonly string[]): Promise<StoredFill[]> {
  const { rows } = await sql<StoredFill>`
    select order_id, player_id, day::text, side, price, quantity, amount, commission, stamp, transfer, profit
    from contest_fills where player_id = any(${[...playerIds]}::bigint[])`.execute(trx);
  return rows;
}

export type StoredHolding = {
  player_id: string;
  code: string;
  quantity: number;
  frozen_quantity: number;
  bought_on: string | null;
  bought_quantity: number;
  cost: string;
};

export async function listStoredHoldings(trx: Trx, playerIds: readonly string[]): Promise<StoredHolding[]> {
  const { rows } = await sql<StoredHolding>`
    select player_id, code, quantity, frozen_quantity, bought_on::text, bought_quantity, cost from contest_holdings
    where player_id = any(${[...playerIds]}::bigint[])`.execute(trx);
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

export async function listDays(trx: Trx, playerIds: readonly string[]): Promise<StoredDay[]> {
  const { rows } = await sql<StoredDay>`
    select player_id, day::text, cash, market_value, peak, drawdown_ppm, sales, won from contest_days
    where player_id = any(${[...playerIds]}::bigint[]) order by player_id, day`.execute(trx);
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

export async function listRanks(trx: Trx, seasonId: string): Promise<StoredRank[]> {
  const { rows } = await sql<StoredRank>`
    select period, player_id, place, return_ppm, assets, drawdown_ppm, win_rate_ppm from contest_ranks
    where season_id = ${seasonId}`.execute(trx);
  return rows;
}

/**
 * Lists the closes of every security that players of a season ever held, by code and day: those within the season and
 * the last one before it.
 */
export async function listCloses(
  trx: Trx,
  { id, starts_on }: { id: string; starts_on: string },
  until: string,
): Promise<{ code: string; day: string; close: number }[]> {
  const { rows } = await sql<{ code: string; day: string; close: number }>`
    with held as materialized (
      select distinct h.code from contest_holdings h join contest_players p on p.id = h.player_id
      where p.season_id = ${id}
    )
    select q.code, q.day::text, q.close
    from held h join daily_quotes q on q.code = h.code and q.day between ${starts_on}::date and ${until}::date
    union all
    select h.code, q.day::text, q.close
    from held h cross join lateral (
      select day, close from daily_quotes d where d.code = h.code and d.day < ${starts_on}::date
      order by day desc limit 1
    ) q
    order by code, day`.execute(trx);
  return rows;
}

/** Lists the cleared days of a season in order. */
export async function listClearedDays(trx: Trx, seasonId: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day::text from contest_cleared_days where season_id = ${seasonId} order by day`.execute(trx);
  return rows.map(({ day }) => day);
}

/** Returns the last price of each code without a close. */
export async function listLastPrices(trx: Trx): Promise<Map<string, number>> {
  const rows = await trx.selectFrom('latest_quotes').select(['code', 'last']).execute();
  return new Map(rows.map(({ code, last }) => [code, last]));
}

/** Lists every season, or the one with this id or name, earliest start date first. */
export async function listSeasonNames(
  db: Database,
  idOrName?: string,
): Promise<{ id: string; name: string }[]> {
  let seasons = db.selectFrom('contest_seasons').select(['id', 'name']).orderBy('starts_on').orderBy('id');
  if (idOrName !== undefined)
    seasons = seasons.where((eb) => eb.or([eb('name', '=', idOrName), eb(sql`id::text`, '=', idOrName)]));
  return seasons.execute();
}

/** Returns player names by id; deleted members are left out. */
export async function listPlayerNames(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select p.id, m.name from contest_players p join members m on m.id = p.member_id
    where p.id = any(${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

/** Prices in 厘, days as `2026-11-21`; `latest_at` null where nothing was quoted yet. */
export type SecurityRow = {
  code: string;
  name: string;
  board: string;
  is_st: boolean;
  delisted_on: string | null;
  /** How many trade days it has been listed on the day asked about; null where the listing is not known. */
  listed_days: number | null;
  latest_at: Date | null;
  latest_day: string | null;
  last: number | null;
  previous_close: number | null;
  limit_up: number | null;
  limit_down: number | null;
  is_suspended: boolean | null;
};

/** What an order needs to know of securities on a day; the index is none. */
export async function findSecurities(
  db: Database | Trx,
  codes: readonly string[],
  day: string,
): Promise<SecurityRow[]> {
  const { rows } = await sql<SecurityRow>`
    select i.code, i.name, i.board, i.is_st, i.delisted_on::text,
      (select count(*)::int from trade_days t where t.day between i.listed_on and ${day}::date
       having i.listed_on is not null) listed_days,
      q.at latest_at, (q.at at time zone 'Asia/Shanghai')::date::text latest_day,
      q.last, q.previous_close, q.limit_up, q.limit_down, q.is_suspended
    from instruments i left join latest_quotes q on q.code = i.code
    where i.code = any(${[...codes]}::text[]) and i.board <> 'index'`.execute(db);
  return rows;
}

export const listTradeRules = (db: Database) =>
  db.selectFrom('trade_rules').selectAll().orderBy('valid_from').execute();

export const listTradeFees = (db: Database) =>
  db.selectFrom('trade_fees').selectAll().orderBy('valid_from').execute();

export const listTradeSessions = (db: Database) =>
  db.selectFrom('trade_sessions').selectAll().orderBy('valid_from').orderBy('opens').execute();

/** Whether orders are taken at any hour of a trade day; undefined for a day that is none. */
export const findTradeDay = (db: Database | Trx, day: string): Promise<{ is_all_day: boolean } | undefined> =>
  db.selectFrom('trade_days').select('is_all_day').where('day', '=', day).executeTakeFirst();

export async function listAllDays(db: Database): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`select day::text from trade_days where is_all_day`.execute(db);
  return rows.map(({ day }) => day);
}

export type LatestRow = {
  code: string;
  name: string;
  board: string;
  is_st: boolean;
  at: Date | null;
  open: number | null;
  high: number | null;
  low: number | null;
  last: number | null;
  previous_close: number | null;
  volume: string | null;
  amount: string | null;
};

/** A security with its newest quote, whatever board it is on. */
export async function findLatest(db: Database, code: string): Promise<LatestRow | undefined> {
  const { rows } = await sql<LatestRow>`
    select i.code, i.name, i.board, i.is_st, q.at, q.open, q.high, q.low, q.last, q.previous_close, q.volume, q.amount
    from instruments i left join latest_quotes q on q.code = i.code where i.code = ${code}`.execute(db);
  return rows[0];
}

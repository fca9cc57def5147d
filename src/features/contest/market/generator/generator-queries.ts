import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

/** Tries to take the generator's advisory lock until the end of the transaction; does not wait. */
export async function tryLockGenerator(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('contest generator ' || current_schema(), 0)) held`.execute(
    trx,
  );
  return rows[0]?.held === true;
}

export async function hasInventedInstruments(db: Database | Trx): Promise<boolean> {
  const row = await db
    .selectFrom('instruments')
    .select('code')
    .where('is_invented', '=', true)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type InventedQuoteRow = {
  code: string;
  listed_on: string | null;
  at: Date | null;
  day: string | null;
  open: number;
  high: number;
  low: number;
  last: number;
  previous_close: number;
  limit_up: number | null;
  limit_down: number | null;
  volume: string;
  amount: string;
};

/** Lists the newest quotes of invented securities. */
export async function listInventedQuotes(db: Database | Trx): Promise<InventedQuoteRow[]> {
  const { rows } = await sql<InventedQuoteRow>`
    select i.code, i.listed_on::text, q.at, (q.at at time zone 'Asia/Shanghai')::date::text as day, q.open, q.high,
      q.low, q.last, q.previous_close, q.limit_up, q.limit_down, q.volume, q.amount
    from instruments i left join latest_quotes q on q.code = i.code
    where i.is_invented order by i.code`.execute(db);
  return rows;
}

/** Returns the last closes of invented securities before a day, by code. */
export async function listClosesBefore(db: Database | Trx, day: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ code: string; close: number }>`
    select i.code, q.close from instruments i
    cross join lateral (
      select close from daily_quotes q where q.code = i.code and q.day < ${day}::date order by q.day desc limit 1) q
    where i.is_invented`.execute(db);
  return new Map(rows.map(({ code, close }) => [code, close]));
}

export async function listDividendsOn(
  db: Database | Trx,
  day: string,
): Promise<Map<string, { cash_per_ten: number; bonus_per_ten: number }>> {
  const rows = await db
    .selectFrom('dividends')
    .select(['code', 'cash_per_ten', 'bonus_per_ten'])
    .where('ex_day', '=', day)
    .execute();
  return new Map(rows.map(({ code, ...dividend }) => [code, dividend]));
}

/** Returns how many trade days each code has been listed on a day, that day included. */
export async function countListedDays(db: Database | Trx, day: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ code: string; days: number }>`
    select i.code, (select count(*)::int from trade_days t where t.day between i.listed_on and ${day}::date) days
    from instruments i where i.is_invented and i.listed_on is not null`.execute(db);
  return new Map(rows.map(({ code, days }) => [code, days]));
}

/** Lists trade days before a day, latest first. */
export async function listTradeDaysBefore(db: Database | Trx, day: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day::text from trade_days where day < ${day}::date order by day desc limit ${sql.lit(limit)}`.execute(
    db,
  );
  return rows.map((row) => row.day);
}

/**
 * Makes a day a trade day without closing hours, unless a season has cleared it.
 * @returns whether that changed the calendar
 */
export async function addAllDayTradeDay(trx: Trx, day: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into trade_days as t (day, is_all_day)
    select ${day}::date, true
    where not exists (select from contest_seasons where is_open and cleared_on >= ${day}::date)
    on conflict (day) do update set is_all_day = true where not t.is_all_day`.execute(trx);
  return Number(numAffectedRows ?? 0) > 0;
}

/** Adds a day beyond the end of the calendar. @returns whether it was added */
export async function addTradeDay(trx: Trx, day: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into trade_days (day) select ${day}::date
    where not exists (select from trade_days where day >= ${day}::date)`.execute(trx);
  return Number(numAffectedRows ?? 0) > 0;
}

import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

/** Whoever moves the market holds this until the transaction ends; nobody waits for it. */
export async function tryLockGenerator(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('contest generator ' || current_schema(), 0)) held`.execute(
    trx,
  );
  return rows[0]?.held === true;
}

export async function hasInvented(db: Database | Trx): Promise<boolean> {
  const row = await db
    .selectFrom('instruments')
    .select('code')
    .where('is_invented', '=', true)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type InventedLatest = {
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

/** The newest quotes of what the generator invented. */
export async function listInvented(db: Database | Trx): Promise<InventedLatest[]> {
  const { rows } = await sql<InventedLatest>`
    select i.code, i.listed_on::text, q.at, (q.at at time zone 'Asia/Shanghai')::date::text as day, q.open, q.high,
      q.low, q.last, q.previous_close, q.limit_up, q.limit_down, q.volume, q.amount
    from instruments i left join latest_quotes q on q.code = i.code
    where i.is_invented order by i.code`.execute(db);
  return rows;
}

/** The last closes before a day of what the generator invented, by code. */
export async function listClosesBefore(db: Database | Trx, day: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ code: string; close: number }>`
    select i.code, q.close from instruments i
    cross join lateral (
      select close from daily_quotes q where q.code = i.code and q.day < ${day}::date order by q.day desc limit 1) q
    where i.is_invented`.execute(db);
  return new Map(rows.map(({ code, close }) => [code, close]));
}

/** Dividends of a day, by code. */
export async function listDividendsOn(
  db: Database | Trx,
  day: string,
): Promise<Map<string, { cash_per_ten: number; bonus_per_ten: number }>> {
  const rows = await db
    .selectFrom('dividends')
    .select(['code', 'cash_per_ten', 'bonus_per_ten'])
    .where('ex_day', '=', day)
    .execute();
  return new Map(rows.map(({ code, ...paid }) => [code, paid]));
}

/** How many trade days the codes have been listed on a day, by code; the day itself included. */
export async function listListedDays(db: Database | Trx, day: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ code: string; days: number }>`
    select i.code, (select count(*)::int from trade_days t where t.day between i.listed_on and ${day}::date) days
    from instruments i where i.is_invented and i.listed_on is not null`.execute(db);
  return new Map(rows.map(({ code, days }) => [code, days]));
}

/** Trade days before one, the last first. */
export async function listDaysBefore(db: Database | Trx, day: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day::text from trade_days where day < ${day}::date order by day desc limit ${sql.lit(limit)}`.execute(
    db,
  );
  return rows.map((row) => row.day);
}

/** Makes a day one on which orders are taken at any hour, unless a season has cleared it. @returns whether it was none */
export async function openAllDay(trx: Trx, day: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into trade_days as t (day, is_all_day)
    select ${day}::date, true
    where not exists (select from contest_seasons where is_open and cleared_on >= ${day}::date)
    on conflict (day) do update set is_all_day = true where not t.is_all_day`.execute(trx);
  return Number(numAffectedRows ?? 0) > 0;
}

/** Adds a day to a calendar that does not reach it. @returns whether it did not */
export async function openDay(trx: Trx, day: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into trade_days (day) select ${day}::date
    where not exists (select from trade_days where day >= ${day}::date)`.execute(trx);
  return Number(numAffectedRows ?? 0) > 0;
}

import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

/** Lists the uncleared trade days of open seasons up to today, oldest first. */
export async function listUnclearedDays(db: Database, today: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct t.day::text
    from contest_seasons s join trade_days t on t.day between s.starts_on and least(s.ends_on, ${today}::date)
      and (s.cleared_on is null or t.day > s.cleared_on)
    where s.is_open and s.starts_on <= ${today}::date and (s.cleared_on is null or s.cleared_on < s.ends_on)
    order by 1`.execute(db);
  return rows.map(({ day }) => day);
}

/** Whether some, and whether all, of the securities quoted on a day have a close. */
export async function findCloseCoverage(db: Database, day: string): Promise<{ some: boolean; all: boolean }> {
  const { rows } = await sql<{ some: boolean; all: boolean }>`
    select exists (select from daily_quotes where day = ${day}::date) "some",
      not exists (
        select from latest_quotes q
        where q.at >= ${`${day}T00:00:00+08:00`} and q.at < ${`${day}T24:00:00+08:00`}
          and not exists (select from daily_quotes d where d.code = q.code and d.day = ${day}::date)
      ) "all"`.execute(db);
  return rows[0] ?? { some: false, all: false };
}

/** Writes the last quotes of a day as closes where a close is missing. @returns how many */
export async function insertClosesFromLatestQuotes(
  db: Database | Trx,
  day: string,
  { isInvented = false }: { isInvented?: boolean } = {},
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into daily_quotes (code, day, open, high, low, close, previous_close, limit_up, limit_down, volume, amount,
      is_suspended)
    select code, ${day}::date, open, greatest(high, open, last), least(low, open, last), last, previous_close, limit_up,
      limit_down, volume, amount, is_suspended
    from latest_quotes
    where at >= ${`${day}T00:00:00+08:00`} and at < ${`${day}T24:00:00+08:00`}
      and (not ${isInvented} or code in (select code from instruments where is_invented))
    order by code on conflict do nothing`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Deletes intraday quotes before a moment, in batches of `limit`. @returns how many were deleted */
export async function deleteIntradayQuotesBefore(db: Database, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from intraday_quotes where ctid = any(array(
      select ctid from intraday_quotes where at < ${before} order by at limit ${sql.lit(limit)}))`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

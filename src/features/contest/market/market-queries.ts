import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import { escapeLike } from '#kernel/db/escape-like.ts';

/** Prices in 厘, days as `2026-11-21`; `latest_at` is null before the first quote. */
export type SecurityRow = {
  code: string;
  name: string;
  board: string;
  is_st: boolean;
  delisted_on: string | null;
  /** Trade days since the listing as of the given day; null if the listing date is unknown. */
  listed_days: number | null;
  latest_at: Date | null;
  latest_day: string | null;
  last: number | null;
  previous_close: number | null;
  limit_up: number | null;
  limit_down: number | null;
  is_suspended: boolean | null;
};

/** Returns what an order check needs of securities on a day; excludes the index. */
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

/** Whether a trade day has no closing hours; undefined for a day that is not a trade day. */
export const findTradeDay = (db: Database | Trx, day: string): Promise<{ is_all_day: boolean } | undefined> =>
  db.selectFrom('trade_days').select('is_all_day').where('day', '=', day).executeTakeFirst();

export async function listAllDayTradeDays(db: Database): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`select day::text from trade_days where is_all_day`.execute(db);
  return rows.map(({ day }) => day);
}

export type LatestQuoteRow = {
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

/** Finds a security on any board with its newest quote. */
export async function findLatestQuote(db: Database, code: string): Promise<LatestQuoteRow | undefined> {
  const { rows } = await sql<LatestQuoteRow>`
    select i.code, i.name, i.board, i.is_st, q.at, q.open, q.high, q.low, q.last, q.previous_close, q.volume, q.amount
    from instruments i left join latest_quotes q on q.code = i.code where i.code = ${code}`.execute(db);
  return rows[0];
}

export async function findNewestQuoteTime(db: Database): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select max(at) at from latest_quotes`.execute(db);
  return rows[0]?.at ?? null;
}

export type InstrumentRow = {
  code: string;
  name: string;
  board: string;
  is_st: boolean;
  last: number | null;
  previous_close: number | null;
};

/**
 * Lists securities of some boards whose code or pinyin initials start with a keyword or whose name contains it, prefix
 * matches first, then by code. Names are scanned: a market has a few thousand.
 */
export async function listInstruments(
  db: Database,
  { keyword, boards, withSt }: { keyword: string; boards: readonly string[]; withSt: boolean },
  limit: number,
): Promise<InstrumentRow[]> {
  const like = `${escapeLike(keyword)}%`;
  const { rows } = await sql<InstrumentRow>`
    select i.code, i.name, i.board, i.is_st, q.last, q.previous_close
    from (
      select code from instruments where code like ${like}
      union select code from instruments where name like ${`%${like}`}
      union select code from instruments where initials like upper(${like})
    ) found join instruments i using (code) left join latest_quotes q on q.code = i.code
    where i.board = any(${[...boards]}::text[]) and (${withSt} or not i.is_st) and i.delisted_on is null
    order by i.code not like ${like} and i.name not like ${like} and i.initials not like upper(${like}), i.code
    limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** Lists the most traded securities of some boards on the day of the newest quotes, out of a few thousand rows. */
export async function listActive(
  db: Database,
  { boards, withSt }: { boards: readonly string[]; withSt: boolean },
  limit: number,
): Promise<InstrumentRow[]> {
  const { rows } = await sql<InstrumentRow>`
    select i.code, i.name, i.board, i.is_st, q.last, q.previous_close
    from latest_quotes q join instruments i using (code)
    where i.board = any(${[...boards]}::text[]) and (${withSt} or not i.is_st) and i.delisted_on is null
      and not q.is_suspended and q.at > (select max(at) from latest_quotes) - interval '1 day'
    order by q.amount desc, i.code limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

type CandleRow = {
  day: string;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: string;
};

/** Lists the last daily candles of a security, newest first. */
export async function listCandles(db: Database, code: string, limit: number): Promise<CandleRow[]> {
  const { rows } = await sql<CandleRow>`
    select day::text, open, high, low, close, volume from daily_quotes
    where code = ${code} order by day desc limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** Lists the prices of a security's newest day, the last of each minute, oldest first: at most 1,440. */
export async function listIntraday(
  db: Database,
  code: string,
): Promise<{ at: Date; last: number; volume: string }[]> {
  const { rows } = await sql<{ at: Date; last: number; volume: string }>`
    select distinct on (date_trunc('minute', at)) at, last, volume from intraday_quotes
    where code = ${code} and at >= (
      select (date_trunc('day', max(at) at time zone 'Asia/Shanghai')) at time zone 'Asia/Shanghai'
      from intraday_quotes where code = ${code})
    order by date_trunc('minute', at), at desc`.execute(db);
  return rows;
}

/** Returns the trade day `count` trade days before a day; null if the calendar has too few. */
export async function findTradeDayBefore(db: Database, day: string, count: number): Promise<string | null> {
  const { rows } = await sql<{ day: string }>`
    select day::text from trade_days where day <= ${day}::date order by day desc offset ${sql.lit(count)} limit 1`.execute(
    db,
  );
  return rows[0]?.day ?? null;
}

/**
 * Claims the next pull if it is due, with a lease until `until`. @returns the number of consecutive failures, or null
 * if not claimed
 */
export async function claimPull(db: Database, now: Date, until: Date): Promise<number | null> {
  const { rows } = await sql<{ failures: number }>`
    insert into market_pulls as p (began_at, next_at) values (${now}, ${until})
    on conflict (is_one) do update set began_at = excluded.began_at, next_at = excluded.next_at
    where p.next_at <= ${now}
    returning failures`.execute(db);
  return rows[0]?.failures ?? null;
}

export type PullResult = {
  is_ok: boolean;
  message: string;
  added: number;
  unchanged: number;
  failed: number;
};

/** Saves the result of a pull. @param nextAt when the source is polled next */
export async function savePullResult(
  db: Database,
  began_at: Date,
  nextAt: Date,
  result: PullResult,
): Promise<void> {
  const { is_ok, message, added, unchanged, failed } = result;
  await sql`
    insert into market_pulls as p (began_at, next_at, is_ok, message, added, unchanged, failed, failures)
    values (${began_at}, ${nextAt}, ${is_ok}, ${message}, ${added}, ${unchanged}, ${failed}, ${is_ok ? 0 : 1})
    on conflict (is_one) do update set began_at = excluded.began_at, next_at = excluded.next_at,
      is_ok = excluded.is_ok, message = excluded.message, added = excluded.added,
      unchanged = excluded.unchanged, failed = excluded.failed,
      failures = case when excluded.is_ok then 0 else p.failures + 1 end`.execute(db);
}

export const findPull = (db: Database) => db.selectFrom('market_pulls').selectAll().executeTakeFirst();

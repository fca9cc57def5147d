import { sql } from 'kysely';
import type { Database } from '#kernel/context.ts';

export async function findNewestQuote(db: Database): Promise<Date | null> {
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
 * Securities of some boards whose code or pinyin initials begin so, or whose name holds it anywhere, those that begin so
 * first, then by code. Names are looked through whole: a market has some thousand.
 */
export async function listInstruments(
  db: Database,
  { keyword, boards, withSt }: { keyword: string; boards: readonly string[]; withSt: boolean },
  limit: number,
): Promise<InstrumentRow[]> {
  const like = `${keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
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

/** Securities of some boards that are traded most on the day of the newest quotes; a market has some thousand rows. */
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

export type CandleRow = {
  day: string;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: string;
};

/** The last days of a security, newest first. */
export async function listCandles(db: Database, code: string, limit: number): Promise<CandleRow[]> {
  const { rows } = await sql<CandleRow>`
    select day::text, open, high, low, close, volume from daily_quotes
    where code = ${code} order by day desc limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** The prices of the day of its newest quote, the last of each minute, oldest first: at most 1,440. */
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

/** The trade day so many trade days before this one; null where there were not so many. */
export async function findDayBefore(db: Database, day: string, count: number): Promise<string | null> {
  const { rows } = await sql<{ day: string }>`
    select day::text from trade_days where day <= ${day}::date order by day desc offset ${sql.lit(count)} limit 1`.execute(
    db,
  );
  return rows[0]?.day ?? null;
}

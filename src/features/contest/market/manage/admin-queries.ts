import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import { escapeLike } from '#kernel/db/escape-like.ts';

type DayCount = { day: string; expected: number; found: number };

/** A security without a known listing date counts as listed from its first quote. */
const listedInstruments = sql`
  select code, name, coalesce(listed_on,
    (select min(q.day) from daily_quotes q where q.code = i.code), '-infinity') since,
    coalesce(delisted_on, 'infinity') gone
  from instruments i`;

/**
 * For the last trade days up to `until`, newest first, counts the listed securities that should have a daily quote, and
 * those that have one.
 */
export async function listDayCounts(db: Database, until: string, days: number): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    with days as materialized (
      select day from trade_days where day <= ${until}::date order by day desc limit ${sql.lit(days)}
    ), listed as materialized (${listedInstruments})
    select d.day::text, count(l.code)::int expected, count(q.code)::int found
    from days d left join listed l on l.since <= d.day and l.gone > d.day
      left join daily_quotes q on q.day = d.day and q.code = l.code and q.day >= (select min(day) from days)
    group by d.day order by d.day desc`.execute(db);
  return rows;
}

/** Lists the first listed securities without a daily quote on each of the given days. */
export async function listMissingQuotes(
  db: Database,
  days: readonly string[],
  limit: number,
): Promise<{ day: string; code: string; name: string }[]> {
  if (days.length === 0) return [];
  const { rows } = await sql<{ day: string; code: string; name: string }>`
    with listed as materialized (${listedInstruments})
    select d.day::text, l.code, l.name
    from unnest(${[...days]}::date[]) d(day) cross join lateral (
      select code, name from listed
      where since <= d.day and gone > d.day
        and not exists (select from daily_quotes q where q.code = listed.code and q.day = d.day)
      order by code limit ${sql.lit(limit)}
    ) l
    order by d.day desc, l.code`.execute(db);
  return rows;
}

/**
 * Lists listed securities whose newest quote is older than a moment or missing, except those suspended on the day: the
 * oldest ones, and the total.
 */
export async function listStaleQuotes(
  db: Database,
  before: Date,
  day: string,
  limit: number,
): Promise<{ count: number; quotes: { code: string; name: string; at: Date | null }[] }> {
  const { rows } = await sql<{ code: string; name: string; at: Date | null; count: number }>`
    select i.code, i.name, q.at, count(*) over ()::int count
    from instruments i left join latest_quotes q on q.code = i.code
    where (q.at is null or q.at < ${before}) and (i.listed_on is null or i.listed_on <= ${day}::date)
      and (i.delisted_on is null or i.delisted_on > ${day}::date)
      and (q.is_suspended is not true or q.at < ${day}::timestamp at time zone 'Asia/Shanghai')
    order by q.at nulls first, i.code limit ${sql.lit(limit)}`.execute(db);
  return { count: rows[0]?.count ?? 0, quotes: rows.map(({ code, name, at }) => ({ code, name, at })) };
}

export async function findMarketTotals(
  db: Database,
  today: string,
): Promise<{ instruments: number; days_ahead: number; last_at: Date | null; last_day: string | null }> {
  const { rows } = await sql<{
    instruments: number;
    days_ahead: number;
    last_at: Date | null;
    last_day: string | null;
  }>`
    select (select count(*)::int from instruments) instruments,
      (select count(*)::int from trade_days where day >= ${today}::date) days_ahead,
      (select max(at) from latest_quotes) last_at,
      (select max(day)::text from daily_quotes) last_day`.execute(db);
  return rows[0] ?? { instruments: 0, days_ahead: 0, last_at: null, last_day: null };
}

type AdminInstrumentRow = {
  code: string;
  name: string;
  initials: string;
  board: string;
  is_st: boolean;
  is_invented: boolean;
  listed_on: string | null;
  delisted_on: string | null;
  last: number | null;
  at: Date | null;
  last_day: string | null;
};

/**
 * Lists securities whose code, name or initials start with a keyword, by code, after a code. Served by the prefix
 * indexes and the primary key.
 */
export async function listAdminInstruments(
  db: Database,
  { keyword, after }: { keyword: string; after: string },
  limit: number,
): Promise<AdminInstrumentRow[]> {
  const like = `${escapeLike(keyword)}%`;
  const found =
    keyword === ''
      ? sql`select code from instruments where code > ${after} order by code limit ${sql.lit(limit)}`
      : sql`select code from instruments where code like ${like} union select code from instruments where name like ${like}
          union select code from instruments where initials like upper(${like})`;
  const { rows } = await sql<AdminInstrumentRow>`
    select i.code, i.name, i.initials, i.board, i.is_st, i.is_invented, i.listed_on::text, i.delisted_on::text,
      q.last, q.at, (select max(d.day)::text from daily_quotes d where d.code = i.code) last_day
    from (select code from (${found}) f where code > ${after} order by code limit ${sql.lit(limit)}) page
      join instruments i using (code) left join latest_quotes q on q.code = i.code
    order by i.code`.execute(db);
  return rows;
}

type NewTradeRule = {
  board: string;
  is_st: boolean;
  valid_from: string;
  lot_least: number;
  lot_step: number;
  lot_most: number;
  limit_bp: number | null;
  free_days: number;
  tick: number;
};

export async function replaceTradeRule(trx: Trx, row: NewTradeRule): Promise<void> {
  const { board, is_st, valid_from } = row;
  await trx
    .deleteFrom('trade_rules')
    .where((eb) => eb.and({ board, is_st, valid_from }))
    .execute();
  await trx.insertInto('trade_rules').values(row).execute();
}

export async function replaceTradeFee(
  trx: Trx,
  row: { valid_from: string; stamp_ppm: number; transfer_ppm: number },
): Promise<void> {
  await trx.deleteFrom('trade_fees').where('valid_from', '=', row.valid_from).execute();
  await trx.insertInto('trade_fees').values(row).execute();
}

export async function replaceTradeSessions(
  trx: Trx,
  valid_from: string,
  parts: readonly { opens: string; closes: string }[],
): Promise<void> {
  await trx.deleteFrom('trade_sessions').where('valid_from', '=', valid_from).execute();
  await trx
    .insertInto('trade_sessions')
    .values(parts.map(({ opens, closes }) => ({ valid_from, opens, closes })))
    .execute();
}

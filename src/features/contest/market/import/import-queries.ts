import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

export type NewInstrument = {
  code: string;
  name: string;
  initials: string;
  board: string;
  is_st: boolean;
  listed_on: string | null;
  delisted_on: string | null;
  is_invented?: boolean;
};

/** Prices in 厘, `amount` in fen. */
type QuotedPrices = {
  code: string;
  open: number;
  high: number;
  low: number;
  previous_close: number;
  limit_up: number | null;
  limit_down: number | null;
  volume: number;
  amount: number;
  is_suspended: boolean;
};
export type NewDaily = QuotedPrices & { day: string; close: number };
export type NewQuote = QuotedPrices & { at: Date; last: number };

export type NewDividend = { code: string; ex_day: string; cash_per_ten: number; bonus_per_ten: number };

/** @returns how many are new or changed */
export async function upsertInstruments(trx: Trx, rows: readonly NewInstrument[]): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into instruments as i (code, name, initials, board, is_st, listed_on, delisted_on, is_invented)
    select r.code, r.name, r.initials, r.board, r.is_st, r.listed_on, r.delisted_on, coalesce(r.is_invented, false)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(code text, name text, initials text, board text, is_st boolean, listed_on date, delisted_on date,
        is_invented boolean)
    order by r.code
    on conflict (code) do update set name = excluded.name, initials = excluded.initials, board = excluded.board,
      is_st = excluded.is_st, listed_on = excluded.listed_on, delisted_on = excluded.delisted_on
    where (i.name, i.initials, i.board, i.is_st, i.listed_on, i.delisted_on) is distinct from
      (excluded.name, excluded.initials, excluded.board, excluded.is_st, excluded.listed_on, excluded.delisted_on)`.execute(
    trx,
  );
  return Number(numAffectedRows ?? 0);
}

/** @returns how many are new */
export async function insertTradeDays(trx: Trx | Database, days: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into trade_days (day) select unnest(${[...days]}::date[]) on conflict do nothing`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** @returns how many are new or changed */
export async function upsertDailyQuotes(trx: Trx, rows: readonly NewDaily[]): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into daily_quotes as q (code, day, open, high, low, close, previous_close, limit_up, limit_down, volume,
      amount, is_suspended)
    select r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(code text, day date, open int, high int, low int, close int, previous_close int, limit_up int,
        limit_down int, volume bigint, amount bigint, is_suspended boolean)
    order by r.code, r.day
    on conflict (code, day) do update set open = excluded.open, high = excluded.high, low = excluded.low,
      close = excluded.close, previous_close = excluded.previous_close, limit_up = excluded.limit_up,
      limit_down = excluded.limit_down, volume = excluded.volume, amount = excluded.amount,
      is_suspended = excluded.is_suspended
    where (q.open, q.high, q.low, q.close, q.previous_close, q.limit_up, q.limit_down, q.volume, q.amount,
        q.is_suspended) is distinct from
      (excluded.open, excluded.high, excluded.low, excluded.close, excluded.previous_close, excluded.limit_up,
        excluded.limit_down, excluded.volume, excluded.amount, excluded.is_suspended)`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** @returns how many are new or changed */
export async function upsertIntradayQuotes(
  trx: Trx,
  rows: readonly Pick<NewQuote, 'code' | 'at' | 'last' | 'volume' | 'amount'>[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into intraday_quotes as q (code, at, last, volume, amount)
    select r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(code text, at timestamptz, last int, volume bigint, amount bigint)
    order by r.code, r.at
    on conflict (code, at) do update set last = excluded.last, volume = excluded.volume, amount = excluded.amount
    where (q.last, q.volume, q.amount) is distinct from (excluded.last, excluded.volume, excluded.amount)`.execute(
    trx,
  );
  return Number(numAffectedRows ?? 0);
}

/** Updates the latest quote of each code; a quote older than the stored one changes nothing. */
export async function upsertLatestQuotes(trx: Trx, rows: readonly NewQuote[]): Promise<void> {
  await sql`
    insert into latest_quotes as q (code, at, open, high, low, last, previous_close, limit_up, limit_down, volume,
      amount, is_suspended)
    select r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(code text, at timestamptz, open int, high int, low int, last int, previous_close int, limit_up int,
        limit_down int, volume bigint, amount bigint, is_suspended boolean)
    order by r.code
    on conflict (code) do update set at = excluded.at, open = excluded.open, high = excluded.high,
      low = excluded.low, last = excluded.last, previous_close = excluded.previous_close,
      limit_up = excluded.limit_up, limit_down = excluded.limit_down, volume = excluded.volume,
      amount = excluded.amount, is_suspended = excluded.is_suspended
    where excluded.at >= q.at`.execute(trx);
}

/** @returns how many are new or changed */
export async function upsertDividends(trx: Trx, rows: readonly NewDividend[]): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into dividends as d (code, ex_day, cash_per_ten, bonus_per_ten)
    select r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(code text, ex_day date, cash_per_ten int, bonus_per_ten int)
    order by r.code, r.ex_day
    on conflict (code, ex_day) do update
      set cash_per_ten = excluded.cash_per_ten, bonus_per_ten = excluded.bonus_per_ten
    where (d.cash_per_ten, d.bonus_per_ten) is distinct from (excluded.cash_per_ten, excluded.bonus_per_ten)`.execute(
    trx,
  );
  return Number(numAffectedRows ?? 0);
}

export const listCodes = (db: Database): Promise<{ code: string; board: string }[]> =>
  db.selectFrom('instruments').select(['code', 'board']).execute();

export async function listTradeDays(db: Database | Trx): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`select day::text from trade_days order by day`.execute(db);
  return rows.map(({ day }) => day);
}

/** Lists the securities that players of a season ever held, with the season's first day and last cleared day. */
export async function listHeldCodes(
  db: Database,
): Promise<{ code: string; starts_on: string; cleared_on: string | null }[]> {
  const { rows } = await sql<{ code: string; starts_on: string; cleared_on: string | null }>`
    select distinct h.code, s.starts_on::text, s.cleared_on::text
    from contest_seasons s join contest_players p on p.season_id = s.id
      join contest_holdings h on h.player_id = p.id`.execute(db);
  return rows;
}

/** Returns the stored closes of these rows. */
export async function listKnownCloses(
  trx: Trx,
  keys: readonly { code: string; day: string }[],
): Promise<{ code: string; day: string; close: number }[]> {
  const { rows } = await sql<{ code: string; day: string; close: number }>`
    select q.code, q.day::text, q.close
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as r(code text, day date)
    join daily_quotes q on q.code = r.code and q.day = r.day`.execute(trx);
  return rows;
}

/**
 * Lists daily quotes in a range whose previous close differs from the close before without a dividend to explain it, by
 * code and day.
 */
export async function listPriceBreaks(
  db: Database,
  codes: readonly string[],
  from: string,
  until: string,
  limit: number,
): Promise<{ code: string; day: string; previous_close: number; before: number }[]> {
  const { rows } = await sql<{ code: string; day: string; previous_close: number; before: number }>`
    select code, day::text, previous_close, before
    from (
      select q.code, q.day, q.previous_close, lag(q.close) over (partition by q.code order by q.day) before
      from daily_quotes q
      where q.code = any(${[...codes]}::text[]) and q.day between ${from}::date and ${until}::date
    ) q
    where before <> previous_close
      and not exists (select from dividends d where d.code = q.code and d.ex_day = q.day)
    order by code, day limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** Returns those of the given codes and days that have a daily quote. */
export async function listQuotedDays(
  db: Database,
  keys: readonly { code: string; day: string }[],
): Promise<{ code: string; day: string }[]> {
  const { rows } = await sql<{ code: string; day: string }>`
    select q.code, q.day::text
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as r(code text, day date)
    join daily_quotes q on q.code = r.code and q.day = r.day`.execute(db);
  return rows;
}

/** Returns the stored dividends with these keys. */
export async function listKnownDividends(trx: Trx, keys: readonly NewDividend[]): Promise<NewDividend[]> {
  const { rows } = await sql<NewDividend>`
    select d.code, d.ex_day::text, d.cash_per_ten, d.bonus_per_ten
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as r(code text, ex_day date)
    join dividends d on d.code = r.code and d.ex_day = r.ex_day`.execute(trx);
  return rows;
}

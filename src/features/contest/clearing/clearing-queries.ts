import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';
import { maxReturnPpm } from '../rules/standings.ts';
import type { SeasonRow } from '../seasons/season-queries.ts';

/** Lists the seasons that run on a day and have not cleared it yet. */
export async function listUnclearedSeasons(db: Database, day: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from contest_seasons
    where is_open and ${day}::date between starts_on and ends_on and (cleared_on is null or cleared_on < ${day}::date)
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Locks a season for clearing. @returns its last cleared day, null before the first */
export async function lockSeason(trx: Trx, id: string): Promise<string | null | undefined> {
  const { rows } = await sql<{ cleared_on: string | null }>`
    select cleared_on::text from contest_seasons where id = ${id} for update`.execute(trx);
  return rows[0]?.cleared_on;
}

/** Whether any dividend has this ex-day. Served by dividends_of_day. */
export async function hasDividends(db: Database, day: string): Promise<boolean> {
  const row = await db.selectFrom('dividends').select('code').where('ex_day', '=', day).executeTakeFirst();
  return row !== undefined;
}

/** Locks the players who hold or held a security with a dividend on a day, in the global order: season, id. */
export async function lockHolders(trx: Trx, day: string): Promise<void> {
  await sql`
    select p.id from contest_players p
    where p.id in (
      select h.player_id from contest_holdings h join dividends d on d.code = h.code where d.ex_day = ${day}::date)
    order by p.season_id, p.id for no key update`.execute(trx);
}

/**
 * Pays the dividends of a day on the holdings of the evening before: cash in fen and bonus shares, both rounded down.
 * Idempotent: each dividend is paid once, and it may run late on the day, after trades. Once a season has cleared the
 * day it is paid nothing more, since its boards are final. @returns how many were paid
 */
export async function insertDividends(trx: Trx, day: string, at: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    with since as materialized (
      select e.player_id, e.code, sum(e.quantity)::int quantity
      from contest_entries e join dividends d on d.code = e.code and d.ex_day = ${day}::date
      where e.day >= ${day}::date group by e.player_id, e.code
    )
    insert into contest_entries (player_id, kind, day, at, code, cash, quantity)
    select h.player_id, 'dividend', d.ex_day, ${at}, h.code,
      held.quantity * d.cash_per_ten / 100, held.quantity * d.bonus_per_ten / 10000
    from dividends d join contest_holdings h on h.code = d.code
      join contest_players p on p.id = h.player_id
      join contest_seasons s on s.id = p.season_id and d.ex_day between s.starts_on and s.ends_on
        and (s.cleared_on is null or s.cleared_on < d.ex_day)
      left join since n on n.player_id = h.player_id and n.code = h.code
      cross join lateral (select h.quantity::bigint - coalesce(n.quantity, 0) quantity) held
    where d.ex_day = ${day}::date and held.quantity > 0
      and not exists (
        select from contest_entries e
        where e.kind = 'dividend' and e.player_id = h.player_id and e.code = h.code and e.day = d.ex_day)
    order by h.player_id
    on conflict (player_id, code, day) where kind = 'dividend' do nothing`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/**
 * Records every player's assets at the close of a day, with the running totals of the season. Log entries of later days
 * are subtracted from the current balances, so a day that is cleared late is recorded as it ended.
 */
export async function insertPlayerDays(
  trx: Trx,
  { id, cleared_on }: SeasonRow,
  day: string,
): Promise<number> {
  const { numAffectedRows } = await sql`
    with later as materialized (
      select player_id, code, sum(cash)::bigint cash, sum(quantity)::int quantity, bool_or(kind = 'start') is_start
      from contest_entries where day > ${day}::date group by player_id, code
    ), held as materialized (
      select h.player_id, h.code, h.quantity - coalesce(l.quantity, 0) quantity
      from contest_holdings h join contest_players p on p.id = h.player_id and p.season_id = ${id}
        left join later l on l.player_id = h.player_id and l.code = h.code
      where h.quantity <> coalesce(l.quantity, 0)
    ), closes as materialized (
      select h.code, coalesce(
        (select close from daily_quotes q where q.code = h.code and q.day <= ${day}::date order by q.day desc limit 1),
        (select last from latest_quotes q where q.code = h.code), 0) close
      from (select distinct code from held) h
    ), worth as materialized (
      select h.player_id, sum((c.close::bigint * h.quantity + 5) / 10)::bigint worth
      from held h join closes c on c.code = h.code group by h.player_id
    ), sold as materialized (
      select f.player_id, count(*)::int sales, count(*) filter (where f.profit > 0)::int won
      from contest_fills f where f.side = 'sell' and f.day = ${day}::date group by f.player_id
    ), moved as materialized (
      select player_id, sum(cash)::bigint cash, bool_or(is_start) is_start from later group by player_id
    ), today as materialized (
      select p.id, p.cash - coalesce(m.cash, 0) cash, coalesce(w.worth, 0) worth,
        greatest(b.peak, p.cash - coalesce(m.cash, 0) + coalesce(w.worth, 0), s.starting_cash) peak,
        coalesce(b.drawdown_ppm, 0) drawdown_ppm,
        coalesce(b.sales, 0) + coalesce(n.sales, 0) sales, coalesce(b.won, 0) + coalesce(n.won, 0) won
      from contest_players p
        join contest_seasons s on s.id = p.season_id
        left join moved m on m.player_id = p.id
        left join worth w on w.player_id = p.id
        left join sold n on n.player_id = p.id
        left join lateral (
          select peak, drawdown_ppm, sales, won from contest_days d
          where d.player_id = p.id and d.day = ${cleared_on}::date limit 1
        ) b on true
      where p.season_id = ${id} and m.is_start is not true
    )
    insert into contest_days (player_id, day, cash, market_value, peak, drawdown_ppm, sales, won)
    select id, ${day}::date, cash, worth, peak,
      greatest(drawdown_ppm, (peak - cash - worth) * 1000000 / peak), sales, won
    from today`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** Returns the base days of the boards: the last cleared day before the day, before its week and its month. */
export async function findBaseDays(
  trx: Trx,
  { id }: SeasonRow,
  day: string,
): Promise<Readonly<Record<'day' | 'week' | 'month', string | null>>> {
  const { rows } = await sql<{ day: string | null; week: string | null; month: string | null }>`
    select max(t.day)::text "day",
      max(t.day) filter (where t.day < date_trunc('week', ${day}::date))::text week,
      max(t.day) filter (where t.day < date_trunc('month', ${day}::date))::text "month"
    from contest_cleared_days t where t.season_id = ${id} and t.day < ${day}::date`.execute(trx);
  return rows[0] ?? { day: null, week: null, month: null };
}

/**
 * Rewrites a season's board for a period: returns since the evening of `base`, or since the start if that is null. Days
 * are looked up per player: for a day newer than its statistics the planner expects one row and would choose a
 * quadratic join.
 */
export async function replaceRanks(
  trx: Trx,
  season: SeasonRow,
  { period, day, base }: { period: string; day: string; base: string | null },
): Promise<void> {
  await sql`delete from contest_ranks where season_id = ${season.id} and period = ${period}`.execute(trx);
  await sql`
    insert into contest_ranks (season_id, period, player_id, place, return_ppm, assets, drawdown_ppm, win_rate_ppm)
    select ${season.id}, ${period}, r.id, rank() over (order by r.gain desc), r.gain, r.assets, r.drawdown_ppm,
      case when r.sales > 0 then (r.won::bigint * 1000000 / r.sales)::int end
    from (
      select p.id, d.cash + d.market_value assets, d.drawdown_ppm, d.sales, d.won,
        coalesce(least(floor((d.cash + d.market_value - t.was)::numeric * 1000000 / nullif(t.was, 0)),
          ${maxReturnPpm}), 0)::int gain
      from contest_players p
        cross join lateral (
          select * from contest_days where player_id = p.id and day = ${day}::date limit 1
        ) d
        left join lateral (
          select cash, market_value from contest_days where player_id = p.id and day = ${base}::date limit 1
        ) b on true
        cross join lateral (select coalesce(b.cash + b.market_value, ${season.starting_cash}::bigint) was) t
      where p.season_id = ${season.id} and p.disqualified_at is null
    ) r`.execute(trx);
}

export async function markDayCleared(trx: Trx, seasonId: string, day: string): Promise<void> {
  await sql`insert into contest_cleared_days values (${seasonId}, ${day})`.execute(trx);
  await sql`update contest_seasons set cleared_on = ${day}::date where id = ${seasonId}`.execute(trx);
}

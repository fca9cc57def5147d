import { sql } from 'kysely';
import type { Database } from '#kernel/context.ts';
import type { Period } from './board-queries.ts';

export type SeasonView = {
  id: string;
  name: string;
  starts_on: string;
  ends_on: string;
  starting_cash: string;
  boards: string[];
  with_st: boolean;
  position_cap_bp: number;
  commission_ppm: number;
  commission_least: number;
  index_code: string | null;
  index_name: string | null;
  delay_days: number;
  for_whom: string;
  prizes: string;
  rules: string;
  is_open: boolean;
  cleared_on: string | null;
  players: number;
};

const seasonView = sql`
  select s.id, s.name, s.starts_on::text, s.ends_on::text, s.starting_cash, s.boards, s.with_st, s.position_cap_bp,
    s.commission_ppm, s.commission_least, s.index_code, i.name index_name, s.delay_days, s.for_whom, s.prizes,
    s.rules, s.is_open, s.cleared_on::text,
    (select count(*)::int from contest_players p where p.season_id = s.id) players
  from contest_seasons s left join instruments i on i.code = s.index_code`;

/** Open seasons, the last to begin first; a publisher has a few a year. */
export async function listSeasonViews(db: Database): Promise<SeasonView[]> {
  const { rows } =
    await sql<SeasonView>`${seasonView} where s.is_open order by s.starts_on desc, s.id desc limit 100`.execute(
      db,
    );
  return rows;
}

export async function findSeasonView(db: Database, id: string): Promise<SeasonView | undefined> {
  const { rows } = await sql<SeasonView>`${seasonView} where s.id = ${id} and s.is_open`.execute(db);
  return rows[0];
}

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
 * Securities of some boards whose code, name or pinyin initials begin so, by code; served by the prefix indexes and the
 * primary key.
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
      union select code from instruments where name like ${like}
      union select code from instruments where initials like upper(${like})
    ) found join instruments i using (code) left join latest_quotes q on q.code = i.code
    where i.board = any(${[...boards]}::text[]) and (${withSt} or not i.is_st) and i.delisted_on is null
    order by i.code limit ${sql.lit(limit)}`.execute(db);
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

/** The prices of the day of its newest quote, oldest first. */
export async function listIntraday(
  db: Database,
  code: string,
): Promise<{ at: Date; last: number; volume: string }[]> {
  const { rows } = await sql<{ at: Date; last: number; volume: string }>`
    select at, last, volume from intraday_quotes
    where code = ${code} and at >= (
      select (date_trunc('day', max(at) at time zone 'Asia/Shanghai')) at time zone 'Asia/Shanghai'
      from intraday_quotes where code = ${code})
    order by at limit 2000`.execute(db);
  return rows;
}

export type PlayerView = {
  id: string;
  season_id: string;
  member_id: string | null;
  name: string;
  avatar: string | null;
  joined_at: Date;
  disqualified_at: Date | null;
  reason: string;
};

/** A player of an open season. */
export async function findPlayerView(db: Database, id: string): Promise<PlayerView | undefined> {
  const { rows } = await sql<PlayerView>`
    select p.id, p.season_id, p.member_id, coalesce(m.name, '已离开的选手') name, m.avatar, p.joined_at,
      p.disqualified_at, p.reason
    from contest_players p join contest_seasons s on s.id = p.season_id and s.is_open
      left join members m on m.id = p.member_id and m.deleted_at is null
    where p.id = ${id}`.execute(db);
  return rows[0];
}

export type RankRow = {
  period: Period;
  place: number;
  return_ppm: number;
  assets: string;
  drawdown_ppm: number;
  win_rate_ppm: number | null;
};

export async function listRanksOf(db: Database, playerId: string): Promise<RankRow[]> {
  const { rows } = await sql<RankRow>`
    select period, place, return_ppm, assets, drawdown_ppm, win_rate_ppm from contest_ranks
    where player_id = ${playerId}`.execute(db);
  return rows;
}

/** A player's assets at each close of a season, oldest first, with the index's close of the day. */
export async function listCurve(
  db: Database,
  playerId: string,
  indexCode: string | null,
): Promise<{ day: string; assets: string; index: number | null }[]> {
  const { rows } = await sql<{ day: string; assets: string; index: number | null }>`
    select d.day::text, d.cash + d.market_value assets, q.close "index"
    from contest_days d left join daily_quotes q on q.code = ${indexCode} and q.day = d.day
    where d.player_id = ${playerId} order by d.day`.execute(db);
  return rows;
}

export type OrderView = {
  id: string;
  code: string;
  name: string;
  side: string;
  price: number | null;
  quantity: number;
  state: string;
  frozen_cash: string;
  placed_at: Date;
  fill_price: number | null;
  amount: string | null;
  fees: number | null;
  profit: string | null;
  filled_at: Date | null;
};

/** A player's orders with what became of them, newest first, before one id. Served by contest_orders_of_player. */
export async function listOrderViews(
  db: Database,
  playerId: string,
  { isOpen, before }: { isOpen: boolean; before: string | undefined },
  limit: number,
): Promise<OrderView[]> {
  const { rows } = await sql<OrderView>`
    select o.id, o.code, i.name, o.side, o.price, o.quantity, o.state, o.frozen_cash, o.placed_at,
      f.price fill_price, f.amount, f.commission + f.stamp + f.transfer fees, f.profit, f.filled_at
    from contest_orders o join instruments i on i.code = o.code left join contest_fills f on f.order_id = o.id
    where o.player_id = ${playerId} ${isOpen ? sql`and o.state = 'open'` : sql``}
      ${before === undefined ? sql`` : sql`and o.id < ${before}`}
    order by o.id desc limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** A player's fills up to a day, newest first, before one order's id. Served by contest_fills_of_player. */
export async function listTradeViews(
  db: Database,
  playerId: string,
  { until, before }: { until: string; before: string | undefined },
  limit: number,
): Promise<Pick<OrderView, 'id' | 'code' | 'name' | 'side' | 'quantity' | 'filled_at' | 'fill_price'>[]> {
  const { rows } = await sql<
    Pick<OrderView, 'id' | 'code' | 'name' | 'side' | 'quantity' | 'filled_at' | 'fill_price'>
  >`
    select f.order_id id, f.code, i.name, f.side, f.quantity, f.filled_at, f.price fill_price
    from contest_fills f join instruments i on i.code = f.code
    where f.player_id = ${playerId} and f.day <= ${until}::date
      ${before === undefined ? sql`` : sql`and f.order_id < ${before}`}
    order by f.order_id desc limit ${sql.lit(limit)}`.execute(db);
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

/** Whom a member follows in a season, on its board. */
export async function listFollowedLines(db: Database, memberId: string, seasonId: string) {
  const { rows } = await sql<import('./board-queries.ts').BoardRow>`
    select r.place, r.player_id, coalesce(m.name, '已离开的选手') name, m.avatar, r.return_ppm, r.assets,
      r.drawdown_ppm, r.win_rate_ppm
    from contest_follows w join contest_players p on p.id = w.player_id and p.season_id = ${seasonId}
      join contest_ranks r on r.player_id = p.id and r.period = 'season'
      left join members m on m.id = p.member_id and m.deleted_at is null
    where w.member_id = ${memberId} order by r.place, r.player_id limit 200`.execute(db);
  return rows;
}

export async function isFollowing(db: Database, memberId: string, playerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('contest_follows')
    .select('player_id')
    .where('member_id', '=', memberId)
    .where('player_id', '=', playerId)
    .executeTakeFirst();
  return row !== undefined;
}

/** A player's cash, and whether they are out. */
export async function findPlayerCash(
  db: Database,
  id: string,
): Promise<{ cash: string; frozen_cash: string; disqualified_at: Date | null; reason: string } | undefined> {
  return db
    .selectFrom('contest_players')
    .select(['cash', 'frozen_cash', 'disqualified_at', 'reason'])
    .where('id', '=', id)
    .executeTakeFirst();
}

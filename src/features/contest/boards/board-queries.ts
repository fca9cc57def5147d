import { sql } from 'kysely';
import type { Database, Trx } from '#kernel/context.ts';

export type Period = 'day' | 'week' | 'month' | 'season';

export type BoardRow = {
  place: number;
  player_id: string;
  name: string;
  avatar: string | null;
  return_ppm: number;
  assets: string;
  drawdown_ppm: number;
  win_rate_ppm: number | null;
};

/**
 * Lists a board by place, after a given place. Served by contest_ranks_of_season. A deleted member stays on the board
 * without a name.
 */
export async function listBoard(
  db: Database | Trx,
  { seasonId, period }: { seasonId: string; period: Period },
  after: { place: number; playerId: string },
  limit: number,
): Promise<BoardRow[]> {
  const { rows } = await sql<BoardRow>`
    select r.place, r.player_id, coalesce(m.name, '已离开的选手') name, m.avatar, r.return_ppm, r.assets,
      r.drawdown_ppm, r.win_rate_ppm
    from contest_ranks r join contest_players p on p.id = r.player_id
      left join members m on m.id = p.member_id and m.deleted_at is null
    where r.season_id = ${seasonId} and r.period = ${period}
      and (r.place, r.player_id) > (${after.place}, ${after.playerId}::bigint)
    order by r.place, r.player_id limit ${sql.lit(limit)}`.execute(db);
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

/** Finds a player of an open season. */
export async function findPlayerView(db: Database, id: string): Promise<PlayerView | undefined> {
  const { rows } = await sql<PlayerView>`
    select p.id, p.season_id, p.member_id, coalesce(m.name, '已离开的选手') name, m.avatar, p.joined_at,
      p.disqualified_at, p.reason
    from contest_players p join contest_seasons s on s.id = p.season_id and s.is_open
      left join members m on m.id = p.member_id and m.deleted_at is null
    where p.id = ${id}`.execute(db);
  return rows[0];
}

type RankRow = {
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

type CurveRow = { day: string; assets: string; index: number | null; index_before: number | null };

/** Lists a player's assets at each close, oldest first, with the index's close and previous close of the day. */
export async function listCurve(
  db: Database,
  playerId: string,
  indexCode: string | null,
): Promise<CurveRow[]> {
  const { rows } = await sql<CurveRow>`
    select d.day::text, d.cash + d.market_value assets, q.close "index", q.previous_close index_before
    from contest_days d left join daily_quotes q on q.code = ${indexCode} and q.day = d.day
    where d.player_id = ${playerId} order by d.day`.execute(db);
  return rows;
}

type FollowedRow = Omit<BoardRow, 'place'> & { place: number | null };

/**
 * Lists the players a member follows in a season by place on its board, unranked ones last; at most the follow limit.
 * Served by the primary key of contest_follows.
 */
export async function listFollowedPlayers(
  db: Database,
  memberId: string,
  seasonId: string,
): Promise<FollowedRow[]> {
  const { rows } = await sql<FollowedRow>`
    select r.place, p.id player_id, coalesce(m.name, '已离开的选手') name, m.avatar,
      coalesce(r.return_ppm, 0) return_ppm, coalesce(r.assets, s.starting_cash) assets,
      coalesce(r.drawdown_ppm, 0) drawdown_ppm, r.win_rate_ppm
    from contest_follows w join contest_players p on p.id = w.player_id and p.season_id = ${seasonId}
      join contest_seasons s on s.id = p.season_id
      left join contest_ranks r on r.player_id = p.id and r.period = 'season'
      left join members m on m.id = p.member_id and m.deleted_at is null
    where w.member_id = ${memberId} order by r.place nulls last, p.id`.execute(db);
  return rows;
}

export async function countFollowedPlayers(
  db: Database,
  memberId: string,
  seasonId: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from contest_follows w
    join contest_players p on p.id = w.player_id and p.season_id = ${seasonId}
    where w.member_id = ${memberId}`.execute(db);
  return rows[0]?.count ?? 0;
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

export async function insertFollow(db: Database, memberId: string, playerId: string): Promise<void> {
  await db
    .insertInto('contest_follows')
    .values({ member_id: memberId, player_id: playerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteFollow(db: Database, memberId: string, playerId: string): Promise<void> {
  await db
    .deleteFrom('contest_follows')
    .where('member_id', '=', memberId)
    .where('player_id', '=', playerId)
    .execute();
}

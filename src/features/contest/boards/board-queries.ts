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

/** A board from the top, after one place; served by contest_ranks_of_season. Who left the portal plays on without a name. */
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

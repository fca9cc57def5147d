import type { z } from 'zod';
import type { Context } from '#kernel/context.ts';
import { invalid, notFound } from '#kernel/errors.ts';
import { isId } from '#shared/ids.ts';
import type { BoardLine, boardQuery, ContestBoard, FollowedLine } from '../schema.ts';
import { findPlayerOf, findSeason } from '../seasons/season-queries.ts';
import { type BoardRow, listBoard } from './board-queries.ts';
import { listFollowedLines, listRanksOf } from './player-queries.ts';

/** A season's board of a period, and the caller's own line of it. @throws notFound; invalid for a cursor that is none */
export async function readBoard(
  ctx: Context,
  { seasonId, period, size, cursor }: z.output<typeof boardQuery>,
): Promise<ContestBoard> {
  const season = await findSeason(ctx.db, seasonId);
  if (!season?.is_open) throw notFound('没有这个赛季');
  const after = cursor === undefined ? { place: 0, playerId: '0' } : readPlace(cursor);
  const rows = await listBoard(ctx.db, { seasonId, period }, after, size + 1);
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  return {
    records: shown.map(presentLine),
    cursor: last ? `${last.place}-${last.player_id}` : null,
    asOf: season.cleared_on,
    mine: await readOwnLine(ctx, seasonId, period),
  };
}

/** Whom the caller follows in a season, by place. @throws notFound */
export async function readFollowing(
  ctx: Context,
  memberId: string,
  seasonId: string,
): Promise<FollowedLine[]> {
  if (!(await findSeason(ctx.db, seasonId))?.is_open) throw notFound('没有这个赛季');
  const rows = await listFollowedLines(ctx.db, memberId, seasonId);
  return rows.map((row) => ({ ...presentLine({ ...row, place: 0 }), place: row.place }));
}

async function readOwnLine(ctx: Context, seasonId: string, period: string): Promise<BoardLine | null> {
  const { actor } = ctx;
  if (actor.kind !== 'member') return null;
  const playerId = await findPlayerOf(ctx.db, seasonId, actor.memberId);
  const rank = playerId && (await listRanksOf(ctx.db, playerId)).find((row) => row.period === period);
  return rank ? presentLine({ ...rank, player_id: playerId, name: '我', avatar: null }) : null;
}

export const presentLine = (row: BoardRow): BoardLine => ({
  place: row.place,
  playerId: row.player_id,
  name: row.name,
  avatar: row.avatar,
  returnPpm: row.return_ppm,
  assets: Number(row.assets),
  drawdownPpm: row.drawdown_ppm,
  winRatePpm: row.win_rate_ppm,
});

function readPlace(cursor: string): { place: number; playerId: string } {
  const [place = '', playerId = '', ...rest] = cursor.split('-');
  if (rest.length > 0 || !/^\d{1,9}$/.test(place) || !isId(playerId))
    throw invalid('游标（cursor）不正确，请使用上一页返回的值');
  return { place: Number(place), playerId };
}

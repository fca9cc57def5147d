import type { z } from 'zod';
import type { Context, Trx } from '#kernel/context.ts';
import { invalid, notFound } from '#kernel/errors.ts';
import { cutPage } from '#kernel/http/paging.ts';
import { dayOf } from '#shared/dates.ts';
import { isId } from '#shared/ids.ts';
import type { TopTenChanged } from '../events.ts';
import type { BoardLine, boardQuery, ContestBoard, ContestFront, FollowedLine } from '../schema.ts';
import { findCurrentSeasonView, findPlayerId, findSeason } from '../seasons/season-queries.ts';
import { type BoardRow, listBoard, listFollowedPlayers, listRanksOf } from './board-queries.ts';

/** Returns a season's board for a period, with the caller's own line. @throws notFound; invalid cursor */
export async function readBoard(
  ctx: Context,
  { seasonId, period, size, cursor }: z.output<typeof boardQuery>,
): Promise<ContestBoard> {
  const season = await findSeason(ctx.db, seasonId);
  if (!season?.is_open) throw notFound('没有这个赛季');
  const after = cursor === undefined ? { place: 0, playerId: '0' } : parseBoardCursor(cursor);
  const rows = await listBoard(ctx.db, { seasonId, period }, after, size + 1);
  const { shown, last } = cutPage(rows, size);
  return {
    records: shown.map(presentBoardLine),
    cursor: last ? `${last.place}-${last.player_id}` : null,
    asOf: season.cleared_on,
    mine: await readOwnLine(ctx, seasonId, period),
  };
}

/** Returns the players the caller follows in a season, by place. @throws notFound */
export async function readFollowing(
  ctx: Context,
  memberId: string,
  seasonId: string,
): Promise<FollowedLine[]> {
  if (!(await findSeason(ctx.db, seasonId))?.is_open) throw notFound('没有这个赛季');
  const rows = await listFollowedPlayers(ctx.db, memberId, seasonId);
  return rows.map((row) => ({ ...presentBoardLine({ ...row, place: 0 }), place: row.place }));
}

async function readOwnLine(ctx: Context, seasonId: string, period: string): Promise<BoardLine | null> {
  const { actor } = ctx;
  if (actor.kind !== 'member') return null;
  const playerId = await findPlayerId(ctx.db, seasonId, actor.memberId);
  const rank = playerId && (await listRanksOf(ctx.db, playerId)).find((row) => row.period === period);
  return rank ? presentBoardLine({ ...rank, player_id: playerId, name: '我', avatar: null }) : null;
}

export const presentBoardLine = (row: BoardRow): BoardLine => ({
  place: row.place,
  playerId: row.player_id,
  name: row.name,
  avatar: row.avatar,
  returnPpm: row.return_ppm,
  assets: Number(row.assets),
  drawdownPpm: row.drawdown_ppm,
  winRatePpm: row.win_rate_ppm,
});

function parseBoardCursor(cursor: string): { place: number; playerId: string } {
  const [place = '', playerId = '', ...rest] = cursor.split('-');
  if (rest.length > 0 || !/^\d{1,9}$/.test(place) || !isId(playerId))
    throw invalid('游标不正确，请使用上一页返回的值', 'cursor');
  return { place: Number(place), playerId };
}

const frontPageLines = 5;

/** Returns the running season and the top of its board for the front page; no season if none is running. */
export async function readFront({ db, now }: Context): Promise<ContestFront> {
  const today = dayOf(now());
  const season = await findCurrentSeasonView(db, today);
  if (!season || today < season.starts_on || today > season.ends_on) return { season: null, records: [] };
  const rows = await listBoard(
    db,
    { seasonId: season.id, period: 'season' },
    { place: 0, playerId: '0' },
    frontPageLines,
  );
  return {
    season: {
      name: season.name,
      endsOn: season.ends_on,
      players: season.players,
      clearedOn: season.cleared_on,
    },
    records: rows
      .map(presentBoardLine)
      .map(({ place, playerId, name, returnPpm }) => ({ place, playerId, name, returnPpm })),
  };
}

const topTenSize = 10;

/** Places by player id. */
type TopTen = ReadonlyMap<string, number>;

/** Returns the top ten of a season's season board. Players who share a place with an eleventh are left out. */
export async function readTopTen(trx: Trx, seasonId: string): Promise<TopTen> {
  const rows = await listBoard(
    trx,
    { seasonId, period: 'season' },
    { place: 0, playerId: '0' },
    topTenSize + 1,
  );
  // In the first days hundreds of players may share a place, which is no news about any of them.
  const sharedPlace = rows[topTenSize]?.place;
  const top = rows.slice(0, topTenSize).filter(({ place }) => place !== sharedPlace);
  return new Map(top.map(({ player_id, place }) => [player_id, place]));
}

/** Returns what changed between two evenings, or null if nothing did. */
export function compareTopTen(before: TopTen, after: TopTen): Omit<TopTenChanged, 'seasonId' | 'day'> | null {
  const entered = [...after].filter(([id]) => !before.has(id));
  const left = [...before].filter(([id]) => !after.has(id));
  const first = soleLeaderOf(after);
  const leader = first !== null && first !== soleLeaderOf(before) ? first : null;
  if (entered.length + left.length === 0 && leader === null) return null;
  return {
    entered: entered.map(([playerId, place]) => ({ playerId, place })),
    left: left.map(([playerId]) => ({ playerId })),
    leader,
  };
}

/** Returns the player who holds the first place alone. */
function soleLeaderOf(top: TopTen): string | null {
  const leaders = [...top].filter(([, place]) => place === 1);
  return leaders.length === 1 ? (leaders[0]?.[0] ?? null) : null;
}

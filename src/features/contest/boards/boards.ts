import type { z } from 'zod';
import type { Context, Trx } from '#kernel/context.ts';
import { invalid, notFound } from '#kernel/errors.ts';
import { cutPage } from '#kernel/http/paging.ts';
import { dayOf } from '#shared/dates.ts';
import { isId } from '#shared/ids.ts';
import type { BoardMoved } from '../events.ts';
import type { BoardLine, boardQuery, ContestBoard, ContestFront, FollowedLine } from '../schema.ts';
import { findCurrentView, findPlayerOf, findSeason } from '../seasons/season-queries.ts';
import { type BoardRow, listBoard, listFollowedLines, listRanksOf } from './board-queries.ts';

/** A season's board of a period, and the caller's own line of it. @throws notFound; invalid for a cursor that is none */
export async function readBoard(
  ctx: Context,
  { seasonId, period, size, cursor }: z.output<typeof boardQuery>,
): Promise<ContestBoard> {
  const season = await findSeason(ctx.db, seasonId);
  if (!season?.is_open) throw notFound('没有这个赛季');
  const after = cursor === undefined ? { place: 0, playerId: '0' } : readPlace(cursor);
  const rows = await listBoard(ctx.db, { seasonId, period }, after, size + 1);
  const { shown, last } = cutPage(rows, size);
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

/** Lines of the board on the front page. */
const frontSize = 5;

/** The season that runs with the first of its board, for the front page; without a season where none runs. */
export async function readFront({ db, now }: Context): Promise<ContestFront> {
  const today = dayOf(now());
  const season = await findCurrentView(db, today);
  if (!season || today < season.starts_on || today > season.ends_on) return { season: null, records: [] };
  const rows = await listBoard(
    db,
    { seasonId: season.id, period: 'season' },
    { place: 0, playerId: '0' },
    frontSize,
  );
  return {
    season: {
      name: season.name,
      endsOn: season.ends_on,
      players: season.players,
      clearedOn: season.cleared_on,
    },
    records: rows
      .map(presentLine)
      .map(({ place, playerId, name, returnPpm }) => ({ place, playerId, name, returnPpm })),
  };
}

const topSize = 10;

/** Who stands how high, by player. */
type TopTen = ReadonlyMap<string, number>;

/** The first ten of a season's whole board; who shares a place with an eleventh is not among them. */
export async function readTopTen(trx: Trx, seasonId: string): Promise<TopTen> {
  const rows = await listBoard(trx, { seasonId, period: 'season' }, { place: 0, playerId: '0' }, topSize + 1);
  // On the first days hundreds may share a place: that is no news of any of them.
  const shared = rows[topSize]?.place;
  const top = rows.slice(0, topSize).filter(({ place }) => place !== shared);
  return new Map(top.map(({ player_id, place }) => [player_id, place]));
}

/** What changed from one evening to the next; null where nothing did. */
export function compareTopTen(before: TopTen, after: TopTen): Omit<BoardMoved, 'seasonId' | 'day'> | null {
  const entered = [...after].filter(([id]) => !before.has(id));
  const left = [...before].filter(([id]) => !after.has(id));
  const first = firstOf(after);
  const leader = first !== null && first !== firstOf(before) ? first : null;
  if (entered.length + left.length === 0 && leader === null) return null;
  return {
    entered: entered.map(([playerId, place]) => ({ playerId, place })),
    left: left.map(([playerId]) => ({ playerId })),
    leader,
  };
}

/** Who stands first alone. */
function firstOf(top: TopTen): string | null {
  const firsts = [...top].filter(([, place]) => place === 1);
  return firsts.length === 1 ? (firsts[0]?.[0] ?? null) : null;
}

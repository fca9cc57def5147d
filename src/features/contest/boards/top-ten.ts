import type { Trx } from '#kernel/context.ts';
import type { BoardMoved } from '../events.ts';
import { listBoard } from './board-queries.ts';

const size = 10;

/** Who stands how high, by player. */
export type TopTen = ReadonlyMap<string, number>;

/** The first ten of a season's whole board; who shares a place with an eleventh is not among them. */
export async function readTopTen(trx: Trx, seasonId: string): Promise<TopTen> {
  const rows = await listBoard(trx, { seasonId, period: 'season' }, { place: 0, playerId: '0' }, size + 1);
  // On the first days hundreds may share a place: that is no news of any of them.
  const shared = rows[size]?.place;
  const top = rows.slice(0, size).filter(({ place }) => place !== shared);
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

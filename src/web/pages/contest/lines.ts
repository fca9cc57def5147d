import type { BoardLine } from '#features/contest/calls.ts';
import { toneOf, writeReturn, writeShare, writeTurnover } from '#shared/market.ts';
import type { StandingRow } from '#ui/contest/standings.tsx';
import { playerPath } from './contest-choice.ts';

/** A board's line as it is drawn. `isFollowed` and `isMine` are the reader's own marks. */
export function toStanding(
  line: BoardLine,
  { isFollowed, isMine }: { isFollowed: boolean; isMine: boolean },
): StandingRow {
  const assets = writeTurnover(line.assets);
  return {
    id: line.playerId,
    place: line.place,
    name: line.name,
    avatar: line.avatar,
    href: playerPath(line.playerId),
    marks: [...(isMine ? ['我'] : []), ...(isFollowed ? ['已关注'] : [])],
    gain: writeReturn(line.returnPpm),
    tone: toneOf(line.returnPpm),
    assets,
    drawdown: writeShare(line.drawdownPpm),
    wins: writeShare(line.winRatePpm),
    note: assets,
    isMine,
  };
}

import type { FollowedLine } from '#features/contest/schema.ts';
import { noFigure, toneOfReturn, writeReturn, writeShare, writeTurnover } from '#shared/market.ts';
import { playerPath } from './contest-choice.ts';
import type { StandingRow } from './standings.tsx';

/** A board's line as it is drawn. `isFollowed` and `isMine` are the reader's own marks. */
export function toStanding(
  line: FollowedLine,
  { isFollowed, isMine }: { isFollowed: boolean; isMine: boolean },
): StandingRow {
  // Who has no place yet has no figures either.
  const hasPlace = line.place !== null;
  const assets = hasPlace ? writeTurnover(line.assets) : noFigure;
  return {
    id: line.playerId,
    place: line.place,
    name: line.name,
    avatar: line.avatar,
    href: playerPath(line.playerId),
    marks: [...(isMine ? ['我'] : []), ...(isFollowed ? ['已关注'] : [])],
    gain: hasPlace ? writeReturn(line.returnPpm) : noFigure,
    tone: toneOfReturn(line.returnPpm),
    assets,
    drawdown: hasPlace ? writeShare(line.drawdownPpm) : noFigure,
    wins: writeShare(line.winRatePpm),
    note: assets,
    isMine,
  };
}

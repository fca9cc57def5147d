import type {
  ContestBoard,
  ContestSeason,
  ContestSeasonHead,
  FollowedLine,
} from '#features/contest/schema.ts';
import { type Ask, silently } from '../../api.ts';
import type { LoadArguments } from '../../page.ts';
import { observeMarks } from '../../parts/marks/observe.ts';
import { missing, orNull } from '../../parts/settle.ts';
import { type ContestChoice, periodOf, readContestChoice } from './contest-choice.ts';

export type ContestData = {
  choice: ContestChoice;
  /** Null while there has been no season. */
  season: ContestSeason | null;
  seasons: ContestSeasonHead[];
  /** Null when it failed; the season stands without it. */
  board: ContestBoard | null;
  /** Whom the reader follows: null for a visitor, and when it failed. */
  following: FollowedLine[] | null;
};

export const BOARD_SIZE = 30;

/**
 * A season with one of its boards; the one that runs where the address names none.
 * @throws 404 when there is no such season
 */
export async function loadContest({ ask: loud, place }: LoadArguments): Promise<ContestData> {
  const ask = silently(loud);
  const choice = readContestChoice(place.query);
  const seen = observeMarks();
  const [season, seasons] = await Promise.all([
    ask('GET /reception/contest/season', choice.season === null ? {} : { id: choice.season }),
    orNull(ask('GET /reception/contest/seasons')),
  ]);
  if (!season) {
    if (choice.season !== null) throw missing('没有这个赛季');
    return { choice, season, seasons: [], board: null, following: null };
  }
  const [board, following] = await Promise.all([
    orNull(askBoard(ask, season.id, choice)),
    season.me ? orNull(ask('GET /member/contest/following', { seasonId: season.id })) : null,
  ]);
  for (const { playerId: id } of following ?? []) seen.player({ id, isFollowed: true });
  return { choice, season, seasons: seasons ?? [], board, following };
}

/** One stretch of a board, from its top or after a cursor. */
export const askBoard = (
  ask: Ask,
  seasonId: string,
  { board }: Pick<ContestChoice, 'board'>,
  cursor?: string,
): Promise<ContestBoard> =>
  silently(ask)('GET /reception/contest/board', {
    seasonId,
    period: periodOf(board),
    size: String(BOARD_SIZE),
    cursor,
  });

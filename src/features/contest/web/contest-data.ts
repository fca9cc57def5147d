import { type FetchCall, withoutAlerts } from '#web/api.ts';
import type { LoadArguments } from '#web/page.ts';
import { notFoundError, orNull } from '#web/parts/settle-all.ts';
import { recordUserState } from '#web/parts/user-state/record-user-state.ts';
import type { ContestBoard, ContestSeason, ContestSeasonSummary, FollowedLine } from '../schema.ts';
import { type ContestChoice, parseContestChoice, periodOf } from './contest-choice.ts';

export type ContestData = {
  choice: ContestChoice;
  /** Null until there has been a season. */
  season: ContestSeason | null;
  seasons: ContestSeasonSummary[];
  /** Null if the board failed to load; the page shows the season without it. */
  board: ContestBoard | null;
  /** Followed players; null for a visitor and if the call failed. */
  following: FollowedLine[] | null;
};

export const boardPageSize = 30;

/**
 * Loads a season with one of its boards; the running season if the address names none. @throws 404 if there is no such
 * season
 */
export async function loadContest({ fetchCall, pageLocation }: LoadArguments): Promise<ContestData> {
  const fetchQuietly = withoutAlerts(fetchCall);
  const choice = parseContestChoice(pageLocation.query);
  const userState = recordUserState();
  const [season, seasons] = await Promise.all([
    fetchQuietly('GET /reception/contest/season', choice.season === null ? {} : { id: choice.season }),
    orNull(fetchQuietly('GET /reception/contest/seasons')),
  ]);
  if (!season) {
    if (choice.season !== null) throw notFoundError('没有这个赛季');
    return { choice, season, seasons: [], board: null, following: null };
  }
  const [board, following] = await Promise.all([
    orNull(loadBoard(fetchQuietly, season.id, choice)),
    season.me ? orNull(fetchQuietly('GET /member/contest/following', { seasonId: season.id })) : null,
  ]);
  for (const { playerId: id } of following ?? []) userState.player({ id, isFollowed: true });
  return { choice, season, seasons: seasons ?? [], board, following };
}

/** Loads one page of a board, from the top or after a cursor. */
export const loadBoard = (
  fetchCall: FetchCall,
  seasonId: string,
  { board }: Pick<ContestChoice, 'board'>,
  cursor?: string,
): Promise<ContestBoard> =>
  withoutAlerts(fetchCall)('GET /reception/contest/board', {
    seasonId,
    period: periodOf(board),
    size: String(boardPageSize),
    cursor,
  });

import { isId } from '#shared/ids.ts';
import { listAddress } from '#web/parts/list-address.ts';
import type { ContestPeriod } from '../schema.ts';

/** The boards of a season and the board of followed players, in the order of their tabs. */
export const boardTabs = ['day', 'week', 'month', 'season', 'following'] as const;
export type BoardTab = (typeof boardTabs)[number];

export const boardNames: Record<BoardTab, string> = {
  day: '日榜',
  week: '周榜',
  month: '月榜',
  season: '总榜',
  following: '我的关注',
};

/** The choice on the contest's page. `season` is null if the address does not name one. */
export type ContestChoice = { season: string | null; board: BoardTab };

/** Reads the choice from the query. Ignores invalid values. */
export function parseContestChoice(query: URLSearchParams): ContestChoice {
  const season = query.get('season') ?? '';
  return {
    season: isId(season) ? season : null,
    board: boardTabs.find((tab) => tab === query.get('board')) ?? 'season',
  };
}

/** Returns the address of a choice, with its parameters in canonical order. */
export const contestAddress = ({ season, board }: ContestChoice): string =>
  listAddress('/gszb', { board: board === 'season' ? undefined : board, season: season ?? undefined });

/** Returns the period of a tab's board; followed players are ranked over the whole season. */
export const periodOf = (tab: BoardTab): ContestPeriod => (tab === 'following' ? 'season' : tab);

export const playerPath = (id: string): string => `/gszb/player?id=${id}`;

import type { ContestPeriod } from '#features/contest/schema.ts';
import { isId } from '#shared/ids.ts';
import { listAddress } from '../../parts/list-address.ts';

/** The boards of a season and whom the reader follows on them, in the order of their tabs. */
export const boardTabs = ['day', 'week', 'month', 'season', 'following'] as const;
export type BoardTab = (typeof boardTabs)[number];

export const boardNames: Record<BoardTab, string> = {
  day: '日榜',
  week: '周榜',
  month: '月榜',
  season: '总榜',
  following: '我的关注',
};

/** What a reader chose on the contest's page. `season` is null where the address leaves it open. */
export type ContestChoice = { season: string | null; board: BoardTab };

/** Reads the choice from an address; nonsense is no choice. */
export function readContestChoice(query: URLSearchParams): ContestChoice {
  const season = query.get('season') ?? '';
  return {
    season: isId(season) ? season : null,
    board: boardTabs.find((tab) => tab === query.get('board')) ?? 'season',
  };
}

/** The address of this choice, its parameters in the order in which pages are kept. */
export const contestAddress = ({ season, board }: ContestChoice): string =>
  listAddress('/gszb', { board: board === 'season' ? undefined : board, season: season ?? undefined });

/** The board by which a tab's lines stand: whom one follows are places of the whole season. */
export const periodOf = (tab: BoardTab): ContestPeriod => (tab === 'following' ? 'season' : tab);

export const playerPath = (id: string): string => `/gszb/player?id=${id}`;

import { isId } from '#shared/ids.ts';
import { type FetchCall, withoutAlerts } from '#web/api.ts';
import type { LoadArguments } from '#web/page.ts';
import { notFoundError, orNull } from '#web/parts/settle-all.ts';
import { recordUserState } from '#web/parts/user-state/record-user-state.ts';
import type { ContestPlayer, ContestSeason, ContestTrade } from '../schema.ts';

export type TradesPage = { records: ContestTrade[]; cursor: string | null };

export type PlayerData = {
  player: ContestPlayer;
  season: ContestSeason;
  /** Null if the trades failed to load; the page shows the player without them. */
  trades: TradesPage | null;
};

/** @throws 404 if there is no such player, or their season is not public */
export async function loadPlayer({ fetchCall, pageLocation }: LoadArguments): Promise<PlayerData> {
  const id = pageLocation.query.get('id') ?? '';
  if (!isId(id)) throw notFoundError('没有这位选手');
  const fetchQuietly = withoutAlerts(fetchCall);
  const userState = recordUserState();
  const [player, trades] = await Promise.all([
    fetchQuietly('GET /reception/contest/player', { id }),
    orNull(loadTrades(fetchQuietly, id)),
  ]);
  const season = await fetchQuietly('GET /reception/contest/season', { id: player.seasonId });
  if (!season) throw notFoundError('没有这位选手');
  userState.player(player);
  return { player, season, trades };
}

/** Loads a page of a player's trades, newest first. */
export const loadTrades = (fetchCall: FetchCall, id: string, cursor?: string): Promise<TradesPage> =>
  withoutAlerts(fetchCall)('GET /reception/contest/playerTrades', { id, size: '20', cursor });

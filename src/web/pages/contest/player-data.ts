import type { ContestPlayer, ContestSeason, ContestTrade } from '#features/contest/schema.ts';
import { isId } from '#shared/ids.ts';
import { type Ask, silently } from '../../api.ts';
import type { LoadArguments } from '../../page.ts';
import { observeMarks } from '../../parts/marks/observe.ts';
import { missing, orNull } from '../../parts/settle.ts';

export type TradeStretch = { records: ContestTrade[]; cursor: string | null };

export type PlayerData = {
  player: ContestPlayer;
  season: ContestSeason;
  /** Null when they did not arrive; the player stands without them. */
  trades: TradeStretch | null;
};

/** @throws 404 when there is no such player, or their season is not open */
export async function loadPlayer({ ask: loud, place }: LoadArguments): Promise<PlayerData> {
  const id = place.query.get('id') ?? '';
  if (!isId(id)) throw missing('没有这位选手');
  const ask = silently(loud);
  const seen = observeMarks();
  const [player, trades] = await Promise.all([
    ask('GET /reception/contest/player', { id }),
    orNull(askTrades(ask, id)),
  ]);
  const season = await ask('GET /reception/contest/season', { id: player.seasonId });
  if (!season) throw missing('没有这位选手');
  seen.player(player);
  return { player, season, trades };
}

/** What a player traded, newest first. */
export const askTrades = (ask: Ask, id: string, cursor?: string): Promise<TradeStretch> =>
  silently(ask)('GET /reception/contest/playerTrades', { id, size: '20', cursor });

import type { Context } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import type { Difference } from './differences.ts';
import { recomputeSeason } from './recompute.ts';
import { listPlayerNames, listSeasonNames } from './recompute-queries.ts';

export type SeasonRecomputed = {
  id: string;
  name: string;
  players: number;
  entries: number;
  /** `player`: what they are called; empty for who is gone. */
  differences: (Difference & { player: string })[];
};

/**
 * Recomputes seasons one after the other: all of them, or the one with this id or name. It changes nothing.
 * @throws notFound where there is none of that name
 */
export async function* recomputeSeasons(ctx: Context, which?: string): AsyncGenerator<SeasonRecomputed> {
  const seasons = await listSeasonNames(ctx.db, which);
  if (which !== undefined && seasons.length === 0) throw notFound(`没有这个赛季：${which}`);
  for (const { id, name } of seasons) {
    const { players, entries, differences } = await recomputeSeason(ctx, id);
    const names = await listPlayerNames(ctx.db, [...new Set(differences.map(({ playerId }) => playerId))]);
    yield {
      id,
      name,
      players,
      entries,
      differences: differences.map((one) => ({ ...one, player: names.get(one.playerId) ?? '' })),
    };
  }
}

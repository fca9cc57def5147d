import type { Trx } from '#kernel/context.ts';
import type { SeasonRow } from '../seasons/season-queries.ts';
import { findBases, replaceRanks } from './clearing-queries.ts';

/** Writes a season's boards anew as of a cleared day. The season is locked. */
export async function writeBoards(trx: Trx, season: SeasonRow, day: string): Promise<void> {
  const bases = await findBases(trx, season, day);
  for (const period of ['day', 'week', 'month', 'season'] as const)
    await replaceRanks(trx, season, { period, day, base: period === 'season' ? null : bases[period] });
}

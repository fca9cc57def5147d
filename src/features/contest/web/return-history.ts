import { changeOf } from '#shared/market.ts';
import type { ContestAccount } from '../schema.ts';

export type ReturnHistory = {
  days: string[];
  /** In ppm of the starting cash. */
  own: (number | null)[];
  /** In ppm of the index on the evening before the first day; null if the season has no index. */
  index: (number | null)[] | null;
};

/** Returns a player's return by evening and that of the index, both since the start. */
export function returnHistoryOf(
  { curve, indexBase }: Pick<ContestAccount, 'curve' | 'indexBase'>,
  startingCash: number,
): ReturnHistory {
  // If the index was added later, its first known day is the base.
  const base = indexBase ?? curve.find(({ index }) => index !== null)?.index ?? null;
  return {
    days: curve.map(({ day }) => day),
    own: curve.map(({ assets }) => changeOf(assets, startingCash)),
    index: base === null ? null : curve.map(({ index }) => changeOf(index, base)),
  };
}

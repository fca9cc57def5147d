import type { ContestAccount } from '#features/contest/schema.ts';
import { changeOf } from '#shared/market.ts';

export type ReturnCurve = {
  days: string[];
  /** In ppm of what the player began with. */
  own: (number | null)[];
  /** In ppm of the index on the evening before the first day; null where the season has none. */
  index: (number | null)[] | null;
};

/** What a player had evening by evening, and the index beside it, both from where they began. */
export function returnsOf(
  { curve, indexBase }: Pick<ContestAccount, 'curve' | 'indexBase'>,
  startingCash: number,
): ReturnCurve {
  // Of an index that came later its first day is all there is.
  const base = indexBase ?? curve.find(({ index }) => index !== null)?.index ?? null;
  return {
    days: curve.map(({ day }) => day),
    own: curve.map(({ assets }) => changeOf(assets, startingCash)),
    index: base === null ? null : curve.map(({ index }) => changeOf(index, base)),
  };
}

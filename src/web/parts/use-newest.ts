import { useEffect, useEffectEvent, useState } from 'react';
import { watchNews } from './watch-news.ts';

/**
 * What is newest: `first`, as it came with the page, then what `fetchNewest` brings while the page stands open.
 * A look that fails changes nothing: the next one comes.
 */
export function useNewest<P>(first: P, fetchNewest: (signal: AbortSignal) => Promise<P>, isLive = true): P {
  const [seen, setSeen] = useState<{ first: P; newest: P }>();

  const look = useEffectEvent((signal: AbortSignal) => {
    fetchNewest(signal).then(
      (newest) => signal.aborted || setSeen({ first, newest }),
      () => undefined,
    );
  });
  useEffect(() => (isLive ? watchNews((signal) => look(signal)) : undefined), [isLive]);

  return seen?.first === first ? seen.newest : first;
}

type Identified = { id: string };

/**
 * Of the newest pieces those that stand above a list, newest first, and whether more than these may be missing
 * between them and the list. A piece that has left the list since is passed over.
 */
export function findArrivals<R extends Identified>(
  newest: readonly R[],
  list: readonly Identified[],
): { arrivals: R[]; hasGap: boolean } {
  const known = new Set(list.map(({ id }) => id));
  const top = newest.findIndex(({ id }) => known.has(id));
  return top === -1
    ? { arrivals: [...newest], hasGap: true }
    : { arrivals: newest.slice(0, top), hasGap: false };
}

import { useEffect, useEffectEvent, useState } from 'react';
import { useSurroundings } from '../site.ts';
import { type NewsEvent, watchNews } from './watch-news.ts';

export type NewestOptions<P> = {
  fetchNewest: () => Promise<P>;
  /** Which of the pieces that come out belong here. */
  isWanted: (event: NewsEvent) => boolean;
  /** False where nothing new can come, such as a day that is over. */
  isLive?: boolean;
};

/**
 * What is newest: `first`, as it came with the page, then what `fetchNewest` brings whenever something came out
 * while the page stands open. A look that fails changes nothing: the next one comes.
 */
export function useNewest<P>(first: P, { fetchNewest, isWanted, isLive = true }: NewestOptions<P>): P {
  const { site } = useSurroundings();
  const [seen, setSeen] = useState<{ first: P; newest: P }>();
  const address = `${site.apiBase}/reception/liveNews?tenantId=${site.tenantId}`;

  const isWantedNow = useEffectEvent(isWanted);
  const look = useEffectEvent(() => {
    fetchNewest().then(
      (newest) => setSeen({ first, newest }),
      () => undefined,
    );
  });
  useEffect(() => {
    if (!isLive) return;
    return watchNews({ address, isWanted: (event) => isWantedNow(event), look: () => look() });
  }, [address, isLive]);

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

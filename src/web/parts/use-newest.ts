import { useEffect, useEffectEvent, useState } from 'react';
import { useSiteContext } from '../site.ts';
import { type NewsEvent, watchNews } from './watch-news.ts';

export type UseNewestOptions<P> = {
  fetchNewest: () => Promise<P>;
  /** Returns whether a published post belongs in this list. */
  isWanted: (event: NewsEvent) => boolean;
  /** False if nothing new can appear, such as in a list of a past day. */
  isLive?: boolean;
  /** Fetches also while the tab is hidden; see `watchNews`. */
  whileHidden?: 'pause' | 'poll' | 'stream';
};

/**
 * Returns the newest page: `first`, which came with the page, then what `fetchNewest` returns each time a post is
 * published while the page is open. A failed fetch changes nothing; the next one catches up.
 */
export function useNewest<P>(first: P, options: UseNewestOptions<P>): P {
  const { fetchNewest, isWanted, isLive = true, whileHidden = 'pause' } = options;
  const { site } = useSiteContext();
  const [latest, setLatest] = useState<{ first: P; newest: P }>();
  const address = `${site.apiBase}/reception/liveNews?tenantId=${site.tenantId}`;

  const isWantedEvent = useEffectEvent(isWanted);
  const fetchAndShow = useEffectEvent(() => {
    fetchNewest().then(
      (newest) => setLatest({ first, newest }),
      () => undefined,
    );
  });
  useEffect(() => {
    if (!isLive) return;
    return watchNews({
      address,
      isWanted: (event) => isWantedEvent(event),
      onNews: () => fetchAndShow(),
      whileHidden,
    });
  }, [address, isLive, whileHidden]);

  return latest?.first === first ? latest.newest : first;
}

type WithId = { id: string };

/**
 * Returns the newest posts that belong above a list, newest first, and whether more posts may be missing between them
 * and the list. Skips posts that have since left the list.
 */
export function findNewItems<R extends WithId>(
  newest: readonly R[],
  list: readonly WithId[],
): { newItems: R[]; hasGap: boolean } {
  const listedIds = new Set(list.map(({ id }) => id));
  const top = newest.findIndex(({ id }) => listedIds.has(id));
  return top === -1
    ? { newItems: [...newest], hasGap: true }
    : { newItems: newest.slice(0, top), hasGap: false };
}

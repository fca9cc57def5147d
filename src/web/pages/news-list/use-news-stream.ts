import { useKeptState } from '#client/keep-alive.tsx';
import { type MoreState, useMorePages } from '../../parts/use-more-pages.ts';
import { findNewItems } from '../../parts/use-newest.ts';
import { useFetchCall } from '../../site.ts';
import type { NewsFilter } from './news-filter.ts';
import { fetchOlder, type NewsRecord, type NewsSlice } from './news-list-data.ts';

export type NewsStreamState = MoreState & {
  records: NewsRecord[];
  cursor: string | null;
  /** The news that wait above the list, newest first. */
  waiting: NewsRecord[];
  showWaiting: () => void;
};

/**
 * The infinite news stream: older news are added below, those of `newest` wait above until they are shown. On return
 * everything loaded is restored (docs/product.md §2, keepAlive).
 */
export function useNewsStream(
  first: NewsSlice,
  newest: NewsSlice,
  columnId: string,
  filter: NewsFilter,
): NewsStreamState {
  const fetchCall = useFetchCall();
  const [stored, setStored] = useKeptState<NewsSlice>('stream', first);
  const { newItems, hasGap } = findNewItems(newest.records, stored.records);

  const { state, more } = useMorePages(
    `${columnId} ${JSON.stringify(filter)}`,
    stored.cursor,
    (cursor) => fetchOlder(fetchCall, columnId, { ...filter, cursor }),
    (older) =>
      setStored(({ records }) => ({ records: [...records, ...older.records], cursor: older.cursor })),
  );

  return {
    ...stored,
    waiting: newItems,
    showWaiting: () =>
      setStored((current) => (hasGap ? newest : { ...current, records: [...newItems, ...current.records] })),
    state,
    more,
  };
}

import { useKeptState } from '#client/keep-alive.tsx';
import { observeMarks } from '../../parts/marks/observe.ts';
import { type More, useMore } from '../../parts/use-more.ts';
import { findArrivals, useNewest } from '../../parts/use-newest.ts';
import { useAsk } from '../../site.ts';
import type { NewsChoice } from './news-choice.ts';
import { type NewsRecord, type NewsStretch, stretchQuery, toStretch } from './news-list-data.ts';

export type Stream = More & {
  records: NewsRecord[];
  cursor: string | null;
  /** News that wait to be shown. */
  arrivals: number;
  showArrivals: () => void;
};

/**
 * The endless stream: older news are added below, newer ones wait above until asked for. What has been read so
 * far is there again on return (seed §2, keepAlive).
 */
export function useStream(first: NewsStretch, columnId: string, choice: NewsChoice, isLive: boolean): Stream {
  const ask = useAsk();
  const [held, setHeld] = useKeptState<NewsStretch>('stream', first);

  async function fetchStretch(cursor: string): Promise<NewsStretch> {
    const query = stretchQuery(columnId, { ...choice, cursor });
    const seen = observeMarks();
    return toStretch(await ask('GET /news/reception/getGlobalNewsList', query, { isSilent: true }), seen);
  }

  const newest = useNewest(first, {
    isLive,
    isWanted: (event) => event.columnId === columnId,
    fetchNewest: () => fetchStretch(''),
  });
  const { arrivals, hasGap } = findArrivals(isLive ? newest.records : [], held.records);

  const { state, more } = useMore(
    `${columnId} ${JSON.stringify(choice)}`,
    held.cursor,
    fetchStretch,
    (older) => setHeld(({ records }) => ({ records: [...records, ...older.records], cursor: older.cursor })),
  );

  return {
    ...held,
    arrivals: arrivals.length,
    showArrivals: () =>
      setHeld((now) => (hasGap ? newest : { ...now, records: [...arrivals, ...now.records] })),
    state,
    more,
  };
}

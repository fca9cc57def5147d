import { useEffect, useEffectEvent, useState } from 'react';
import { useKeptState } from '#client/keep-alive.tsx';
import { useClient } from '../../client-context.ts';
import { findArrivals, useNewest } from '../../parts/use-newest.ts';
import type { NewsChoice } from './news-choice.ts';
import { type NewsRecord, type NewsStretch, stretchQuery, toStretch } from './news-list-data.ts';

export type Stream = {
  records: NewsRecord[];
  cursor: string | null;
  /** News that wait to be shown. */
  arrivals: number;
  showArrivals: () => void;
  state: 'idle' | 'loading' | 'failed' | 'end';
  more: () => void;
};

/**
 * The endless stream: older news are added below, newer ones wait above until asked for. What has been read so
 * far is there again on return (seed §2, keepAlive).
 */
export function useStream(first: NewsStretch, columnId: string, choice: NewsChoice, isLive: boolean): Stream {
  const client = useClient();
  const [held, setHeld] = useKeptState<NewsStretch>('stream', first);
  const [request, setRequest] = useState<'idle' | 'loading' | 'failed'>('idle');

  async function fetchStretch(cursor: string, signal?: AbortSignal): Promise<NewsStretch> {
    const query = stretchQuery(columnId, { ...choice, cursor });
    const manner = { silent: true, ...(signal && { signal }) };
    return toStretch(await client().call('GET /news/reception/getGlobalNewsList', { query, ...manner }));
  }

  const newest = useNewest(first, (signal) => fetchStretch('', signal), isLive);
  const { arrivals, hasGap } = findArrivals(isLive ? newest.records : [], held.records);

  const add = useEffectEvent((older: NewsStretch) => {
    setHeld(({ records }) => ({ records: [...records, ...older.records], cursor: older.cursor }));
    setRequest('idle');
  });
  const cursor = request === 'loading' ? held.cursor : null;
  const fetchOlder = useEffectEvent(fetchStretch);
  useEffect(() => {
    if (cursor === null) return;
    const leaving = new AbortController();
    fetchOlder(cursor, leaving.signal).then(
      (older) => leaving.signal.aborted || add(older),
      () => leaving.signal.aborted || setRequest('failed'),
    );
    return () => leaving.abort();
  }, [cursor]);

  return {
    ...held,
    arrivals: arrivals.length,
    showArrivals: () =>
      setHeld((now) => (hasGap ? newest : { ...now, records: [...arrivals, ...now.records] })),
    state: held.cursor === null ? 'end' : request,
    more: () => setRequest('loading'),
  };
}

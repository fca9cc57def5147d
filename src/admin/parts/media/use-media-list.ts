import { useEffect, useState } from 'react';
import { isCancelled } from '#client/call-error.ts';
import type { MediaItem, MediaKind } from '#features/media/schema.ts';
import { call } from '../../api.ts';
import { faultOf } from '../use-load.ts';

/** What the library is narrowed to; `folderId` '0' is what lies in no folder, undefined the whole library. */
export type MediaFilter = {
  folderId: string | undefined;
  kind: MediaKind | 'all';
  keyword: string;
  isUnused: boolean;
};

type Stretch = { items: MediaItem[]; cursor: string | null };

/** The library under a filter, stretch by stretch; another filter begins anew. */
export function useMediaList(filter: MediaFilter) {
  const key = JSON.stringify(filter);
  const [attempt, setAttempt] = useState(0);
  const [held, setHeld] = useState<Stretch & { key: string }>({ items: [], cursor: null, key: '' });
  const [fault, setFault] = useState<string>();
  const [isLoading, setIsLoading] = useState(true);
  const ask = async (cursor: string | undefined, signal?: AbortSignal): Promise<void> => {
    const { folderId, kind, keyword, isUnused } = JSON.parse(key) as MediaFilter;
    setIsLoading(true);
    setFault(undefined);
    try {
      const { records, cursor: next } = await call('GET /admin/media/list', {
        query: { folderId, kind, keyword, unused: isUnused ? 'true' : 'false', cursor, size: '48' },
        silent: true,
        ...(signal && { signal }),
      });
      if (signal?.aborted) return;
      setHeld((before) => ({ key, items: cursor ? [...before.items, ...records] : records, cursor: next }));
    } catch (error) {
      if (isCancelled(error)) return;
      setFault(faultOf(error).message);
    }
    setIsLoading(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a filter is known by its key
  useEffect(() => {
    const aborter = new AbortController();
    void ask(undefined, aborter.signal);
    return () => aborter.abort();
  }, [key, attempt]);
  const items = held.key === key ? held.items : [];
  return {
    items,
    fault,
    isLoading,
    hasMore: held.key === key && held.cursor !== null,
    more: () => void ask(held.cursor ?? undefined),
    reload: () => setAttempt((count) => count + 1),
    /** Shows an item first, as the newest is, without asking again. */
    put: (item: MediaItem) =>
      setHeld((before) => ({ ...before, items: [item, ...before.items.filter(({ id }) => id !== item.id)] })),
    /** Shows a changed item in its place. */
    change: (item: MediaItem) =>
      setHeld((before) => ({
        ...before,
        items: before.items.map((one) => (one.id === item.id ? item : one)),
      })),
  };
}

export type MediaList = ReturnType<typeof useMediaList>;

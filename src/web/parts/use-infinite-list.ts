import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useKeptState } from '#client/keep-alive.tsx';
import { type MoreState, useMorePages } from './use-more-pages.ts';

// Loads the next page this far ahead, so that it arrives before the reader does.
const PREFETCH_MARGIN = '600px';

type CursorPage<R> = { records: R[]; cursor: string | null };

export type InfiniteList<R> = MoreState & {
  records: R[];
  /** Replaces the records, for example after one was removed or added. */
  change: (change: (records: R[]) => R[]) => void;
  /** Ref of an element at the foot of the list; the next page loads when it comes near the viewport. */
  sentinel: RefObject<HTMLDivElement | null>;
};

/**
 * A list with keyset pagination. On return the loaded pages are restored (docs/product.md §2, keepAlive), unless the
 * first page has changed: then the new list is shown from the top.
 */
export function useInfiniteList<R>(
  first: CursorPage<R>,
  idOf: (record: R) => string,
  fetchMore: (cursor: string) => Promise<CursorPage<R>>,
): InfiniteList<R> {
  const firstIds = first.records.map(idOf).join(' ');
  const [saved, setSaved] = useKeptState('list', {
    head: firstIds,
    records: first.records,
    cursor: first.cursor,
  });
  const shown =
    saved.head === firstIds ? saved : { head: firstIds, records: first.records, cursor: first.cursor };
  if (shown !== saved) setSaved(shown);
  const sentinel = useRef<HTMLDivElement>(null);
  const { state, more } = useMorePages(firstIds, shown.cursor, fetchMore, (next) =>
    setSaved((current) => {
      const knownIds = new Set(current.records.map(idOf));
      const added = next.records.filter((record) => !knownIds.has(idOf(record)));
      return { ...current, records: [...current.records, ...added], cursor: next.cursor };
    }),
  );
  useIntersection(sentinel, more, state === 'idle');
  return {
    records: shown.records,
    change: (change) => setSaved((current) => ({ ...current, records: change(current.records) })),
    state,
    more,
    sentinel,
  };
}

/** Calls `onReach` each time the element comes within `margin` of the viewport, while `isOn`. */
export function useIntersection(
  element: RefObject<Element | null>,
  onReach: () => void,
  isOn = true,
  margin = PREFETCH_MARGIN,
): void {
  const onIntersect = useEffectEvent(onReach);
  useEffect(() => {
    const target = element.current;
    if (!isOn || !target) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onIntersect();
      },
      { rootMargin: margin },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [element, isOn, margin]);
}

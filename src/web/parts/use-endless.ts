import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useKeptState } from '#client/keep-alive.tsx';
import { type More, useMore } from './use-more.ts';

// Fetched this far ahead, the next stretch is there before the reader is.
const AHEAD = '600px';

type Stretch<R> = { records: R[]; cursor: string | null };

export type Endless<R> = More & {
  records: R[];
  /** Puts other records in their place: one was taken out, one came. */
  change: (change: (records: R[]) => R[]) => void;
  /** To be put at the foot: when it comes near the window the next stretch is fetched. */
  foot: RefObject<HTMLDivElement | null>;
};

/**
 * A list that goes on by cursor. What has been fetched is there again on return (seed §2, keepAlive) unless the
 * list has begun to look different meanwhile: then the newer one is shown from its top.
 */
export function useEndless<R>(
  first: Stretch<R>,
  idOf: (record: R) => string,
  fetchMore: (cursor: string) => Promise<Stretch<R>>,
): Endless<R> {
  const head = first.records.map(idOf).join(' ');
  const [kept, setKept] = useKeptState('list', { head, records: first.records, cursor: first.cursor });
  const held = kept.head === head ? kept : { head, records: first.records, cursor: first.cursor };
  if (held !== kept) setKept(held);
  const foot = useRef<HTMLDivElement>(null);
  const { state, more } = useMore(head, held.cursor, fetchMore, (next) =>
    setKept((now) => {
      const known = new Set(now.records.map(idOf));
      const fresh = next.records.filter((record) => !known.has(idOf(record)));
      return { ...now, records: [...now.records, ...fresh], cursor: next.cursor };
    }),
  );
  useReached(foot, more, state === 'idle');
  return {
    records: held.records,
    change: (change) => setKept((now) => ({ ...now, records: change(now.records) })),
    state,
    more,
    foot,
  };
}

/** Calls `onReach` each time the element comes near the window, while `isOn`. */
export function useReached(element: RefObject<Element | null>, onReach: () => void, isOn = true): void {
  const reach = useEffectEvent(onReach);
  useEffect(() => {
    const target = element.current;
    if (!isOn || !target) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) reach();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [element, isOn]);
}

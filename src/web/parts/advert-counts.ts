import { useEffect, useMemo } from 'react';
import { useLocation } from 'react-router';
import { useClient } from '../client-context.ts';
import type { AdvertWatch } from './ads/advert-watch.ts';

// What comes into sight together is told together.
const gatherMs = 1000;
// Half of it in sight counts as seen.
const share = 0.5;

type Send = (counts: { seen: string[]; clicked: string[] }) => void;

/**
 * Counts adverts where they are seen: in the browser, since a kept page is served without asking anybody. Each counts
 * once a page view, whatever scrolls by; `startPage` begins the next. What waits is told when the page is left.
 */
export function createAdvertCounts(send: Send): AdvertWatch & { startPage: () => void; flush: () => void } {
  const counted = new Set<string>();
  const ids = new Map<Element, string>();
  let seen: string[] = [];
  let clicked: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let observer: IntersectionObserver | undefined;

  function flush() {
    clearTimeout(timer);
    timer = undefined;
    if (seen.length === 0 && clicked.length === 0) return;
    send({ seen, clicked });
    seen = [];
    clicked = [];
  }
  function see(entries: IntersectionObserverEntry[]) {
    for (const { isIntersecting, target } of entries) {
      const id = ids.get(target);
      if (!isIntersecting || id === undefined || counted.has(id)) continue;
      counted.add(id);
      seen.push(id);
    }
    if (seen.length > 0) timer ??= setTimeout(flush, gatherMs);
  }
  return {
    watch(element, id) {
      observer ??= new IntersectionObserver(see, { threshold: share });
      ids.set(element, id);
      observer.observe(element);
      return () => {
        ids.delete(element);
        observer?.unobserve(element);
      };
    },
    press(id) {
      clicked.push(id);
      // The page may be gone with this click.
      flush();
    },
    startPage() {
      counted.clear();
      // What stays in sight from one page to the next is looked at anew: the observer tells of changes only.
      for (const element of ids.keys()) {
        observer?.unobserve(element);
        observer?.observe(element);
      }
    },
    flush,
  };
}

/** The adverts of every page, counted for the portal. A count that fails is nobody's business. */
export function useAdvertCounts(): AdvertWatch {
  const client = useClient();
  const { pathname, search } = useLocation();
  const counts = useMemo(
    () =>
      createAdvertCounts((query) => {
        client()
          .call('POST /reception/countAd', { query, silent: true, outlivesPage: true })
          .catch(() => undefined);
      }),
    [client],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another page view
  useEffect(() => counts.startPage(), [counts, pathname, search]);
  useEffect(() => {
    const leave = () => document.visibilityState === 'hidden' && counts.flush();
    document.addEventListener('visibilitychange', leave);
    return () => document.removeEventListener('visibilitychange', leave);
  }, [counts]);
  return counts;
}

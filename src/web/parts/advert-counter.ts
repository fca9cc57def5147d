import { useEffect, useMemo } from 'react';
import { useLocation } from 'react-router';
import { useClient } from '../client-context.ts';
import type { AdvertTracker } from './ads/advert-tracker.ts';

// Adverts that become visible within this time are sent in one call.
const batchMs = 1000;
// An advert counts as seen when half of it is visible.
const minVisibleShare = 0.5;

type Send = (counts: { seen: string[]; clicked: string[] }) => void;

/**
 * Counts impressions in the browser, because a cached page is served without a call that could count them. An advert
 * counts once per page view, however often it scrolls past; `startPage` begins the next page view. `flush` sends the
 * waiting counts, for example when the reader leaves the page.
 */
export function createAdvertCounter(
  send: Send,
): AdvertTracker & { startPage: () => void; flush: () => void } {
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
  function onIntersection(entries: IntersectionObserverEntry[]) {
    for (const { isIntersecting, target } of entries) {
      const id = ids.get(target);
      if (!isIntersecting || id === undefined || counted.has(id)) continue;
      counted.add(id);
      seen.push(id);
    }
    if (seen.length > 0) timer ??= setTimeout(flush, batchMs);
  }
  return {
    observe(element, id) {
      observer ??= new IntersectionObserver(onIntersection, { threshold: minVisibleShare });
      ids.set(element, id);
      observer.observe(element);
      return () => {
        ids.delete(element);
        observer?.unobserve(element);
      };
    },
    recordClick(id) {
      clicked.push(id);
      // The click may unload the page.
      flush();
    },
    startPage() {
      counted.clear();
      // An IntersectionObserver reports changes only, so elements that stay visible are observed again.
      for (const element of ids.keys()) {
        observer?.unobserve(element);
        observer?.observe(element);
      }
    },
    flush,
  };
}

/** The advert tracker of all pages of the site. A failed count is ignored. */
export function useAdvertCounter(): AdvertTracker {
  const client = useClient();
  const { pathname, search } = useLocation();
  const counter = useMemo(
    () =>
      createAdvertCounter((query) => {
        client()
          .call('POST /reception/countAd', { query, silent: true, outlivesPage: true })
          .catch(() => undefined);
      }),
    [client],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another page view
  useEffect(() => counter.startPage(), [counter, pathname, search]);
  useEffect(() => {
    const onVisibilityChange = () => document.visibilityState === 'hidden' && counter.flush();
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => document.removeEventListener('visibilitychange', onVisibilityChange);
  }, [counter]);
  return counter;
}

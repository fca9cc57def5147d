import { useLayoutEffect, useRef } from 'react';
import { LOGIN_PATH } from './return-path.ts';
import { useDataCount } from './stores.ts';

const positions = new Map<string, number>();

/** Where session storage keeps the position of the page that a reload leaves. */
const reloadKey = 'reloadPosition';
/** For how long the rest of a reloaded page may load until its old position is given up, in ms. */
const maxReloadMs = 15_000;

/**
 * Scrolls after a navigation: to the top; or to the last position at this address if the route asks for it
 * (docs/product.md §2) or the person returns from the log-in, so that a session that ended while reading does not lose
 * the place. `address` is path and search. A hash whose element exists scrolls to that element. A reload returns to the
 * position it left, as soon as the parts above have loaded.
 */
export function useScrollRestoration(address: string, isKept: boolean, hash = ''): void {
  const lastAddress = useRef<string>(null);

  useLayoutEffect(() => {
    const previousAddress = lastAddress.current;
    const isReturn = isKept || previousAddress?.split('?', 1)[0] === LOGIN_PATH;
    if (previousAddress !== null) scrollToPosition(isReturn ? positions.get(address) : undefined, hash);
    lastAddress.current = address;
    const stopReturning = previousAddress === null ? returnAfterReload(address) : undefined;
    const stopRecording = recordPosition(address);
    return () => {
      stopReturning?.();
      stopRecording();
    };
  }, [address, isKept, hash]);

  useLayoutEffect(() => {
    // While the page lives, this hook restores positions. The browser does so on a return from another site, and on a
    // reload as far as the page is complete before the scripts run.
    const restoreBrowserDefault = () => {
      history.scrollRestoration = 'auto';
    };
    history.scrollRestoration = 'manual';
    window.addEventListener('pagehide', restoreBrowserDefault);
    return () => {
      window.removeEventListener('pagehide', restoreBrowserDefault);
      restoreBrowserDefault();
    };
  }, []);
}

/**
 * Scrolls to where a reload left this page. Parts that load later, and the next pages of a list, make the page longer,
 * so it scrolls again whenever the page grows, until the position is reached or the reader does something.
 */
function returnAfterReload(address: string): (() => void) | undefined {
  const top = takeReloadPosition(address);
  if (top === undefined) return undefined;
  const events = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
  const growth = new ResizeObserver(() => {
    window.scrollTo(0, top);
    if (window.scrollY >= top - 1) stop();
  });
  const timer = setTimeout(stop, maxReloadMs);
  for (const event of events) window.addEventListener(event, stop, { passive: true });
  growth.observe(document.body);
  function stop() {
    growth.disconnect();
    clearTimeout(timer);
    for (const event of events) window.removeEventListener(event, stop);
  }
  return stop;
}

function takeReloadPosition(address: string): number | undefined {
  try {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const [savedAddress, top] = JSON.parse(sessionStorage.getItem(reloadKey) ?? '[]') as [string?, number?];
    sessionStorage.removeItem(reloadKey);
    return navigation?.type === 'reload' && savedAddress === address ? top : undefined;
  } catch {
    // A browser that refuses storage starts at the top.
    return undefined;
  }
}

function saveReloadPosition(address: string, top: number): void {
  try {
    sessionStorage.setItem(reloadKey, JSON.stringify([address, top]));
  } catch {
    // A browser that refuses storage starts at the top.
  }
}

function scrollToPosition(top: number | undefined, hash: string): void {
  const target = top === undefined && hash.length > 1 ? findTarget(hash) : null;
  if (target) target.scrollIntoView();
  else window.scrollTo(0, top ?? 0);
}

function findTarget(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}

// Positions come from scroll events. Reading the position on leaving would be too late: the next page is already in the
// document, and a shorter one has changed the position.
function recordPosition(address: string): () => void {
  let top = window.scrollY;
  const record = () => {
    top = window.scrollY;
  };
  const save = () => saveReloadPosition(address, top);
  window.addEventListener('scroll', record, { passive: true });
  window.addEventListener('pagehide', save);
  return () => {
    window.removeEventListener('scroll', record);
    window.removeEventListener('pagehide', save);
    positions.set(address, top);
    useDataCount.setState({ scrollTop: top });
  };
}

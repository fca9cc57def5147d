import { useLayoutEffect, useRef } from 'react';
import { LOGIN_PATH } from './return-path.ts';
import { useDataCount } from './stores.ts';

const positions = new Map<string, number>();

/**
 * After a navigation the window goes to the top, or to where the person left this address when the route
 * asks for it (seed §2), or when they come back to it from the log-in: a session that ended in mid-reading costs no
 * place. `address` is path and search. The first page of a visit is left to the browser, and so is an address with a
 * hash whose element exists.
 */
export function useScrollMemory(address: string, isKept: boolean, hash = ''): void {
  const last = useRef<string>(null);

  useLayoutEffect(() => {
    const from = last.current;
    const isReturn = isKept || from?.split('?', 1)[0] === LOGIN_PATH;
    if (from !== null) goToPlace(isReturn ? positions.get(address) : undefined, hash);
    last.current = address;
    return recordPlace(address);
  }, [address, isKept, hash]);

  useLayoutEffect(() => {
    // While the page lives the places are ours; a reload or a return from outside is the browser's.
    const leave = () => {
      history.scrollRestoration = 'auto';
    };
    history.scrollRestoration = 'manual';
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
}

function goToPlace(top: number | undefined, hash: string): void {
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

// The last place is taken from scroll events, not read on leaving: by then the next page stands in the
// document and a shorter one has already moved the window.
function recordPlace(address: string): () => void {
  let top = window.scrollY;
  const record = () => {
    top = window.scrollY;
  };
  window.addEventListener('scroll', record, { passive: true });
  return () => {
    window.removeEventListener('scroll', record);
    positions.set(address, top);
    useDataCount.setState({ scrollTop: top });
  };
}

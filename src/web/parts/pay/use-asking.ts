import { useEffect, useRef } from 'react';

/** How often it is asked whether the money has come, in ms; only while somebody looks. */
const askEveryMs = 2000;

/** Asks again and again while the page is looked at, and at once when somebody comes back to it. */
export function useAsking(isWaiting: boolean, ask: () => Promise<boolean>): void {
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    if (!isWaiting) return;
    let timer = 0;
    let isOn = true;
    const again = async () => {
      clearTimeout(timer);
      if (!document.hidden) await latest.current();
      if (isOn) timer = window.setTimeout(again, askEveryMs);
    };
    timer = window.setTimeout(again, askEveryMs);
    document.addEventListener('visibilitychange', again);
    return () => {
      isOn = false;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', again);
    };
  }, [isWaiting]);
}

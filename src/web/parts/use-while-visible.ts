import { useEffect, useEffectEvent } from 'react';

/**
 * Does the same again and again while the tab is on screen: so long after the last time has ended, and at once when the
 * tab comes back. A time that fails is followed by the next. `isOn` false stops it.
 */
export function useWhileVisible(work: () => Promise<unknown>, everyMs: number, isOn = true): void {
  const doWork = useEffectEvent(work);
  useEffect(() => {
    if (!isOn) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const wait = () => {
      clearTimeout(timer);
      if (!isOver && document.visibilityState !== 'hidden') timer = setTimeout(run, everyMs);
    };
    const run = () => {
      timer = undefined;
      doWork().then(wait, wait);
    };
    const followTab = () => {
      if (document.visibilityState === 'hidden') clearTimeout(timer);
      else run();
    };
    wait();
    document.addEventListener('visibilitychange', followTab);
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', followTab);
    };
  }, [everyMs, isOn]);
}

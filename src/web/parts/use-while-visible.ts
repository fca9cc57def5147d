import { useEffect, useEffectEvent } from 'react';

/**
 * Repeats a task while the tab is visible: `intervalMs` after the last run has ended, and at once when the tab becomes
 * visible again. Continues after a failed run. `isOn` false stops it.
 */
export function useWhileVisible(task: () => Promise<unknown>, intervalMs: number, isOn = true): void {
  const runTask = useEffectEvent(task);
  useEffect(() => {
    if (!isOn) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isStopped = false;
    const schedule = () => {
      clearTimeout(timer);
      if (!isStopped && document.visibilityState !== 'hidden') timer = setTimeout(run, intervalMs);
    };
    const run = () => {
      timer = undefined;
      runTask().then(schedule, schedule);
    };
    const onVisibilityChange = () => {
      if (document.visibilityState === 'hidden') clearTimeout(timer);
      else run();
    };
    schedule();
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      isStopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisibilityChange);
    };
  }, [intervalMs, isOn]);
}

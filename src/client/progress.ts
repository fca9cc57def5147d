import { BProgress } from '@bprogress/core';
import { useEffect } from 'react';
import { PROGRESS } from './constants.ts';

/** Shows the progress bar of a navigation (seed §2, §9); while it runs, again changes nothing. */
export function startProgress(): void {
  if (BProgress.isStarted()) return;
  BProgress.configure(PROGRESS).start();
}

/** Lets the bar run to its end and go; without a running bar nothing happens. */
export function finishProgress(): void {
  BProgress.done();
}

/** The bar runs while `isNavigating`; the shell calls it with the router's state. */
export function useProgress(isNavigating: boolean): void {
  useEffect(() => {
    if (!isNavigating) return;
    startProgress();
    return finishProgress;
  }, [isNavigating]);
}

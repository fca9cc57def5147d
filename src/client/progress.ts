import { BProgress } from '@bprogress/core';
import { useEffect } from 'react';
import { PROGRESS } from './constants.ts';

/** Shows the progress bar of a navigation (docs/product.md §2, §9). Does nothing while it is running. */
export function startProgress(): void {
  if (BProgress.isStarted()) return;
  BProgress.configure(PROGRESS).start();
}

/** Completes and removes the bar. Does nothing if it is not running. */
export function finishProgress(): void {
  BProgress.done();
}

/** Runs the bar while `isNavigating`; the shell calls it with the router's state. */
export function useProgress(isNavigating: boolean): void {
  useEffect(() => {
    if (!isNavigating) return;
    startProgress();
    return finishProgress;
  }, [isNavigating]);
}

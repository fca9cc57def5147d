import { create } from 'zustand';
import { MASK_CLOSE_DELAY_MS, MASK_OPEN_DELAY_MS } from './constants.ts';

/**
 * A loading indicator hook that does nothing, as docs/product.md §4 requires. Loading is shown by each view's own
 * loading state and the progress bar.
 */
export function useLoading(): { start: () => void; stop: () => void } {
  return IDLE;
}

const IDLE = { start: () => undefined, stop: () => undefined };

/** Whether the shell's loading mask covers the page. */
export const useLoadingMask = create<{ isShown: boolean }>(() => ({ isShown: false }));

let openMasks = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Covers the page while a person waits for work that must not be interrupted. Returns a function that ends the work and
 * may be called repeatedly. The mask opens once the work has taken 300 ms, so that short work blocks nothing, and closes
 * 400 ms after the last work has ended (docs/product.md §9), unless new work begins.
 */
export function openMask(): () => void {
  openMasks += 1;
  if (openMasks === 1) showLater(true, MASK_OPEN_DELAY_MS);
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    openMasks -= 1;
    if (openMasks === 0) showLater(false, MASK_CLOSE_DELAY_MS);
  };
}

function showLater(isShown: boolean, delayMs: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => useLoadingMask.setState({ isShown }), delayMs);
}

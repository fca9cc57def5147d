import { create } from 'zustand';
import { MASK_CLOSE_DELAY_MS } from './constants.ts';

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
let closeTimer: ReturnType<typeof setTimeout> | undefined;

/**
 * Covers the page during a task that must not be interrupted. Returns a function that ends the task and may be called
 * repeatedly. The mask closes 400 ms after the last task has ended (docs/product.md §9), unless a new one begins.
 */
export function openMask(): () => void {
  openMasks += 1;
  clearTimeout(closeTimer);
  useLoadingMask.setState({ isShown: true });
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    openMasks -= 1;
    if (openMasks === 0) closeTimer = setTimeout(hideMask, MASK_CLOSE_DELAY_MS);
  };
}

function hideMask(): void {
  useLoadingMask.setState({ isShown: false });
}

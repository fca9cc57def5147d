import { create } from 'zustand';
import { MASK_CLOSE_DELAY_MS } from './constants.ts';

/**
 * A loading indicator hook that does nothing (seed §4 states exactly that). Calls may announce themselves
 * here; what people see of loading is each view's own loading state and the progress bar.
 */
export function useLoading(): { start: () => void; stop: () => void } {
  return IDLE;
}

const IDLE = { start: () => undefined, stop: () => undefined };

/** Whether the shell's loading mask covers the page. */
export const useLoadingMask = create<{ isShown: boolean }>(() => ({ isShown: false }));

let works = 0;
let closing: ReturnType<typeof setTimeout> | undefined;

/**
 * Covers the page while some work must not be disturbed. Returns how to say that this work is done (once;
 * again does nothing); 400 ms after the last one the mask goes (seed §9), unless new work began.
 */
export function openMask(): () => void {
  works += 1;
  clearTimeout(closing);
  useLoadingMask.setState({ isShown: true });
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    works -= 1;
    if (works === 0) closing = setTimeout(hideMask, MASK_CLOSE_DELAY_MS);
  };
}

function hideMask(): void {
  useLoadingMask.setState({ isShown: false });
}

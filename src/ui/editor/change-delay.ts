/** From a keystroke to the change being told, in ms (seed §9): long bodies are not written out at every key. */
const usualMs = 50;
const leastMs = 20;

/** How long to wait after a keystroke; never under 20 ms, whatever is asked for. */
export const changeDelay = (asked: number = usualMs): number =>
  Number.isFinite(asked) ? Math.max(leastMs, asked) : usualMs;

/**
 * Default delay in ms from a key press to the change event (docs/product.md §9): serialising a long body on every key
 * press is too slow.
 */
const defaultMs = 50;
const minMs = 20;

/** Returns the delay in ms after a key press; at least 20 ms. */
export const changeDelay = (requestedMs: number = defaultMs): number =>
  Number.isFinite(requestedMs) ? Math.max(minMs, requestedMs) : defaultMs;

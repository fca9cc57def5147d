/**
 * Prices are whole 厘 (0.001 yuan; 10.50 yuan is 10_500), money is whole fen, quantities are whole shares; no result
 * depends on float rounding.
 */
export type Limits = { up: number; down: number };

/** Returns the value of shares at a price in fen, rounded half up. */
export const amountOf = (price: number, quantity: number): number => Math.floor((price * quantity + 5) / 10);

/**
 * Returns the price limits of a day: the last close times 1 ± the limit, rounded half up to a tick and at least one
 * tick from that close.
 * @param limitBp in basis points: 1000 is 10 %; null while a listing has no limits
 */
export function priceLimitsOf(previousClose: number, limitBp: number | null, tick: number): Limits | null {
  if (limitBp === null) return null;
  const limitAt = (bp: number) => roundToTick(previousClose * bp, tick);
  return {
    up: Math.max(limitAt(10_000 + limitBp), previousClose + tick),
    down: Math.max(Math.min(limitAt(10_000 - limitBp), previousClose - tick), tick),
  };
}

export const isOnTick = (price: number, tick: number): boolean =>
  Number.isSafeInteger(price) && price % tick === 0;

/** `price` is in ten-thousandths of a 厘. */
function roundToTick(price: number, tick: number): number {
  const step = 10_000 * tick;
  return Math.floor((2 * price + step) / (2 * step)) * tick;
}

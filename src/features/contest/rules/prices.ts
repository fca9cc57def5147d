/**
 * Prices are whole 厘 (0.001 yuan), money is whole fen, quantities are whole shares: nothing here is ever a float that
 * matters. A price of 10.50 yuan is 10_500.
 */
export type Limits = { up: number; down: number };

/** What so many shares are worth at a price, in fen, half a fen rounded up. */
export const amountOf = (price: number, quantity: number): number => Math.floor((price * quantity + 5) / 10);

/**
 * How far a price may go on a day: the last close times 1 ± the limit, rounded half up to a tick, and always at least
 * one tick away from that close.
 * @param limitBp in hundredths of a percent: 1000 is 10 %; null where a listing is still free
 */
export function limitsOf(previousClose: number, limitBp: number | null, tick: number): Limits | null {
  if (limitBp === null) return null;
  const at = (bp: number) => roundToTick(previousClose * bp, tick);
  return {
    up: Math.max(at(10_000 + limitBp), previousClose + tick),
    down: Math.max(Math.min(at(10_000 - limitBp), previousClose - tick), tick),
  };
}

export const isOnTick = (price: number, tick: number): boolean =>
  Number.isSafeInteger(price) && price % tick === 0;

/** Of a price in ten-thousandths of a 厘. */
function roundToTick(price: number, tick: number): number {
  const step = 10_000 * tick;
  return Math.floor((2 * price + step) / (2 * step)) * tick;
}

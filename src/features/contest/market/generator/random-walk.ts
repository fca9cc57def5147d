import type { Limits } from '../../rules/prices.ts';

type Bounds = { limits: Limits | null; tick: number };

/**
 * Rounds a price to a tick within the limits. `chance` (0 to 1) picks the tick above or below, so that moves smaller
 * than a tick are not lost on cheap securities.
 */
export function roundToTick(price: number, { limits, tick }: Bounds, chance: number): number {
  const onTick = Math.max(Math.floor(price / tick + chance) * tick, tick);
  if (!limits) return onTick;
  return Math.min(Math.max(onTick, limits.down), limits.up);
}

/**
 * The ex-dividend price: the last close less the cash, divided by the increased number of shares. Amounts are per ten
 * shares.
 */
export function exDividendPrice(
  close: number,
  { cash_per_ten, bonus_per_ten }: { cash_per_ten: number; bonus_per_ten: number },
  tick: number,
): number {
  const exact = (close * 10 - cash_per_ten) / (10 + bonus_per_ten / 1000);
  return Math.max(Math.round(exact / tick) * tick, tick);
}

export type DayPrices = { open: number; high: number; low: number; close: number };

/**
 * Generates a day of a security: it opens near the last close, fluctuates and closes at its drift. Moves are relative
 * to the last close.
 * @param random returns numbers from 0 to 1
 */
export function walkDay(
  previousClose: number,
  { lead, restlessness }: { lead: number; restlessness: number },
  bounds: Bounds,
  random: () => number,
): DayPrices {
  const priceAt = (share: number) => roundToTick(previousClose * (1 + share), bounds, random());
  const open = priceAt(lead * 0.3 + (random() - 0.5) * restlessness * 0.6);
  const close = priceAt(lead);
  const up = Math.max(open, close) / previousClose - 1;
  const down = Math.min(open, close) / previousClose - 1;
  const high = Math.max(priceAt(up + random() * restlessness * 0.7), open, close);
  const low = Math.min(priceAt(down - random() * restlessness * 0.7), open, close);
  return { open, high, low, close };
}

/** Time constant of the mean reversion: after it, a third of a deviation from the drift is left. */
const reversionMs = 3_600_000;

/**
 * Returns the price after `elapsedMs` of an Ornstein–Uhlenbeck process around the drift. The variance depends on the
 * elapsed time, not on the number of steps, so every hour of a chart is equally volatile.
 * @param push a standardised random number, seldom beyond ±2
 */
export function stepPrice(
  last: number,
  previousClose: number,
  { lead, push, restlessness, elapsedMs }: PriceStep,
  bounds: Bounds,
  chance: number,
): number {
  const decay = Math.exp(-elapsedMs / reversionMs);
  const deviation = last / previousClose - 1;
  const nextDeviation =
    lead + (deviation - lead) * decay + push * restlessness * 0.7 * Math.sqrt(1 - decay * decay);
  return roundToTick(previousClose * (1 + nextDeviation), bounds, chance);
}

type PriceStep = { lead: number; push: number; restlessness: number; elapsedMs: number };

/** A roughly normal number with mean 0 and standard deviation 1, from three uniform ones. */
export const approximateNormal = (random: () => number): number => (random() + random() + random() - 1.5) * 2;

import type { Limits } from '../../rules/prices.ts';

type Bounds = { limits: Limits | null; tick: number };

/**
 * A price put onto a tick and within the limits. `chance` (0 to 1) decides which of the two ticks beside it, so that moves
 * smaller than a tick are not lost on cheap securities.
 */
export function settle(price: number, { limits, tick }: Bounds, chance: number): number {
  const onTick = Math.max(Math.floor(price / tick + chance) * tick, tick);
  if (!limits) return onTick;
  return Math.min(Math.max(onTick, limits.down), limits.up);
}

/** What a share is worth the morning after so much was paid for ten of them: the last close less cash, over more shares. */
export function exDividend(
  close: number,
  { cash_per_ten, bonus_per_ten }: { cash_per_ten: number; bonus_per_ten: number },
  tick: number,
): number {
  const exact = (close * 10 - cash_per_ten) / (10 + bonus_per_ten / 1000);
  return Math.max(Math.round(exact / tick) * tick, tick);
}

export type WalkedDay = { open: number; high: number; low: number; close: number };

/**
 * A day of a security: it opens near the last close, strays and ends where it was led. Moves are shares of that close.
 * @param random numbers from 0 to 1
 */
export function walkDay(
  previousClose: number,
  { lead, restlessness }: { lead: number; restlessness: number },
  bounds: Bounds,
  random: () => number,
): WalkedDay {
  const at = (share: number) => settle(previousClose * (1 + share), bounds, random());
  const open = at(lead * 0.3 + (random() - 0.5) * restlessness * 0.6);
  const close = at(lead);
  const up = Math.max(open, close) / previousClose - 1;
  const down = Math.min(open, close) / previousClose - 1;
  const high = Math.max(at(up + random() * restlessness * 0.7), open, close);
  const low = Math.min(at(down - random() * restlessness * 0.7), open, close);
  return { open, high, low, close };
}

/** In so long a price forgets two thirds of how far it had strayed from where the day leads. */
const memoryMs = 3_600_000;

/**
 * The price some time later: drawn towards where the day leads, and pushed about, in a minute of twenty steps as far as in
 * one of one (an Ornstein–Uhlenbeck walk), so that no hour of a chart is wilder than the next.
 * @param push a number around 0, seldom beyond 2
 */
export function stepPrice(
  last: number,
  previousClose: number,
  { lead, push, restlessness, elapsedMs }: Step,
  bounds: Bounds,
  chance: number,
): number {
  const kept = Math.exp(-elapsedMs / memoryMs);
  const strayed = last / previousClose - 1;
  const next = lead + (strayed - lead) * kept + push * restlessness * 0.7 * Math.sqrt(1 - kept * kept);
  return settle(previousClose * (1 + next), bounds, chance);
}

type Step = { lead: number; push: number; restlessness: number; elapsedMs: number };

/** Numbers from 0 to 1 that look random and are always the same for a seed (mulberry32). */
export function randomOf(seed: string): () => number {
  let state = 0x811c9dc5;
  for (const sign of seed) state = Math.imul(state ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A number around 0 that is seldom beyond 2, from three that are even. */
export const bellOf = (random: () => number): number => (random() + random() + random() - 1.5) * 2;

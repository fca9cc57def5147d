import { dayMs, dayOf, hourMs } from '#shared/dates.ts';
import type { Context } from './context.ts';

/** How many days of readers, comments and orders a new demo has; the last one is today. */
export const demoDays = 30;

/** An invented member of the demo, registered at `since`. */
export type DemoReader = { id: string; since: Date };

/** The share of a day's activity in each Shanghai hour from midnight, in per mille. */
const hourShares = [
  12, 7, 4, 3, 4, 9, 22, 44, 62, 68, 64, 58, 56, 48, 46, 48, 47, 46, 50, 56, 70, 76, 62, 38,
];
const weekendShare = 0.62;

/** Returns how busy a moment is: 1 is the average of a working day. */
export function busynessAt(at: Date): number {
  const local = new Date(at.getTime() + 8 * hourMs);
  const isWeekend = local.getUTCDay() % 6 === 0;
  return ((hourShares[local.getUTCHours()] ?? 0) / 1000) * 24 * (isWeekend ? weekendShare : 1);
}

/** Returns the midnight with which the demo's days begin. */
export const demoStart = (now: Date): Date =>
  new Date(Date.parse(`${dayOf(now)}T00:00:00+08:00`) - (demoDays - 1) * dayMs);

const maxTries = 30;
const maxBusyness = (Math.max(...hourShares) / 1000) * 24;

/** Picks a moment from `from` until before `to`, more likely a busy one. */
export function pickMoment(random: () => number, from: Date, to: Date): Date {
  const [start, length] = [from.getTime(), Math.max(to.getTime() - from.getTime(), 1)];
  for (let tries = 1; ; tries += 1) {
    const at = new Date(start + Math.floor(random() * length));
    if (tries === maxTries || random() * maxBusyness < busynessAt(at)) return at;
  }
}

/** Returns the later of two moments. */
export const later = (one: Date, other: Date): Date => (one > other ? one : other);

/** Picks one of a list that is not empty. */
export const pickOne = <T>(random: () => number, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)] as T;

/** Returns the context of a member's action at a moment. */
export const actAs = (ctx: Context, memberId: string, at: Date): Context => ({
  ...ctx,
  now: () => at,
  actor: { kind: 'member', memberId, sessionId: '', permissions: new Set(), vipUntil: null },
});

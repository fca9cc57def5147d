import { seededRandom } from '#shared/seeded-random.ts';
import { amountOf, type Limits } from '../../rules/prices.ts';
import type { NewDaily } from '../import/import-queries.ts';
import { type InventedSecurity, inventedIndex } from './invented-securities.ts';
import { approximateNormal, walkDay } from './random-walk.ts';

/** The opening state of an invented security on a day: its previous close and its bounds. */
export type SecurityOpening = {
  company: InventedSecurity;
  /** Adjusted for a dividend of the day. */
  previousClose: number;
  limits: Limits | null;
  tick: number;
};

/** The drift of the whole market on a day, as a ratio. Every security follows it. */
const marketLead = (day: string): number => approximateNormal(seededRandom(`market ${day}`)) * 0.007 + 0.0004;

/** The drift of a security over a day or an hour (`2026-11-21`, `2026-11-21 14`), relative to its last close. */
export function securityLead({ code, volatilityBp }: InventedSecurity, part: string): number {
  const day = part.slice(0, 10);
  return marketLead(day) + approximateNormal(seededRandom(`${code} ${part}`)) * (volatilityBp / 10_000);
}

/** Plans a whole day of the invented securities. Deterministic for the same previous closes. */
export function planDay(day: string, openings: readonly SecurityOpening[]): NewDaily[] {
  return openings.map(({ company, previousClose, limits, tick }) => {
    const common = {
      code: company.code,
      day,
      previous_close: previousClose,
      limit_up: limits?.up ?? null,
      limit_down: limits?.down ?? null,
    };
    if (company.isSuspended)
      return {
        ...common,
        open: previousClose,
        high: previousClose,
        low: previousClose,
        close: previousClose,
        volume: 0,
        amount: 0,
        is_suspended: true,
      };
    const random = seededRandom(`${company.code} ${day} walk`);
    const restlessness = company.volatilityBp / 10_000;
    const walked = walkDay(
      previousClose,
      { lead: securityLead(company, day), restlessness },
      { limits, tick },
      random,
    );
    const volume = Math.round(company.weight * 40 * (0.4 + random() * 1.2)) * 100;
    const averagePrice = Math.round((walked.open + walked.high + walked.low + walked.close) / 4);
    return { ...common, ...walked, volume, amount: amountOf(averagePrice, volume), is_suspended: false };
  });
}

type IndexMember = { previous_close: number };

/** Computes the index of a day from its members: it moves from its last close by their weighted average. */
export function planIndexDay(
  day: string,
  previousClose: number,
  members: readonly (NewDaily & { weight: number })[],
): NewDaily {
  const indexAt = (of: (member: NewDaily) => number) => weightedIndex(previousClose, members, of);
  const [open, close] = [indexAt(({ open: price }) => price), indexAt(({ close: price }) => price)];
  // The members do not reach their highs at the same moment.
  const dampHigh = (price: number) => Math.round((price + Math.max(open, close)) / 2);
  const dampLow = (price: number) => Math.round((price + Math.min(open, close)) / 2);
  return {
    code: inventedIndex.code,
    day,
    open,
    high: Math.max(dampHigh(indexAt(({ high }) => high)), open, close),
    low: Math.min(dampLow(indexAt(({ low }) => low)), open, close),
    close,
    previous_close: previousClose,
    limit_up: null,
    limit_down: null,
    volume: members.reduce((sum, { volume }) => sum + volume, 0),
    amount: members.reduce((sum, { amount }) => sum + amount, 0),
    is_suspended: false,
  };
}

/** Moves the last close of an index by the weighted price changes of its members. */
export function weightedIndex<M extends IndexMember & { weight: number }>(
  previousClose: number,
  members: readonly M[],
  priceOf: (member: M) => number,
): number {
  const [now, then] = members.reduce(
    ([nowSum, thenSum], member) => [
      nowSum + priceOf(member) * member.weight,
      thenSum + member.previous_close * member.weight,
    ],
    [0, 0],
  );
  return then === 0 ? previousClose : Math.round((previousClose * now) / then / 10) * 10;
}

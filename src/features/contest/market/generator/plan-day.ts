import { amountOf, type Limits } from '../../rules/prices.ts';
import type { NewDaily } from '../import/import-queries.ts';
import { type Invented, inventedIndex } from './securities.ts';
import { bellOf, randomOf, walkDay } from './walk.ts';

/** What an invented security may do on a day: from which close, within which bounds. */
export type Standing = {
  company: Invented;
  /** After a dividend of the day. */
  previousClose: number;
  limits: Limits | null;
  tick: number;
};

/** How the whole market is led on a day, as a share: every security follows. */
const leadOfMarket = (day: string): number => bellOf(randomOf(`market ${day}`)) * 0.007 + 0.0004;

/** Where a security is led in a part of a day (`2026-11-21`, `2026-11-21 14`), as a share of its last close. */
export function leadOf({ code, volatilityBp }: Invented, part: string): number {
  const day = part.slice(0, 10);
  return leadOfMarket(day) + bellOf(randomOf(`${code} ${part}`)) * (volatilityBp / 10_000);
}

/** A day of invented securities from beginning to end: always the same for the same closes before it. */
export function planDay(day: string, standings: readonly Standing[]): NewDaily[] {
  return standings.map(({ company, previousClose, limits, tick }) => {
    const shared = {
      code: company.code,
      day,
      previous_close: previousClose,
      limit_up: limits?.up ?? null,
      limit_down: limits?.down ?? null,
    };
    if (company.isSuspended)
      return {
        ...shared,
        open: previousClose,
        high: previousClose,
        low: previousClose,
        close: previousClose,
        volume: 0,
        amount: 0,
        is_suspended: true,
      };
    const random = randomOf(`${company.code} ${day} walk`);
    const restlessness = company.volatilityBp / 10_000;
    const walked = walkDay(
      previousClose,
      { lead: leadOf(company, day), restlessness },
      { limits, tick },
      random,
    );
    const volume = Math.round(company.weight * 40 * (0.4 + random() * 1.2)) * 100;
    const middle = Math.round((walked.open + walked.high + walked.low + walked.close) / 4);
    return { ...shared, ...walked, volume, amount: amountOf(middle, volume), is_suspended: false };
  });
}

type Weighed = { previous_close: number };

/** The index of a day, worked out of its members: as far from its last close as they are from theirs, by weight. */
export function indexDay(
  day: string,
  previousClose: number,
  members: readonly (NewDaily & { weight: number })[],
): NewDaily {
  const at = (of: (member: NewDaily) => number) => indexOf(previousClose, members, of);
  const [open, close] = [at(({ open: price }) => price), at(({ close: price }) => price)];
  // Nobody was at their high at the same moment.
  const towards = (price: number) => Math.round((price + Math.max(open, close)) / 2);
  const away = (price: number) => Math.round((price + Math.min(open, close)) / 2);
  return {
    code: inventedIndex.code,
    day,
    open,
    high: Math.max(towards(at(({ high }) => high)), open, close),
    low: Math.min(away(at(({ low }) => low)), open, close),
    close,
    previous_close: previousClose,
    limit_up: null,
    limit_down: null,
    volume: members.reduce((sum, { volume }) => sum + volume, 0),
    amount: members.reduce((sum, { amount }) => sum + amount, 0),
    is_suspended: false,
  };
}

/** The last close of an index moved as its members' prices have, by weight. */
export function indexOf<M extends Weighed & { weight: number }>(
  previousClose: number,
  members: readonly M[],
  priceOf: (member: M) => number,
): number {
  const [now, then] = members.reduce(
    ([one, other], member) => [
      one + priceOf(member) * member.weight,
      other + member.previous_close * member.weight,
    ],
    [0, 0],
  );
  return then === 0 ? previousClose : Math.round((previousClose * now) / then / 10) * 10;
}

import { sql } from 'kysely';
import type { Context } from '#kernel/context.ts';
import { dayOf } from '#shared/dates.ts';

export type ListedSecurity = {
  code: string;
  board: 'main' | 'chinext' | 'star' | 'bse';
  /** The minimum quantity of a purchase, and its increment. */
  minQuantity: number;
  step: number;
  last: number;
  previous: number;
  up: number;
  down: number;
};

/** A simulated market: prices in 厘 that walk at random within the price limits of their boards. */
export type SimulatedMarket = {
  readonly securities: readonly ListedSecurity[];
  /** Moves every price a little and quotes it. */
  quote(at: Date): Promise<void>;
  /** Records the day's closing prices, from which the next day's limits follow. */
  close(at: Date): Promise<void>;
  /** Announces the dividends of a day and deducts them from the prices. @returns whether there are any */
  payDividendOn(day: string): Promise<boolean>;
};

const tick = 10;
const minPrice = 2_000;
/** Relative movement per quote; eight quotes a day amount to about 2.5 %. */
const swing = 0.018;
const boards = [
  { board: 'main', share: 1_000, minQuantity: 100, step: 100 },
  { board: 'main', share: 1_000, minQuantity: 100, step: 100 },
  { board: 'chinext', share: 2_000, minQuantity: 100, step: 100 },
  { board: 'star', share: 2_000, minQuantity: 200, step: 1 },
  { board: 'bse', share: 3_000, minQuantity: 100, step: 1 },
] as const;

/** Lists this many securities on all boards, and opens the market on `days`. */
export async function openSimulatedMarket(
  { db }: Context,
  { securities, days, random }: { securities: number; days: readonly string[]; random: () => number },
): Promise<SimulatedMarket> {
  const boardRule = (index: number) => boards[index % boards.length] ?? boards[0];
  const listedSecurities: ListedSecurity[] = Array.from({ length: securities }, (_, index) => {
    const { board, minQuantity, step } = boardRule(index);
    const price = minPrice * 2 + index * 25 * tick;
    return {
      code: String(698_000 + index),
      board,
      minQuantity,
      step,
      last: price,
      previous: price,
      ...limits(price, boardRule(index).share),
    };
  });
  const codes = listedSecurities.map(({ code }) => code);
  await sql`insert into instruments (code, name, board)
    select code, '模拟' || right(code, 3), board
    from unnest(${codes}::text[], ${listedSecurities.map(({ board }) => board)}::text[]) i(code, board)
    on conflict do nothing`.execute(db);
  await sql`insert into trade_days select unnest(${[...days]}::date[]) on conflict do nothing`.execute(db);
  const column = (select: (one: ListedSecurity) => number) => listedSecurities.map(select);
  let paidCount = 0;

  return {
    securities: listedSecurities,
    async quote(at) {
      for (const one of listedSecurities) {
        const change = (random() + random() + random() - 1.5) * swing;
        const newPrice = Math.max(roundToTick(one.last * (1 + change)), minPrice);
        one.last = Math.max(Math.min(newPrice, one.up), one.down);
      }
      await sql`
        insert into latest_quotes (code, at, open, high, low, last, previous_close)
        select code, ${at}, last, last, last, last, previous
        from unnest(${codes}::text[], ${column(({ last }) => last)}::int[],
          ${column(({ previous }) => previous)}::int[]) q(code, last, previous)
        on conflict (code) do update set at = excluded.at, last = excluded.last,
          previous_close = excluded.previous_close`.execute(db);
    },
    async close(at) {
      await sql`
        insert into daily_quotes (code, day, open, high, low, close, previous_close)
        select code, ${dayOf(at)}::date, last, last, last, last, previous
        from unnest(${codes}::text[], ${column(({ last }) => last)}::int[],
          ${column(({ previous }) => previous)}::int[]) q(code, last, previous)`.execute(db);
      for (const [index, one] of listedSecurities.entries())
        Object.assign(one, { previous: one.last, ...limits(one.last, boardRule(index).share) });
    },
    async payDividendOn(day) {
      const index = paidCount;
      const one = listedSecurities[index];
      if (!one) return false;
      paidCount += 1;
      // Every ten shares pay two percent of the share price, and every fourth security pays a stock dividend too.
      const cash = Math.round(one.last * 0.2);
      const bonus = index % 4 === 0 ? 1_500 : 0;
      await sql`insert into dividends values (${one.code}, ${day}::date, ${cash}, ${bonus})`.execute(db);
      const price = Math.max(roundToTick((one.last - cash / 10) / (1 + bonus / 10_000)), minPrice);
      Object.assign(one, { last: price, previous: price, ...limits(price, boardRule(index).share) });
      return true;
    },
  };
}

const roundToTick = (price: number): number => Math.round(price / tick) * tick;

/** @param share in hundredths of a percent */
const limits = (close: number, share: number): { up: number; down: number } => ({
  up: Math.floor((close * (10_000 + share)) / (10_000 * tick) + 0.5) * tick,
  down: Math.floor((close * (10_000 - share)) / (10_000 * tick) + 0.5) * tick,
});

import { sql } from 'kysely';
import type { Context } from '#kernel/context.ts';
import { dayOf } from '#shared/dates.ts';

export type Listed = {
  code: string;
  board: 'main' | 'chinext' | 'star' | 'bse';
  /** The least of a purchase, and by how many it grows. */
  least: number;
  step: number;
  last: number;
  previous: number;
  up: number;
  down: number;
};

/** An invented market of a bench: prices in 厘 that walk at random within the limits of their boards. */
export type Bourse = {
  readonly listed: readonly Listed[];
  /** Moves every price a little, and quotes it. */
  quote(at: Date): Promise<void>;
  /** Writes the day's closes, from which the next day's limits go. */
  close(at: Date): Promise<void>;
  /** Announces what is paid on a day, and takes it off the price. @returns whether anything is */
  payOn(day: string): Promise<boolean>;
};

const tick = 10;
const leastPrice = 2_000;
/** Of one quote; eight a day come to about 2.5 %. */
const swing = 0.018;
const boards = [
  { board: 'main', share: 1_000, least: 100, step: 100 },
  { board: 'main', share: 1_000, least: 100, step: 100 },
  { board: 'chinext', share: 2_000, least: 100, step: 100 },
  { board: 'star', share: 2_000, least: 200, step: 1 },
  { board: 'bse', share: 3_000, least: 100, step: 1 },
] as const;

/** Lists so many securities of all boards, and opens the market on `days`. */
export async function openBourse(
  { db }: Context,
  { securities, days, random }: { securities: number; days: readonly string[]; random: () => number },
): Promise<Bourse> {
  const ruleAt = (place: number) => boards[place % boards.length] ?? boards[0];
  const listed: Listed[] = Array.from({ length: securities }, (_, place) => {
    const { board, least, step } = ruleAt(place);
    const price = leastPrice * 2 + place * 25 * tick;
    return {
      code: String(698_000 + place),
      board,
      least,
      step,
      last: price,
      previous: price,
      ...limits(price, ruleAt(place).share),
    };
  });
  const codes = listed.map(({ code }) => code);
  await sql`insert into instruments (code, name, board)
    select code, '模拟' || right(code, 3), board
    from unnest(${codes}::text[], ${listed.map(({ board }) => board)}::text[]) i(code, board)
    on conflict do nothing`.execute(db);
  await sql`insert into trade_days select unnest(${[...days]}::date[]) on conflict do nothing`.execute(db);
  const pick = (of: (one: Listed) => number) => listed.map(of);
  let paid = 0;

  return {
    listed,
    async quote(at) {
      for (const one of listed) {
        const move = (random() + random() + random() - 1.5) * swing;
        const walked = Math.max(onTick(one.last * (1 + move)), leastPrice);
        one.last = Math.max(Math.min(walked, one.up), one.down);
      }
      await sql`
        insert into latest_quotes (code, at, open, high, low, last, previous_close)
        select code, ${at}, last, last, last, last, previous
        from unnest(${codes}::text[], ${pick(({ last }) => last)}::int[],
          ${pick(({ previous }) => previous)}::int[]) q(code, last, previous)
        on conflict (code) do update set at = excluded.at, last = excluded.last,
          previous_close = excluded.previous_close`.execute(db);
    },
    async close(at) {
      await sql`
        insert into daily_quotes (code, day, open, high, low, close, previous_close)
        select code, ${dayOf(at)}::date, last, last, last, last, previous
        from unnest(${codes}::text[], ${pick(({ last }) => last)}::int[],
          ${pick(({ previous }) => previous)}::int[]) q(code, last, previous)`.execute(db);
      for (const [place, one] of listed.entries())
        Object.assign(one, { previous: one.last, ...limits(one.last, ruleAt(place).share) });
    },
    async payOn(day) {
      const place = paid;
      const one = listed[place];
      if (!one) return false;
      paid += 1;
      // Every ten shares bring two parts in a hundred of their price, and one in four of them a few shares besides.
      const cash = Math.round(one.last * 0.2);
      const bonus = place % 4 === 0 ? 1_500 : 0;
      await sql`insert into dividends values (${one.code}, ${day}::date, ${cash}, ${bonus})`.execute(db);
      const price = Math.max(onTick((one.last - cash / 10) / (1 + bonus / 10_000)), leastPrice);
      Object.assign(one, { last: price, previous: price, ...limits(price, ruleAt(place).share) });
      return true;
    },
  };
}

const onTick = (price: number): number => Math.round(price / tick) * tick;

/** @param share in hundredths of a percent */
const limits = (close: number, share: number): { up: number; down: number } => ({
  up: Math.floor((close * (10_000 + share)) / (10_000 * tick) + 0.5) * tick,
  down: Math.floor((close * (10_000 - share)) / (10_000 * tick) + 0.5) * tick,
});

import type { Context, Trx } from '#kernel/context.ts';
import { dayOf } from '#shared/dates.ts';
import { closingsOf } from '../securities.ts';
import type { RowReader } from './cells.ts';
import { listClearedCodes, listCodes, listTradeDays } from './import-queries.ts';
import type { Column } from './read-rows.ts';

/** What rows are held against. */
export type Known = {
  now: Date;
  codes: ReadonlySet<string>;
  /** The calendar, oldest first, and each day's place in it. */
  tradeDays: readonly string[];
  places: ReadonlyMap<string, number>;
  /** When the last session of a trade day ends. */
  closesAt(day: string): Date;
  /** Days of a code whose close is reckoned with, since a season that held it has cleared them. */
  isCleared(code: string, day: string): boolean;
  /** Whether a dividend of this day can no more be paid to who holds the code in a season. */
  isPaidOut(code: string, exDay: string): boolean;
};

export type Written<R> = {
  /** New or changed. */
  added: number;
  refused: readonly { row: R; reason: string }[];
};

/** One of the files that market data comes in. */
export type Kind<R> = {
  /** Whether it could change what a season has reckoned with. */
  isSettling?: true;
  columns: readonly Column[];
  /** @throws RowFault */
  read(row: RowReader, known: Known): R;
  /** What a row is about: a second one with the same is a repetition. `place` is a whole number. */
  keyOf(row: R): { code: string; place: number };
  write(ctx: Context, trx: Trx, rows: readonly R[], known: Known): Promise<Written<R>>;
};

/**
 * What rows are held against, as it is when a file begins. @param isSettled whether to ask what seasons reckoned with
 */
export async function readKnown(ctx: Context, isSettled: boolean): Promise<Known> {
  const [codes, tradeDays, cleared, closesAt] = await Promise.all([
    listCodes(ctx.db),
    listTradeDays(ctx.db),
    isSettled ? listClearedCodes(ctx.db) : [],
    closingsOf(ctx),
  ]);
  const now = ctx.now();
  const today = dayOf(now);
  const held = Map.groupBy(cleared, ({ code }) => code);
  return {
    now,
    codes: new Set(codes),
    tradeDays,
    places: new Map(tradeDays.map((day, place) => [day, place])),
    closesAt,
    isCleared: (code, day) =>
      held
        .get(code)
        ?.some(({ starts_on, cleared_on }) => starts_on <= day && cleared_on !== null && day <= cleared_on) ??
      false,
    isPaidOut: (code, exDay) =>
      exDay <= today && (held.get(code)?.some(({ starts_on }) => starts_on <= exDay) ?? false),
  };
}

import type { Context, Trx } from '#kernel/context.ts';
import type { RowReader } from './cells.ts';
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

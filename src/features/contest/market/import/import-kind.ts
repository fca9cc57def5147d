import type { Context, Trx } from '#kernel/context.ts';
import type { CsvColumn } from '#kernel/storage/read-rows.ts';
import type { RowReader } from '#kernel/storage/row-reader.ts';
import { dayOf } from '#shared/dates.ts';
import { loadClosingTimes } from '../securities.ts';
import { listCodes, listHeldCodes, listTradeDays } from './import-queries.ts';

/** The reference data that rows are validated against. */
export type MarketReference = {
  now: Date;
  codes: ReadonlySet<string>;
  /** Those of `codes` that are indexes. */
  indexCodes: ReadonlySet<string>;
  /** The calendar, oldest first, and the index of each day in it. */
  tradeDays: readonly string[];
  tradeDayIndexes: ReadonlyMap<string, number>;
  /** Returns when the last session of a trade day ends. */
  closesAt(day: string): Date;
  /** Whether the close of a code on a day is final, since a season in which it was held has cleared that day. */
  isCleared(code: string, day: string): boolean;
  /** Whether it is too late to add or change a dividend: its ex-day has come, and players have held the code. */
  isPaidOut(code: string, exDay: string): boolean;
};

export type WriteResult<R> = {
  /** New or changed. */
  added: number;
  rejected: readonly { row: R; reason: string }[];
};

/** Describes one kind of market data file. */
export type ImportKind<R> = {
  /** Whether rows could change values that a season's clearing has used. */
  canChangeClearedDays?: true;
  columns: readonly CsvColumn[];
  /** @throws invalid */
  read(row: RowReader, reference: MarketReference): R;
  /** The identity of a row; a second row with the same key is a duplicate. `place` is an integer. */
  keyOf(row: R): { code: string; place: number };
  write(ctx: Context, trx: Trx, rows: readonly R[], reference: MarketReference): Promise<WriteResult<R>>;
};

/**
 * Reads a row's code. An index of Shanghai keeps its market (000300.SH), unless the securities have it by its number
 * alone. @throws invalid
 */
export function readCode(row: RowReader, { codes, indexCodes }: MarketReference): string {
  const code = row.code();
  const number = code.slice(0, 6);
  return !codes.has(code) && code !== number && indexCodes.has(number) ? number : code;
}

/**
 * Loads the reference data as of the start of an import. @param needsClearedDays whether to load the held codes and
 * cleared days of seasons
 */
export async function loadMarketReference(ctx: Context, needsClearedDays: boolean): Promise<MarketReference> {
  const [codes, tradeDays, heldCodes, closesAt] = await Promise.all([
    listCodes(ctx.db),
    listTradeDays(ctx.db),
    needsClearedDays ? listHeldCodes(ctx.db) : [],
    loadClosingTimes(ctx),
  ]);
  const now = ctx.now();
  const today = dayOf(now);
  const heldByCode = Map.groupBy(heldCodes, ({ code }) => code);
  return {
    now,
    codes: new Set(codes.map(({ code }) => code)),
    indexCodes: new Set(codes.flatMap(({ code, board }) => (board === 'index' ? [code] : []))),
    tradeDays,
    tradeDayIndexes: new Map(tradeDays.map((day, place) => [day, place])),
    closesAt,
    isCleared: (code, day) =>
      heldByCode
        .get(code)
        ?.some(({ starts_on, cleared_on }) => starts_on <= day && cleared_on !== null && day <= cleared_on) ??
      false,
    isPaidOut: (code, exDay) =>
      exDay <= today && (heldByCode.get(code)?.some(({ starts_on }) => starts_on <= exDay) ?? false),
  };
}

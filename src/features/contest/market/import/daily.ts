import { dayNumber } from './days.ts';
import type { ImportKind, WriteResult } from './import-kind.ts';
import { listKnownCloses, type NewDaily, upsertDailyQuotes, upsertLatestQuotes } from './import-queries.ts';
import { quoteColumns, readQuoteCells, readTradeDay } from './quote-cells.ts';

/** Open, high, low and close of whole trade days. The newest also becomes a security's latest quote after the close. */
export const daily: ImportKind<NewDaily> = {
  canChangeClearedDays: true,
  columns: [...quoteColumns, { name: 'close', aliases: ['收盘价', '收盘', 'last', '最新价'] }],
  read(row, reference) {
    const day = readTradeDay(row, reference);
    if (reference.closesAt(day) > reference.now) throw row.fault('date', `${day} 还没有收盘`);
    const { last: close, ...quote } = readQuoteCells(row, reference, 'close');
    return { ...quote, day, close };
  },
  keyOf: ({ code, day }) => ({ code, place: dayNumber(day) }),
  async write(_, trx, rows, reference): Promise<WriteResult<NewDaily>> {
    const clearedRows = rows.filter(({ code, day }) => reference.isCleared(code, day));
    const closes = new Map(
      (clearedRows.length > 0 ? await listKnownCloses(trx, clearedRows) : []).map((row) => [
        `${row.code} ${row.day}`,
        row.close,
      ]),
    );
    const rejected = clearedRows
      .filter(({ code, day, close }) => closes.get(`${code} ${day}`) !== close)
      .map((row) => ({
        row,
        reason: `${row.day} 已经清算，${row.code} 的收盘价（close）不能再补或再改`,
      }));
    const rejectedRows = new Set(rejected.map(({ row }) => row));
    const accepted = rows.filter((row) => !rejectedRows.has(row));
    const added = await upsertDailyQuotes(trx, accepted);
    await upsertLatestQuotes(
      trx,
      newestPerCode(
        accepted.map(({ day, close, ...quote }) => ({ ...quote, last: close, at: reference.closesAt(day) })),
      ),
    );
    return { added, rejected };
  },
};

export function newestPerCode<Q extends { code: string; at: Date }>(quotes: readonly Q[]): Q[] {
  const newest = new Map<string, Q>();
  for (const quote of quotes) {
    const newestSoFar = newest.get(quote.code);
    if (!newestSoFar || newestSoFar.at <= quote.at) newest.set(quote.code, quote);
  }
  return [...newest.values()];
}

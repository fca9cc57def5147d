import { dayNumber } from './days.ts';
import { keepLatest, listKnownCloses, type NewDaily, upsertDaily } from './import-queries.ts';
import type { Kind, Written } from './kind.ts';
import { quoteColumns, readQuoteCells, readTradeDay } from './quote-cells.ts';

/** Open, high, low and close of whole trade days; the newest is also what is known of a security after its close. */
export const daily: Kind<NewDaily> = {
  isSettling: true,
  columns: [...quoteColumns, { name: 'close', others: ['收盘价', '收盘', 'last', '最新价'] }],
  read(row, known) {
    const day = readTradeDay(row, known);
    if (known.closesAt(day) > known.now) throw row.fault('date', `${day} 还没有收盘`);
    const { last: close, ...quote } = readQuoteCells(row, known, 'close');
    return { ...quote, day, close };
  },
  keyOf: ({ code, day }) => ({ code, place: dayNumber(day) }),
  async write(_, trx, rows, known): Promise<Written<NewDaily>> {
    const settled = rows.filter(({ code, day }) => known.isCleared(code, day));
    const closes = new Map(
      (settled.length > 0 ? await listKnownCloses(trx, settled) : []).map((row) => [
        `${row.code} ${row.day}`,
        row.close,
      ]),
    );
    const refused = settled
      .filter(({ code, day, close }) => closes.get(`${code} ${day}`) !== close)
      .map((row) => ({
        row,
        reason: `${row.day} 已经清算，${row.code} 的收盘价（close）不能再补或再改`,
      }));
    const late = new Set(refused.map(({ row }) => row));
    const taken = rows.filter((row) => !late.has(row));
    const added = await upsertDaily(trx, taken);
    await keepLatest(
      trx,
      newestOf(taken.map(({ day, close, ...quote }) => ({ ...quote, last: close, at: known.closesAt(day) }))),
    );
    return { added, refused };
  },
};

/** Of quotes the newest of each code. */
export function newestOf<Q extends { code: string; at: Date }>(quotes: readonly Q[]): Q[] {
  const newest = new Map<string, Q>();
  for (const quote of quotes) {
    const known = newest.get(quote.code);
    if (!known || known.at <= quote.at) newest.set(quote.code, quote);
  }
  return [...newest.values()];
}

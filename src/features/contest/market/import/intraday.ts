import type { Context, Trx } from '#kernel/context.ts';
import { newestOf } from './daily.ts';
import { keepLatest, type NewQuote, upsertIntraday } from './import-queries.ts';
import type { Kind } from './kind.ts';
import { quoteColumns, readQuoteCells, readTradeDay } from './quote-cells.ts';

/** A source's clock may be that much before ours. */
const aheadMs = 5000;

/** Quotes within a trade day: what orders are checked against and filled at. */
export const intraday: Kind<NewQuote> = {
  columns: [
    ...quoteColumns,
    { name: 'time', others: ['时间', '交易时间'] },
    { name: 'last', others: ['最新价', '现价', '成交价', '最新'] },
  ],
  read(row, known) {
    const day = readTradeDay(row, known);
    const at = new Date(`${day}T${row.time('time')}+08:00`);
    if (at.getTime() > known.now.getTime() + aheadMs)
      throw row.fault('time', `${day} ${row.text('time')} 还没有到`);
    return { ...readQuoteCells(row, known, 'last'), at };
  },
  keyOf: ({ code, at }) => ({ code, place: at.getTime() / 1000 }),
  async write(ctx, trx, rows) {
    return { added: await writeQuotes(ctx, trx, rows), refused: [] };
  },
};

/** Writes quotes down and brings the newest ones along; older ones are history. @returns how many are new or changed */
export async function writeQuotes(_: Context, trx: Trx, rows: readonly NewQuote[]): Promise<number> {
  const added = await upsertIntraday(
    trx,
    rows.map(({ code, at, last, volume, amount }) => ({ code, at, last, volume, amount })),
  );
  await keepLatest(trx, newestOf(rows));
  return added;
}

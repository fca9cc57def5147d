import type { Context, Trx } from '#kernel/context.ts';
import { newestPerCode } from './daily.ts';
import type { ImportKind } from './import-kind.ts';
import { type NewQuote, upsertIntradayQuotes, upsertLatestQuotes } from './import-queries.ts';
import { quoteColumns, readQuoteCells, readTradeDay } from './quote-cells.ts';

/** How far a source's clock may be ahead of the server's. */
const maxClockSkewMs = 5000;

/** Intraday quotes, against which orders are checked and filled. */
export const intraday: ImportKind<NewQuote> = {
  columns: [
    ...quoteColumns,
    { name: 'time', aliases: ['时间', '交易时间'] },
    { name: 'last', aliases: ['最新价', '现价', '成交价', '最新'] },
  ],
  read(row, reference) {
    const day = readTradeDay(row, reference);
    const at = new Date(`${day}T${row.time('time')}+08:00`);
    if (at.getTime() > reference.now.getTime() + maxClockSkewMs)
      throw row.fault('time', `${day} ${row.text('time')} 还没有到`);
    return { ...readQuoteCells(row, reference, 'last'), at };
  },
  keyOf: ({ code, at }) => ({ code, place: at.getTime() / 1000 }),
  async write(ctx, trx, rows) {
    return { added: await writeQuotes(ctx, trx, rows), rejected: [] };
  },
};

/** Writes quotes and updates the latest ones; older quotes only become history. @returns how many are new or changed */
export async function writeQuotes(_: Context, trx: Trx, rows: readonly NewQuote[]): Promise<number> {
  const added = await upsertIntradayQuotes(
    trx,
    rows.map(({ code, at, last, volume, amount }) => ({ code, at, last, volume, amount })),
  );
  await upsertLatestQuotes(trx, newestPerCode(rows));
  return added;
}

import { purge } from '#kernel/cache/purge.ts';
import type { ImportKind } from './import-kind.ts';
import { insertTradeDays } from './import-queries.ts';

/** The trading calendar. Days are only added, since orders, quotes and boards refer to them. */
export const days: ImportKind<{ day: string }> = {
  columns: [{ name: 'date', aliases: ['日期', '交易日', 'day', 'trade_date'] }],
  read(row) {
    const day = row.day('date');
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    if (weekday === 0 || weekday === 6) throw row.fault('date', `${day} 是周末，交易所不开市`);
    return { day };
  },
  keyOf: ({ day }) => ({ code: '', place: dayNumber(day) }),
  async write(ctx, trx, rows) {
    const added = await insertTradeDays(
      trx,
      rows.map(({ day }) => day),
    );
    if (added > 0) await purge(ctx, trx, ['contest']);
    return { added, rejected: [] };
  },
};

/** Numbers days consecutively. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000;

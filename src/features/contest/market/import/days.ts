import { purge } from '#kernel/cache/purge.ts';
import { insertTradeDays } from './import-queries.ts';
import type { Kind } from './kind.ts';

/** The calendar: days are added, never taken out, since what happened on one would hang in the air. */
export const days: Kind<{ day: string }> = {
  columns: [{ name: 'date', others: ['日期', '交易日', 'day', 'trade_date'] }],
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
    return { added, refused: [] };
  },
};

/** A day as a whole number, by which days are counted. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000;

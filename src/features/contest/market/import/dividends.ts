import { dayNumber } from './days.ts';
import { listKnownDividends, type NewDividend, upsertDividends } from './import-queries.ts';
import type { Kind } from './kind.ts';

/** What is paid for every ten shares held the evening before the ex-day: yuan, and shares. */
export const dividends: Kind<NewDividend> = {
  isSettling: true,
  columns: [
    { name: 'code', others: ['代码', '证券代码'] },
    { name: 'ex_day', others: ['除权除息日', '除权日', '除息日', 'ex_date', '日期', 'date'] },
    { name: 'cash', others: ['每10股派现', '派现', '每十股派现', 'cash_per_ten'], isOptional: true },
    { name: 'bonus', others: ['每10股送转', '送转', '每十股送转', 'bonus_per_ten'], isOptional: true },
  ],
  read(row, known) {
    const code = row.code();
    if (!known.codes.has(code))
      throw row.fault('code', `${code} 不在证券表里，请先导入证券表（instruments）`);
    const ex_day = row.day('ex_day');
    // Before and after the calendar it may be one; within it it is a mistake, and nobody would be paid.
    const [first, last] = [known.tradeDays[0], known.tradeDays.at(-1)];
    if (first && last && first <= ex_day && ex_day <= last && !known.places.has(ex_day))
      throw row.fault('ex_day', `${ex_day} 不是交易日`);
    const cash_per_ten = row.units('cash', 3, 1_000_000_000);
    const bonus_per_ten = row.units('bonus', 3, 1_000_000);
    if (cash_per_ten + bonus_per_ten === 0) throw row.fault('cash', '和送转（bonus）至少要有一个大于 0');
    return { code, ex_day, cash_per_ten, bonus_per_ten };
  },
  keyOf: ({ code, ex_day }) => ({ code, place: dayNumber(ex_day) }),
  async write(_, trx, rows, known) {
    const settled = rows.filter(({ code, ex_day }) => known.isPaidOut(code, ex_day));
    const kept = new Map(
      (settled.length > 0 ? await listKnownDividends(trx, settled) : []).map((row) => [keyOf(row), row]),
    );
    const refused = settled
      .filter((row) => !isSame(row, kept.get(keyOf(row))))
      .map((row) => ({
        row,
        reason: `${row.code} 的除权日 ${row.ex_day} 已到，赛季中持有它的选手不能再补派或改派；分红要在除权日之前导入`,
      }));
    const late = new Set(refused.map(({ row }) => row));
    return {
      added: await upsertDividends(
        trx,
        rows.filter((row) => !late.has(row)),
      ),
      refused,
    };
  },
};

const keyOf = ({ code, ex_day }: NewDividend) => `${code} ${ex_day}`;
const isSame = (one: NewDividend, other: NewDividend | undefined): boolean =>
  one.cash_per_ten === other?.cash_per_ten && one.bonus_per_ten === other.bonus_per_ten;

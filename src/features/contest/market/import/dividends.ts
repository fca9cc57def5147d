import { dayNumber } from './days.ts';
import { type ImportKind, readCode } from './import-kind.ts';
import { listKnownDividends, type NewDividend, upsertDividends } from './import-queries.ts';

/** Dividends per ten shares held on the evening before the ex-day: cash in yuan, and bonus shares. */
export const dividends: ImportKind<NewDividend> = {
  canChangeClearedDays: true,
  columns: [
    { name: 'code', aliases: ['代码', '证券代码'] },
    { name: 'ex_day', aliases: ['除权除息日', '除权日', '除息日', 'ex_date', '日期', 'date'] },
    { name: 'cash', aliases: ['每10股派现', '派现', '每十股派现', 'cash_per_ten'], isOptional: true },
    { name: 'bonus', aliases: ['每10股送转', '送转', '每十股送转', 'bonus_per_ten'], isOptional: true },
  ],
  read(row, reference) {
    const code = readCode(row, reference);
    if (!reference.codes.has(code))
      throw row.fault('code', `${code} 不在证券表里，请先导入证券表（instruments）`);
    const ex_day = row.day('ex_day');
    // Outside the range of the calendar the day may become a trade day; within it, it is an error, and nothing would be
    // paid.
    const [first, last] = [reference.tradeDays[0], reference.tradeDays.at(-1)];
    if (first && last && first <= ex_day && ex_day <= last && !reference.tradeDayIndexes.has(ex_day))
      throw row.fault('ex_day', `${ex_day} 不是交易日`);
    const cash_per_ten = row.units('cash', 3, 1_000_000_000);
    const bonus_per_ten = row.units('bonus', 3, 1_000_000);
    if (cash_per_ten + bonus_per_ten === 0) throw row.fault('cash', '和送转（bonus）至少要有一个大于 0');
    return { code, ex_day, cash_per_ten, bonus_per_ten };
  },
  keyOf: ({ code, ex_day }) => ({ code, place: dayNumber(ex_day) }),
  async write(_, trx, rows, reference) {
    const paidOutRows = rows.filter(({ code, ex_day }) => reference.isPaidOut(code, ex_day));
    const knownByKey = new Map(
      (paidOutRows.length > 0 ? await listKnownDividends(trx, paidOutRows) : []).map((row) => [
        dividendKey(row),
        row,
      ]),
    );
    const rejected = paidOutRows
      .filter((row) => !isSameDividend(row, knownByKey.get(dividendKey(row))))
      .map((row) => ({
        row,
        reason: `${row.code} 的除权日 ${row.ex_day} 已到，赛季中持有它的选手不能再补派或改派；分红要在除权日之前导入`,
      }));
    const rejectedRows = new Set(rejected.map(({ row }) => row));
    return {
      added: await upsertDividends(
        trx,
        rows.filter((row) => !rejectedRows.has(row)),
      ),
      rejected,
    };
  },
};

const dividendKey = ({ code, ex_day }: NewDividend) => `${code} ${ex_day}`;
const isSameDividend = (one: NewDividend, other: NewDividend | undefined): boolean =>
  one.cash_per_ten === other?.cash_per_ten && one.bonus_per_ten === other.bonus_per_ten;

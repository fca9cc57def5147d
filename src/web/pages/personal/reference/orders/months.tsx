import type { IncomeMonth } from '#features/ledger/schema.ts';
import { formatFen, signedFen } from '#shared/money.ts';
import { formatCount } from '#shared/numbers.ts';
import { PartNote } from '#ui/states/part-note.tsx';
import { FigureTable } from '../../../../parts/figure-table.tsx';

const columns = [
  { label: '月份' },
  { label: '售出', isFigure: true },
  { label: '收入', isFigure: true },
  { label: '退款', isFigure: true },
  { label: '提现', isFigure: true },
  { label: '月末余额', isFigure: true },
];

/** The monthly statement, newest first. */
export function Months({ months }: { months: readonly IncomeMonth[] }) {
  if (months.length === 0) return <PartNote>还没有月结单，有了第一笔收入就有。</PartNote>;
  return (
    <FigureTable
      label="月结单"
      columns={columns}
      rows={months.map(({ month, sales, earned, refunded, withdrawn, balance }) => ({
        key: month,
        cells: [
          `${month.slice(0, 4)} 年 ${Number(month.slice(5))} 月`,
          formatCount(sales),
          formatFen(earned),
          formatFen(refunded),
          formatFen(withdrawn),
          signedFen(balance),
        ],
      }))}
    />
  );
}

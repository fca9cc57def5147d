import type { Sale } from '#features/orders/schema.ts';
import { formatFen } from '#shared/money.ts';
import { State } from '#ui/marks/tag.tsx';
import { useSurroundings } from '../../../../site.ts';
import { stampOf } from '../../stamp.ts';
import { EndlessFigures } from './endless-figures.tsx';
import { askSales, type Listed } from './open-earnings.ts';

const columns = [
  { label: '内参' },
  { label: '谁买的' },
  { label: '时间' },
  { label: '实付', isFigure: true },
  { label: '收入', isFigure: true },
];

const withId = (stretch: { records: Sale[]; cursor: string | null }) => ({
  ...stretch,
  records: stretch.records.map((sale) => ({ ...sale, id: sale.orderId })),
});

/** Who bought what, when, and what it brought. */
export function Sales({ first }: { first: Extract<Listed, { view: 'sales' }>['first'] }) {
  const { ask, today } = useSurroundings();
  return (
    <EndlessFigures
      label="售出"
      noun="更早的订单"
      empty="还没有人买。付费内参发布后，每一笔都在这里。"
      columns={columns}
      first={withId(first)}
      fetchMore={async (cursor) => withId(await askSales(ask, cursor))}
      cellsOf={({ title, buyer, paidAt, amount, refundedAmount, income, isRefunded }) => [
        <span key="title">
          {title} {isRefunded && <State tone="off">已退款</State>}
        </span>,
        buyer,
        <time key="time" dateTime={paidAt}>
          {stampOf(paidAt, today).text}
        </time>,
        refundedAmount > 0 && !isRefunded
          ? `${formatFen(amount)}（退 ${formatFen(refundedAmount)}）`
          : formatFen(amount),
        formatFen(income),
      ]}
    />
  );
}

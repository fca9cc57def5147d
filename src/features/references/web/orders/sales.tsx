import type { Sale } from '#features/orders/schema.ts';
import { formatFen } from '#shared/money.ts';
import { StateLabel } from '#ui/display/tag.tsx';
import { formatStamp } from '#web/parts/personal/stamp.ts';
import { useSiteContext } from '#web/site.ts';
import { InfiniteTable } from './infinite-table.tsx';
import { type EarningsList, fetchSales } from './load-earnings.ts';

const columns = [
  { label: '内参' },
  { label: '谁买的' },
  { label: '时间' },
  { label: '实付', isFigure: true },
  { label: '收入', isFigure: true },
];

const withIds = (page: { records: Sale[]; cursor: string | null }) => ({
  ...page,
  records: page.records.map((sale) => ({ ...sale, id: sale.orderId })),
});

export function Sales({ first }: { first: Extract<EarningsList, { view: 'sales' }>['first'] }) {
  const { fetchCall, today } = useSiteContext();
  return (
    <InfiniteTable
      label="售出"
      noun="更早的订单"
      empty="还没有人买。付费内参发布后，每一笔都在这里。"
      columns={columns}
      first={withIds(first)}
      fetchMore={async (cursor) => withIds(await fetchSales(fetchCall, cursor))}
      cellsOf={({ title, buyer, paidAt, amount, refundedAmount, income, isRefunded }) => [
        <span key="title">
          {title} {isRefunded && <StateLabel tone="off">已退款</StateLabel>}
        </span>,
        buyer,
        <time key="time" dateTime={paidAt}>
          {formatStamp(paidAt, today).text}
        </time>,
        refundedAmount > 0 && !isRefunded
          ? `${formatFen(amount)}（退 ${formatFen(refundedAmount)}）`
          : formatFen(amount),
        formatFen(income),
      ]}
    />
  );
}

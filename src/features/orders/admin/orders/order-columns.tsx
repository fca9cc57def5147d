import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { OpenButton } from '#admin/parts/list/data-table.tsx';
import { orderKinds, orderStates } from '#admin/parts/sales/labels.ts';
import { stateColumn, timeColumn, twoLines } from '#admin/parts/sales/sales-columns.tsx';
import { gatewayName } from '#shared/ledger-names.ts';
import { formatFen } from '#shared/money.ts';
import type { AdminOrder } from '../../schema.ts';

export const orderColumns = (open: (order: AdminOrder) => void): DataColumn<AdminOrder>[] => [
  {
    key: 'title',
    title: '订单',
    render: (order) => (
      <OpenButton onClick={() => open(order)} below={order.number}>
        {order.title}
      </OpenButton>
    ),
  },
  {
    key: 'kind',
    title: '类型',
    width: 110,
    from: 'lg',
    render: ({ kind, isGift }) => orderKinds[kind] + (isGift ? '（赠送）' : ''),
  },
  {
    key: 'memberName',
    title: '买家',
    width: 150,
    from: 'md',
    render: ({ memberName, memberMobile }) => twoLines(memberName || '已注销', memberMobile),
  },
  {
    key: 'amount',
    title: '金额',
    width: 110,
    align: 'right',
    render: ({ amount, refundedAmount }) =>
      twoLines(formatFen(amount), refundedAmount > 0 && `已退 ${formatFen(refundedAmount)}`),
  },
  stateColumn(orderStates),
  {
    key: 'gateway',
    title: '渠道',
    width: 100,
    from: 'lg',
    render: ({ gateway }) => gatewayName(gateway),
  },
  timeColumn('createdAt', '下单', { from: 'md' }),
];

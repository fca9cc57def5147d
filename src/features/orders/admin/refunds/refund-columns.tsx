import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { Below, OpenButton } from '#admin/parts/list/data-table.tsx';
import { refundKinds, refundStates } from '#admin/parts/sales/labels.ts';
import { fenColumn, timeColumn, twoLines } from '#admin/parts/sales/sales-columns.tsx';
import { StateChip } from '#admin/parts/sales/state-chip.tsx';
import { gatewayName } from '#shared/ledger-names.ts';
import type { AdminRefund } from '../../schema.ts';

export const refundColumns = (open: (refund: AdminRefund) => void): DataColumn<AdminRefund>[] => [
  {
    key: 'orderTitle',
    title: '订单',
    render: (refund) => (
      <OpenButton onClick={() => open(refund)} below={refund.orderNumber}>
        {refund.orderTitle}
      </OpenButton>
    ),
  },
  { key: 'memberName', title: '买家', width: 120, render: ({ memberName }) => memberName || '已注销' },
  fenColumn('amount', '金额', { width: 110 }),
  { key: 'reason', title: '原因', width: 220, render: (refund) => <Reason {...refund} /> },
  {
    key: 'state',
    title: '状态',
    width: 130,
    render: ({ state, gateway, tries }) =>
      twoLines(
        <StateChip {...refundStates[state]} />,
        gatewayName(gateway) + (tries > 1 ? `，试过 ${tries} 次` : ''),
      ),
    text: ({ state }) => refundStates[state].label,
  },
  timeColumn('createdAt', '申请'),
];

const Reason = ({ kind, reason, note, error, state }: AdminRefund) => (
  <>
    {reason || refundKinds[kind]}
    {reason && <Below>{refundKinds[kind]}</Below>}
    {note && <Below>答复：{note}</Below>}
    {error && state !== 'succeeded' && <Below>渠道：{error}</Below>}
  </>
);

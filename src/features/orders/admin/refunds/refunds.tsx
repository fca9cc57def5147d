import { useState } from 'react';
import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { Below, DataTable, OpenButton } from '#admin/parts/list/data-table.tsx';
import { SavedViews } from '#admin/parts/list/saved-views.tsx';
import { useFilters } from '#admin/parts/list/use-filters.ts';
import { usePages } from '#admin/parts/list/use-pages.ts';
import { refundKinds, refundStates } from '#admin/parts/sales/labels.ts';
import { fenColumn, timeColumn, twoLines } from '#admin/parts/sales/sales-columns.tsx';
import { StateChip } from '#admin/parts/sales/state-chip.tsx';
import { usePermit } from '#client/permissions.tsx';
import { gatewayName } from '#shared/ledger-names.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { type AdminRefund, refundsQuery } from '../../schema.ts';
import { OrderDrawer } from '../orders/order-drawer.tsx';
import { refundChanges } from './refund-decisions.ts';

const views = [
  { name: '待处理', filters: {} },
  { name: '失败', filters: { state: 'failed' } },
  { name: '进行中', filters: { state: 'open' } },
  { name: '全部', filters: { state: 'all' } },
];

/** Refunds; the view of those that wait for staff comes first. */
export function Refunds() {
  const filters = useFilters(refundsQuery);
  const list = usePages('GET /admin/refund/list', { state: 'requested', ...filters.values });
  const mayDecide = usePermit('orders.refund');
  const [opened, setOpened] = useState<string>();
  const open = ({ orderId }: AdminRefund) => setOpened(orderId);
  return (
    <>
      <SavedViews list="refunds" builtIn={views} filters={filters} />
      <DataTable
        label="退款"
        unit="笔"
        list={list}
        columns={refundColumns(open)}
        nameOf={({ orderTitle }) => `“${orderTitle}”`}
        onOpen={open}
        changes={mayDecide ? refundChanges : []}
        isSelectable={false}
        width={960}
        empty={<EmptyState title={filters.isNarrowed ? '没有这样的退款' : '没有要处理的退款'} />}
      />
      {opened && <OrderDrawer id={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

const refundColumns = (open: (refund: AdminRefund) => void): DataColumn<AdminRefund>[] => [
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

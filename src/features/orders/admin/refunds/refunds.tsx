import { useState } from 'react';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { SavedViews } from '#admin/parts/list/saved-views.tsx';
import { useFilters } from '#admin/parts/list/use-filters.ts';
import { usePages } from '#admin/parts/list/use-pages.ts';
import { usePermit } from '#client/permissions.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { type AdminRefund, refundsQuery } from '../../schema.ts';
import { OrderDrawer } from '../orders/order-drawer.tsx';
import { refundColumns } from './refund-columns.tsx';
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

import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { SavedViews } from '#admin/parts/list/saved-views.tsx';
import { useFilters } from '#admin/parts/list/use-filters.ts';
import { usePages } from '#admin/parts/list/use-pages.ts';
import { toViews, withdrawalStates } from '#admin/parts/sales/labels.ts';
import { fenColumn, stateColumn, twoLines } from '#admin/parts/sales/sales-columns.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import { usePermit } from '#client/permissions.tsx';
import { formatFen } from '#shared/money.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { type AdminWithdrawal, adminWithdrawalsQuery } from '../schema.ts';
import { withdrawalChanges } from './withdrawal-decisions.ts';

const { requested, ...decided } = withdrawalStates;
const views = [
  { name: requested.label, filters: {} },
  ...toViews(decided),
  { name: '全部', filters: { state: 'all' } },
];

/** Authors' payout requests; the view of those that wait for a decision comes first. */
export function Withdrawals() {
  const mayDecide = usePermit('ledger.settle');
  const filters = useFilters(adminWithdrawalsQuery);
  const list = usePages('GET /admin/withdrawal/list', { state: 'requested', ...filters.values });
  return (
    <>
      <SavedViews list="withdrawals" builtIn={views} filters={filters} />
      <DataTable
        label="提现"
        unit="笔"
        list={list}
        columns={columns}
        nameOf={({ authorName, amount }) => `：${authorName} ${formatFen(amount)}`}
        changes={mayDecide ? withdrawalChanges : []}
        isSelectable={false}
        width={820}
        empty={<EmptyState title={filters.isNarrowed ? '没有这样的提现' : '没有要处理的提现'} />}
      />
    </>
  );
}

const lastChangeOf = ({ createdAt, decidedAt, paidAt }: AdminWithdrawal) => paidAt ?? decidedAt ?? createdAt;

const columns: DataColumn<AdminWithdrawal>[] = [
  { key: 'authorName', title: '作者', width: 130 },
  fenColumn('amount', '金额'),
  {
    key: 'payee',
    title: '收款账户',
    render: ({ payee, note }) => twoLines(payee, note),
  },
  stateColumn(withdrawalStates),
  {
    key: 'at',
    title: '时间',
    width: 130,
    render: (row) => showTime(lastChangeOf(row)),
    text: lastChangeOf,
  },
];

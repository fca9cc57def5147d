import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { DataTable } from '#admin/parts/list/data-table.tsx';
import { SavedViews } from '#admin/parts/list/saved-views.tsx';
import { useFilters } from '#admin/parts/list/use-filters.ts';
import { usePages } from '#admin/parts/list/use-pages.ts';
import { changesOf } from '#admin/parts/sales/decision-dialog.tsx';
import { toViews, withdrawalStates } from '#admin/parts/sales/labels.ts';
import { fenColumn, stateColumn, twoLines } from '#admin/parts/sales/sales-columns.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import { usePermit } from '#client/permissions.tsx';
import { formatFen } from '#shared/money.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import {
  type AdminWithdrawal,
  adminWithdrawalsQuery,
  decideInput,
  payInput,
  rejectInput,
} from '../schema.ts';

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

const describeAmount = ({ authorName, amount }: AdminWithdrawal) => `${authorName}的 ${formatFen(amount)}`;

const withdrawalChanges = changesOf<AdminWithdrawal>([
  {
    call: 'POST /admin/withdrawal/approve',
    schema: decideInput,
    verb: '同意',
    title: '同意提现',
    okText: ({ amount }) => `同意付 ${formatFen(amount)}`,
    fits: ({ state }) => state === 'requested',
    warning: (row) => `${describeAmount(row)}从作者账户转到待打款，收款账户：${row.payee}`,
    note: { label: '说明（可不填）', hint: '作者会看到。' },
    done: '已同意，等待打款',
  },
  {
    call: 'POST /admin/withdrawal/pay',
    schema: payInput,
    verb: '已打款',
    title: '记下打款',
    fits: ({ state }) => state === 'approved',
    warning: (row) => `确认${describeAmount(row)}已经付到：${row.payee}。记下以后不能撤销。`,
    note: { label: '打款凭证号', hint: '银行流水号等，作者会看到。' },
    done: '已记下这笔打款',
  },
  {
    call: 'POST /admin/withdrawal/reject',
    schema: rejectInput,
    verb: '拒绝',
    title: '拒绝提现',
    isDanger: true,
    fits: ({ state }) => state === 'requested' || state === 'approved',
    warning: (row) =>
      row.state === 'approved'
        ? `${describeAmount(row)}不再打款，退回作者账户。`
        : `不同意支付${describeAmount(row)}，作者账户不变。`,
    note: { label: '拒绝原因', hint: '作者会看到，也写进操作日志。' },
    done: '已拒绝，作者会收到原因',
  },
]);

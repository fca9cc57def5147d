import { changesOf } from '#admin/parts/sales/decision-dialog.tsx';
import { formatFen } from '#shared/money.ts';
import { type AdminWithdrawal, decideInput, payInput, rejectInput } from '../schema.ts';

const describeAmount = ({ authorName, amount }: AdminWithdrawal) => `${authorName}的 ${formatFen(amount)}`;

export const withdrawalChanges = changesOf<AdminWithdrawal>([
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

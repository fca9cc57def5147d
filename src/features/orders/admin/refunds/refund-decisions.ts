import { changesOf } from '#admin/parts/sales/decision-dialog.tsx';
import { gatewayName } from '#shared/ledger-names.ts';
import { formatFen } from '#shared/money.ts';
import { type AdminRefund, abandonInput, approveInput, rejectInput, retryInput } from '../../schema.ts';

const describeRefund = ({ orderTitle, amount }: AdminRefund) => `“${orderTitle}”的 ${formatFen(amount)}`;
/** The refund of an invoiced order makes its invoice wrong. */
const invoiceWarning = ({ issuedInvoice }: AdminRefund) =>
  issuedInvoice
    ? `这笔订单已开发票${issuedInvoice.number && ` ${issuedInvoice.number}`}，退款后要红冲。`
    : '';
const isRequested = ({ state }: AdminRefund) => state === 'requested';
const buyerHint = '买家会看到，也写进操作日志。';

export const refundChanges = changesOf<AdminRefund>([
  {
    call: 'POST /admin/refund/approve',
    schema: approveInput,
    verb: '同意',
    title: '同意退款',
    okText: ({ amount, issuedInvoice }) => `${issuedInvoice ? '会红冲，' : ''}同意退 ${formatFen(amount)}`,
    fits: isRequested,
    warning: (refund) =>
      `${describeRefund(refund)}将经${gatewayName(refund.gateway)}原路退回，提交后不能撤销。${invoiceWarning(refund)}`,
    confirms: ({ issuedInvoice }) => (issuedInvoice ? { afterInvoice: true } : {}),
    note: { label: '说明（可不填）', hint: '买家会看到。' },
    done: '已同意，钱正在原路退回',
  },
  {
    call: 'POST /admin/refund/reject',
    schema: rejectInput,
    verb: '拒绝',
    title: '拒绝退款',
    isDanger: true,
    fits: isRequested,
    warning: (refund) =>
      `买家申请退回${describeRefund(refund)}${refund.reason && `，原因是：${refund.reason}`}。拒绝后订单不变。`,
    note: { label: '拒绝原因', hint: buyerHint },
    done: '已拒绝，买家会收到原因',
  },
  {
    call: 'POST /admin/refund/retry',
    schema: retryInput,
    verb: '重试',
    title: '重试退款',
    fits: ({ state }) => state === 'failed',
    warning: (refund) =>
      `${describeRefund(refund)}按原来的退款单号再提交一次，不会重复退款。${refund.error && `上次渠道说：${refund.error}`}`,
    done: '已重新提交给渠道',
  },
  {
    call: 'POST /admin/refund/abandon',
    schema: abandonInput,
    verb: '放弃',
    title: '放弃退款',
    isDanger: true,
    // A surplus payment must be returned, so its refund cannot be abandoned.
    fits: ({ state, kind }) => state === 'failed' && kind !== 'surplus',
    warning: (refund) => `${describeRefund(refund)}不再退回，订单恢复为已支付。请先确认钱没有从渠道退出去。`,
    note: { label: '放弃原因', hint: buyerHint },
    done: '已放弃，订单恢复为已支付',
  },
]);

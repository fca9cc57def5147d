import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { invoiceStates } from '#admin/parts/sales/labels.ts';
import { fenColumn, twoLines } from '#admin/parts/sales/sales-columns.tsx';
import { StateChip } from '#admin/parts/sales/state-chip.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import { formatFen } from '#shared/money.ts';
import type { AdminInvoice } from '../../schema.ts';

export const invoiceColumns: DataColumn<AdminInvoice>[] = [
  {
    key: 'title',
    title: '抬头',
    render: ({ titleKind, title, taxNumber }) =>
      twoLines(title, titleKind === 'company' ? `企业，税号 ${taxNumber}` : '个人'),
    text: ({ title, taxNumber }) => `${title} ${taxNumber}`.trim(),
  },
  {
    key: 'orderTitle',
    title: '订单',
    width: 220,
    render: ({ orderTitle, orderNumber }) => twoLines(orderTitle, orderNumber),
    text: ({ orderTitle, orderNumber }) => `${orderTitle} ${orderNumber}`,
  },
  {
    ...fenColumn('amount', '金额'),
    width: 150,
    render: ({ amount, refundedAfter }) =>
      amount === 0
        ? '已全额退款，不用开'
        : twoLines(formatFen(amount), refundedAfter > 0 && `开票后退了 ${formatFen(refundedAfter)}，要红冲`),
  },
  {
    key: 'email',
    title: '接收',
    width: 190,
    render: ({ memberName, email }) => twoLines(memberName || '已注销', email),
  },
  {
    key: 'state',
    title: '状态',
    width: 120,
    render: ({ state, note, createdAt }) =>
      twoLines(<StateChip {...invoiceStates[state]} />, note || showTime(createdAt)),
    text: ({ state }) => invoiceStates[state].label,
  },
  { key: 'number', title: '发票号码', width: 190, from: 'lg', render: ({ number }) => number || '—' },
];

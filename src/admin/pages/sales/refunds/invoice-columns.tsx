import { Button, type TableColumnsType } from 'antd';
import type { StaffInvoice } from '#features/orders/schema.ts';
import { formatFen } from '#shared/money.ts';
import { showTime } from '../../../parts/show-time.ts';
import s from '../sales.module.css';
import { WordChip } from '../word-chip.tsx';
import { invoiceStates } from '../words.ts';

/** The columns of the list of invoices. */
export const columnsOf = ({
  mayIssue,
  onAct,
}: {
  mayIssue: boolean;
  onAct: (invoice: StaffInvoice, act: 'issue' | 'reject') => void;
}): TableColumnsType<StaffInvoice> => [
  {
    title: '抬头',
    key: 'title',
    render: (_, { titleKind, title, taxNumber }) => (
      <>
        {title}
        <span className={s.small}>{titleKind === 'company' ? `企业，税号 ${taxNumber}` : '个人'}</span>
      </>
    ),
  },
  {
    title: '订单',
    key: 'order',
    width: 220,
    render: (_, { orderTitle, orderNumber }) => (
      <>
        {orderTitle}
        <span className={s.small}>{orderNumber}</span>
      </>
    ),
  },
  {
    title: '金额',
    dataIndex: 'amount',
    width: 110,
    align: 'right',
    render: (fen: number) => <span className={s.money}>{formatFen(fen)}</span>,
  },
  {
    title: '接收',
    key: 'member',
    width: 190,
    render: (_, { memberName, email }) => (
      <>
        {memberName || '已注销'}
        <span className={s.small}>{email}</span>
      </>
    ),
  },
  {
    title: '状态',
    key: 'state',
    width: 120,
    render: (_, { state, note, createdAt }) => (
      <>
        <WordChip {...invoiceStates[state]} />
        <span className={s.small}>{note || showTime(createdAt)}</span>
      </>
    ),
  },
  ...(mayIssue
    ? [
        {
          title: '操作',
          key: 'acts',
          width: 150,
          render: (_: unknown, invoice: StaffInvoice) =>
            invoice.state === 'requested' && (
              <span className={s.acts}>
                <Button
                  size="small"
                  aria-label={`开票：${invoice.title}`}
                  onClick={() => onAct(invoice, 'issue')}
                >
                  开票
                </Button>
                <Button
                  size="small"
                  danger
                  aria-label={`拒绝：${invoice.title}`}
                  onClick={() => onAct(invoice, 'reject')}
                >
                  拒绝
                </Button>
              </span>
            ),
        },
      ]
    : []),
];

import type { TableColumnsType } from 'antd';
import type { StaffOrder } from '#features/orders/schema.ts';
import { formatFen } from '#shared/money.ts';
import { showTime } from '../../../parts/show-time.ts';
import s from '../sales.module.css';
import { WordChip } from '../word-chip.tsx';
import { gatewayName, orderKinds, orderStates } from '../words.ts';

/** The columns of the list of orders. */
export const columnsOf = (onOpen: (id: string) => void): TableColumnsType<StaffOrder> => [
  {
    title: '订单',
    key: 'order',
    render: (_, order) => (
      <>
        <button type="button" className={s.open} onClick={() => onOpen(order.id)}>
          {order.title}
        </button>
        <span className={s.small}>{order.number}</span>
      </>
    ),
  },
  {
    title: '类型',
    key: 'kind',
    width: 110,
    render: (_, { kind, isGift }) => orderKinds[kind] + (isGift ? '（赠送）' : ''),
  },
  {
    title: '买家',
    key: 'member',
    width: 150,
    render: (_, { memberName, memberMobile }) => (
      <>
        {memberName || '已注销'}
        <span className={s.small}>{memberMobile}</span>
      </>
    ),
  },
  {
    title: '金额',
    key: 'amount',
    width: 120,
    align: 'right',
    render: (_, { amount, refundedAmount }) => (
      <span className={s.money}>
        {formatFen(amount)}
        {refundedAmount > 0 && <span className={s.small}>已退 {formatFen(refundedAmount)}</span>}
      </span>
    ),
  },
  {
    title: '状态',
    key: 'state',
    width: 100,
    render: (_, { state }) => <WordChip {...orderStates[state]} />,
  },
  { title: '渠道', dataIndex: 'gateway', width: 100, render: gatewayName },
  {
    title: '下单',
    dataIndex: 'createdAt',
    width: 130,
    render: (at: string) => <time dateTime={at}>{showTime(at)}</time>,
  },
];

import { Button, type TableColumnsType } from 'antd';
import type { StaffRefund } from '#features/orders/schema.ts';
import { formatFen } from '#shared/money.ts';
import { showTime } from '../../../parts/show-time.ts';
import s from '../sales.module.css';
import { WordChip } from '../word-chip.tsx';
import { gatewayName, refundKinds, refundStates } from '../words.ts';
import { type RefundAct, refundActs } from './refund-decision.tsx';

/** The columns of the list of refunds. */
export const columnsOf = ({
  mayDecide,
  onOpen,
  onAct,
}: {
  mayDecide: boolean;
  onOpen: (orderId: string) => void;
  onAct: (refund: StaffRefund, act: RefundAct) => void;
}): TableColumnsType<StaffRefund> => [
  {
    title: '订单',
    key: 'order',
    render: (_, { orderId, orderTitle, orderNumber }) => (
      <>
        <button type="button" className={s.open} onClick={() => onOpen(orderId)}>
          {orderTitle}
        </button>
        <span className={s.small}>{orderNumber}</span>
      </>
    ),
  },
  {
    title: '买家',
    dataIndex: 'memberName',
    width: 120,
    render: (name: string) => name || '已注销',
  },
  {
    title: '金额',
    dataIndex: 'amount',
    width: 110,
    align: 'right',
    render: (fen: number) => <span className={s.money}>{formatFen(fen)}</span>,
  },
  {
    title: '原因',
    key: 'reason',
    width: 220,
    render: (_, { kind, reason, note, error, state }) => (
      <>
        {reason || refundKinds[kind]}
        {reason && <span className={s.small}>{refundKinds[kind]}</span>}
        {note && <span className={s.small}>答复：{note}</span>}
        {error && state !== 'succeeded' && <span className={s.small}>渠道：{error}</span>}
      </>
    ),
  },
  {
    title: '状态',
    key: 'state',
    width: 130,
    render: (_, { state, gateway, tries }) => (
      <>
        <WordChip {...refundStates[state]} />
        <span className={s.small}>
          {gatewayName(gateway)}
          {tries > 1 && `，试过 ${tries} 次`}
        </span>
      </>
    ),
  },
  {
    title: '申请',
    dataIndex: 'createdAt',
    width: 120,
    render: (at: string) => <time dateTime={at}>{showTime(at)}</time>,
  },
  ...(mayDecide ? [actColumn(onAct)] : []),
];

const actColumn = (
  onAct: (refund: StaffRefund, act: RefundAct) => void,
): TableColumnsType<StaffRefund>[number] => ({
  title: '操作',
  key: 'acts',
  width: 150,
  render: (_, refund) => (
    <span className={s.acts}>
      {actsFor(refund).map((act) => (
        <Button
          key={act}
          size="small"
          danger={refundActs[act].isDanger}
          aria-label={`${refundActs[act].verb}：${refund.orderTitle}`}
          onClick={() => onAct(refund, act)}
        >
          {refundActs[act].verb}
        </Button>
      ))}
    </span>
  ),
});

function actsFor({ state, kind }: StaffRefund): RefundAct[] {
  if (state === 'requested') return ['approve', 'reject'];
  if (state !== 'failed') return [];
  // Money that paid nothing is not ours to keep.
  return kind === 'surplus' ? ['retry'] : ['retry', 'abandon'];
}

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Facts, Section } from '#admin/parts/layout/page.tsx';
import { closeReasons, formatPeriod, orderKinds, orderStates } from '#admin/parts/sales/labels.ts';
import { StateChip } from '#admin/parts/sales/state-chip.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import { gatewayName } from '#shared/ledger-names.ts';
import { formatFen } from '#shared/money.ts';
import type { AdminOrderDetail } from '../../schema.ts';

export const OrderFacts = ({ order }: { order: AdminOrderDetail }) => (
  <Section title={order.title} tools={<StateChip {...orderStates[order.state]} />}>
    <Facts facts={[...goodsFacts(order), ...priceFacts(order), ...progressFacts(order)]} />
  </Section>
);

type Fact = readonly [label: string, value: ReactNode];

const goodsFacts = (order: AdminOrderDetail): Fact[] => [
  ['订单号', order.number],
  ['买家', <Buyer key="buyer" order={order} />],
  ['类型', orderKinds[order.kind] + (order.isGift ? '，赠送' : '')],
  ['内容', order.post && <Post {...order.post} />],
  [
    '期限',
    order.kind === 'post'
      ? null
      : formatPeriod(order) + (order.endsAt ? `，到 ${showTime(order.endsAt)}` : ''),
  ],
  [
    '礼物',
    order.gift && (order.gift.redeemedAt ? `${showTime(order.gift.redeemedAt)} 已兑换` : '还没有兑换'),
  ],
];

const priceFacts = (order: AdminOrderDetail): Fact[] => [
  [order.isVipPrice ? 'VIP 价' : '标价', formatFen(order.listPrice)],
  ['优惠', order.discount > 0 ? `-${formatFen(order.discount)}` : null],
  ['应付', formatFen(order.amount)],
  [
    '已退',
    order.refundedAmount > 0
      ? `${formatFen(order.refundedAmount)}，余 ${formatFen(order.amount - order.refundedAmount)}`
      : null,
  ],
  ['作者分成', order.authorName ? `${order.authorName}，${order.authorShare / 100}%` : null],
];

const progressFacts = (order: AdminOrderDetail): Fact[] => [
  ['渠道', gatewayName(order.gateway)],
  ['下单', showTime(order.createdAt)],
  ['支付', order.paidAt ? showTime(order.paidAt) : '未支付'],
  ['到期', order.state === 'pending' ? `${showTime(order.expiresAt)}，届时未付自动关闭` : null],
  ['关闭', order.closeReason && closeReasons[order.closeReason]],
];

const Post = ({ id, isWithdrawn }: NonNullable<AdminOrderDetail['post']>) => (
  <>
    <Link className="link" to={`/posts/${id}`}>
      稿件 {id}
    </Link>
    {isWithdrawn && '（已撤回）'}
  </>
);

function Buyer({ order: { memberId, memberName, memberMobile } }: { order: AdminOrderDetail }) {
  if (memberId === null) return '已注销';
  return (
    <>
      <Link className="link" to={`/members?keyword=${memberId}`}>
        {memberName}
      </Link>
      {` ${memberMobile}`}
    </>
  );
}

import { Link } from 'react-router';
import type { StaffOrderDetail } from '#features/orders/schema.ts';
import { formatFen } from '#shared/money.ts';
import { showTime } from '../../../parts/show-time.ts';
import s from '../sales.module.css';
import { closeReasons, gatewayName, orderKinds, showPeriod } from '../words.ts';

/** What was ordered, by whom, for how much. */
export function OrderFacts({ order }: { order: StaffOrderDetail }) {
  const left = order.amount - order.refundedAmount;
  return (
    <section className={s.part} aria-label="订单资料">
      <dl className={s.facts}>
        <dt>订单号</dt>
        <dd>{order.number}</dd>
        <dt>买家</dt>
        <dd>
          <Buyer order={order} />
        </dd>
        <dt>类型</dt>
        <dd>
          {orderKinds[order.kind]}
          {order.isGift && '，赠送'}
        </dd>
        {order.post && (
          <>
            <dt>内容</dt>
            <dd>
              <Link className="link" to={`/posts/${order.post.id}`}>
                稿件 {order.post.id}
              </Link>
              {order.post.isWithdrawn && '（已撤回）'}
            </dd>
          </>
        )}
        {order.kind !== 'post' && (
          <>
            <dt>期限</dt>
            <dd>
              {showPeriod(order)}
              {order.endsAt && `，到 ${showTime(order.endsAt)}`}
            </dd>
          </>
        )}
        {order.gift && (
          <>
            <dt>礼物</dt>
            <dd>{order.gift.redeemedAt ? `${showTime(order.gift.redeemedAt)} 已兑换` : '还没有兑换'}</dd>
          </>
        )}
        <dt>{order.isVipPrice ? 'VIP 价' : '标价'}</dt>
        <dd>{formatFen(order.listPrice)}</dd>
        {order.discount > 0 && (
          <>
            <dt>优惠</dt>
            <dd>-{formatFen(order.discount)}</dd>
          </>
        )}
        <dt>应付</dt>
        <dd>{formatFen(order.amount)}</dd>
        {order.refundedAmount > 0 && (
          <>
            <dt>已退</dt>
            <dd>
              {formatFen(order.refundedAmount)}，余 {formatFen(left)}
            </dd>
          </>
        )}
        {order.authorName && (
          <>
            <dt>作者分成</dt>
            <dd>
              {order.authorName}，{order.authorShare / 100}%
            </dd>
          </>
        )}
        <dt>渠道</dt>
        <dd>{gatewayName(order.gateway)}</dd>
        <dt>下单</dt>
        <dd>{showTime(order.createdAt)}</dd>
        <dt>支付</dt>
        <dd>{order.paidAt ? showTime(order.paidAt) : '未支付'}</dd>
        {order.state === 'pending' && (
          <>
            <dt>到期</dt>
            <dd>{showTime(order.expiresAt)}，届时未付自动关闭</dd>
          </>
        )}
        {order.closeReason && (
          <>
            <dt>关闭</dt>
            <dd>{closeReasons[order.closeReason]}</dd>
          </>
        )}
      </dl>
    </section>
  );
}

function Buyer({ order: { memberId, memberName, memberMobile } }: { order: StaffOrderDetail }) {
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

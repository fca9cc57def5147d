import type { OrderDetail } from '#features/orders/schema.ts';
import { fenToYuan, formatFen } from '#shared/money.ts';
import { Button } from '#ui/controls/button.tsx';
import { periodOf } from './offers.ts';
import { PayOffers, PaySum } from './pay-offers.tsx';
import type { Payment } from './use-payment.ts';

/** What was ordered, at the price that stands. */
export function OrderLeft({ order }: { order: OrderDetail }) {
  const note = order.kind === 'post' ? '永久可读，含附件' : `${periodOf(order)}，自支付时起`;
  return (
    <>
      <PayOffers
        label="订单内容"
        offers={[
          {
            id: order.thing,
            title: order.title,
            note: [note, order.isVipPrice && 'VIP 价', order.isGift && '送给别人'].filter(Boolean).join('；'),
            price: formatFen(order.listPrice),
          },
        ]}
        selected={order.thing}
        onSelect={() => undefined}
        isFixed
      />
      <PaySum
        lines={order.discount > 0 ? [{ label: '优惠', value: `−${formatFen(order.discount)}` }] : []}
        total={fenToYuan(order.amount)}
      />
    </>
  );
}

/** The number people and gateways call it by, and what can be done about it. */
export function OrderFoot({ order, payment }: { order: OrderDetail; payment: Payment }) {
  return (
    <>
      <span>
        订单号 <span className="fig">{order.number}</span>
      </span>
      {order.state === 'pending' && (
        <span>
          <Button tone="text" size="s" onClick={() => void payment.cancel()}>
            取消订单
          </Button>{' '}
          <Button tone="text" size="s" onClick={() => void payment.check()}>
            我已支付
          </Button>
        </span>
      )}
    </>
  );
}

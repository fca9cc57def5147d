import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { detailPath } from '#client/routes.ts';
import type { OrderDetail } from '#features/orders/schema.ts';
import { fenToYuan, formatFen } from '#shared/money.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { Failed } from '#ui/states/void.tsx';
import { Choosing } from './choosing.tsx';
import { periodOf } from './offers.ts';
import { Paid } from './paid.tsx';
import { PayNow } from './pay-now.tsx';
import { PayOffers, PaySum } from './pay-offers.tsx';
import { PaySheet } from './pay-sheet.tsx';
import { PayOutcome } from './pay-ways.tsx';
import { type PayRequest, startPaying, stopPaying } from './paying.ts';
import { type Payment, usePayment } from './use-payment.ts';
import { type Shop, useShop } from './use-shop.ts';

/** The pay pop-up (PRODUCT §5): choose, confirm, pay, and read on where one stood. */
export function PayDialog({ request }: { request: PayRequest }) {
  const { data: shop, fault, retry } = useShop(request);
  const payment = usePayment(request.code);
  usePaidHere(payment, request);
  if (fault)
    return (
      <PaySheet
        onClose={stopPaying}
        title="确认订单"
        left={<Failed message={fault.message} onRetry={retry} />}
        right={null}
      />
    );
  if (!shop || (request.orderId && !payment.order))
    return (
      <PaySheet
        onClose={stopPaying}
        title="确认订单"
        left={<Opening request={request} shop={shop} payment={payment} />}
        right={null}
      />
    );
  return payment.order ? (
    <Ordered request={request} shop={shop} payment={payment} />
  ) : (
    <Choosing request={request} shop={shop} payment={payment} />
  );
}

/** Waits for what is for sale; an order made before is taken up as soon as its ways are known. */
function Opening({
  request,
  shop,
  payment,
}: {
  request: PayRequest;
  shop: Shop | undefined;
  payment: Payment;
}) {
  const { orderId, isBack } = request;
  const isReady = shop !== undefined;
  const open = () => orderId && shop && void payment.resume(orderId, { ways: shop.ways, isBack });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the ways are there.
  useEffect(() => {
    if (isReady) open();
  }, [isReady]);
  if (payment.error) return <Failed message={payment.error} onRetry={open} />;
  return <PayOutcome tone="wait" title="正在准备 …" />;
}

const titles: Readonly<Record<OrderDetail['state'], string>> = {
  pending: '支付订单',
  paid: '支付成功',
  refunding: '正在退款',
  refunded: '已退款',
  closed: '订单已关闭',
};

function Ordered({ request, shop, payment }: { request: PayRequest; shop: Shop; payment: Payment }) {
  const { order } = payment;
  if (!order) return null;
  return (
    <PaySheet
      onClose={stopPaying}
      title={titles[order.state]}
      left={<OrderLeft order={order} />}
      right={
        order.state === 'paid' ? (
          <Paid order={order} />
        ) : order.state === 'pending' ? (
          <PayNow order={order} payment={payment} ways={shop.ways} />
        ) : (
          <Closed order={order} request={request} payment={payment} />
        )
      }
      foot={<OrderFoot order={order} payment={payment} />}
    />
  );
}

/** What was locked opens where it stands, and whoever asked is told. */
function usePaidHere({ order }: Payment, { onPaid }: PayRequest): void {
  const { revalidate } = useRevalidator();
  const isPaid = order?.state === 'paid';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is paid.
  useEffect(() => {
    if (!isPaid) return;
    onPaid?.();
    void revalidate();
  }, [isPaid]);
}

type ClosedProps = { order: OrderDetail; request: PayRequest; payment: Payment };

/** It can no longer be paid: what becomes of money that is under way, and the way to a new order. */
function Closed({ order, request, payment }: ClosedProps) {
  if (order.state !== 'closed')
    return (
      <PayOutcome tone="done" title={order.state === 'refunded' ? '已退款' : '正在退款'}>
        <p>{`${formatFen(order.refundedAmount || order.amount)} 原路退回。`}</p>
      </PayOutcome>
    );
  return (
    <>
      <PayOutcome tone="failed" title="订单已关闭">
        <p>{`${formatFen(order.amount)} 没有支付。如果你已经付了款，会原路退回。`}</p>
      </PayOutcome>
      <Anew order={order} request={request} payment={payment} />
    </>
  );
}

function Anew({ order: { kind, columnId, post }, request, payment }: ClosedProps) {
  // Taken up from elsewhere: what stood beside it is not known here.
  if (!request.orderId) return <Button onClick={payment.forget}>重新下单</Button>;
  if (kind !== 'post')
    return (
      <Button onClick={() => startPaying({ first: kind, columnId: columnId ?? undefined })}>重新下单</Button>
    );
  if (!post || post.isWithdrawn) return null;
  return (
    <ButtonLink href={detailPath(post.columnId, post.id)} onClick={stopPaying}>
      回到这一篇
    </ButtonLink>
  );
}

/** What was ordered, at the price that stands. */
function OrderLeft({ order }: { order: OrderDetail }) {
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
function OrderFoot({ order, payment }: { order: OrderDetail; payment: Payment }) {
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

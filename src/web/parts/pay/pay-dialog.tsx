import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { formatFen } from '#shared/money.ts';
import { PaySheet } from '#ui/pay/pay-sheet.tsx';
import { PayOutcome } from '#ui/pay/pay-ways.tsx';
import { Failed } from '#ui/states/void.tsx';
import { Choosing } from './choosing.tsx';
import { OrderFoot, OrderLeft } from './order-parts.tsx';
import { Paid } from './paid.tsx';
import { PayNow } from './pay-now.tsx';
import { type PayRequest, stopPaying } from './paying.ts';
import { type Payment, usePayment } from './use-payment.ts';
import { type Shop, useShop } from './use-shop.ts';

/** The pay pop-up (PRODUCT §5): choose, confirm, pay, and read on where one stood. */
export function PayDialog({ request }: { request: PayRequest }) {
  const { shop, fault, retry } = useShop(request);
  const payment = usePayment(request.code);
  usePaidHere(payment, request);
  if (fault)
    return (
      <PaySheet
        open
        onClose={stopPaying}
        title="确认订单"
        left={<Failed message={fault} onRetry={retry} />}
        right={null}
      />
    );
  if (!shop || (request.orderId && !payment.order))
    return (
      <PaySheet
        open
        onClose={stopPaying}
        title="确认订单"
        left={<Opening request={request} shop={shop} payment={payment} />}
        right={null}
      />
    );
  return payment.order ? (
    <Ordered shop={shop} payment={payment} />
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
  const { orderId } = request;
  const { resume } = payment;
  const isReady = shop !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the ways are there.
  useEffect(() => {
    if (orderId && isReady) void resume(orderId, shop?.ways[0]);
  }, [orderId, isReady]);
  if (payment.error)
    return <Failed message={payment.error} onRetry={() => orderId && void resume(orderId, shop?.ways[0])} />;
  return <PayOutcome tone="wait" title="正在准备 …" />;
}

function Ordered({ shop, payment }: { shop: Shop; payment: Payment }) {
  const { order } = payment;
  const [way, setWay] = useState(shop.ways[0]);
  if (!order) return null;
  const isPaid = order.state === 'paid';
  return (
    <PaySheet
      open
      onClose={stopPaying}
      title={isPaid ? '支付成功' : order.state === 'pending' ? '支付订单' : '订单已关闭'}
      left={<OrderLeft order={order} />}
      right={
        isPaid ? (
          <Paid order={order} />
        ) : order.state === 'pending' ? (
          <PayNow
            order={order}
            payment={payment}
            ways={shop.ways}
            way={way}
            onWay={(chosen) => {
              setWay(chosen);
              void payment.payBy(chosen);
            }}
          />
        ) : (
          <PayOutcome tone="failed" title="订单已关闭">
            <p>{`${formatFen(order.amount)} 没有支付。如果你已经付了款，会原路退回。`}</p>
          </PayOutcome>
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

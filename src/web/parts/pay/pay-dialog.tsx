import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { clearAccessMarks } from '#client/access-marks.ts';
import { detailPath } from '#client/routes.ts';
import type { OrderDetail } from '#features/orders/schema.ts';
import { fenToYuan, formatFen } from '#shared/money.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { ErrorState } from '#ui/states/empty-state.tsx';
import { reloadProfile } from '../member/use-profile.ts';
import { formatPeriod } from './offers.ts';
import { OrderForm } from './order-form.tsx';
import { PaidOrder } from './paid-order.tsx';
import { PayDialogLayout } from './pay-dialog-layout.tsx';
import { PayOutcome } from './pay-methods.tsx';
import { PayNow } from './pay-now.tsx';
import { PayOffers, PaySum } from './pay-offers.tsx';
import { closePayDialog, openPayDialog, type PayRequest } from './pay-request.ts';
import { type PayOptions, usePayOptions } from './use-pay-options.ts';
import { type Payment, usePayment } from './use-payment.ts';

/** The pay pop-up (docs/product.md §15): choose, confirm, pay, and continue reading in the same place. */
export function PayDialog({ request }: { request: PayRequest }) {
  const { data: options, error, retry } = usePayOptions(request);
  const payment = usePayment(request.code);
  useOnPaid(payment, request);
  if (error)
    return (
      <PayDialogLayout
        onClose={closePayDialog}
        title="确认订单"
        left={<ErrorState message={error.message} onRetry={retry} />}
        right={null}
      />
    );
  if (!options || (request.orderId && !payment.order))
    return (
      <PayDialogLayout
        onClose={closePayDialog}
        title="确认订单"
        left={<OrderLoader request={request} options={options} payment={payment} />}
        right={null}
      />
    );
  return payment.order ? (
    <OrderStep request={request} options={options} payment={payment} />
  ) : (
    <OrderForm request={request} options={options} payment={payment} />
  );
}

/** Waits for the pay options; resumes an existing order as soon as its payment methods are known. */
function OrderLoader({
  request,
  options,
  payment,
}: {
  request: PayRequest;
  options: PayOptions | undefined;
  payment: Payment;
}) {
  const { orderId, isReturning } = request;
  const isReady = options !== undefined;
  const resume = () =>
    orderId && options && void payment.resume(orderId, { methods: options.methods, isReturning });
  // biome-ignore lint/correctness/useExhaustiveDependencies: resumes once, when the payment methods are known.
  useEffect(() => {
    if (isReady) resume();
  }, [isReady]);
  if (payment.error) return <ErrorState message={payment.error} onRetry={resume} />;
  return <PayOutcome tone="wait" title="正在准备 …" />;
}

const titles: Readonly<Record<OrderDetail['state'], string>> = {
  pending: '支付订单',
  paid: '支付成功',
  refunding: '正在退款',
  refunded: '已退款',
  closed: '订单已关闭',
};

function OrderStep({
  request,
  options,
  payment,
}: {
  request: PayRequest;
  options: PayOptions;
  payment: Payment;
}) {
  const { order } = payment;
  if (!order) return null;
  return (
    <PayDialogLayout
      onClose={closePayDialog}
      title={titles[order.state]}
      left={<OrderSummary order={order} />}
      right={
        order.state === 'paid' ? (
          <PaidOrder order={order} />
        ) : order.state === 'pending' ? (
          <PayNow order={order} payment={payment} methods={options.methods} />
        ) : (
          <ClosedOrder order={order} request={request} payment={payment} />
        )
      }
      foot={<OrderFoot order={order} payment={payment} />}
    />
  );
}

/** After payment, reloads page and profile so that locked content opens and VIP is shown, and calls `onPaid`. */
function useOnPaid({ order }: Payment, { onPaid }: PayRequest): void {
  const { revalidate } = useRevalidator();
  const isPaid = order?.state === 'paid';
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the order is paid.
  useEffect(() => {
    if (!isPaid) return;
    clearAccessMarks();
    onPaid?.();
    reloadProfile();
    void revalidate();
  }, [isPaid]);
}

type ClosedOrderProps = { order: OrderDetail; request: PayRequest; payment: Payment };

/** The order can no longer be paid: says what happens to money already sent, and offers a new order. */
function ClosedOrder({ order, request, payment }: ClosedOrderProps) {
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
      <ReorderButton order={order} request={request} payment={payment} />
    </>
  );
}

function ReorderButton({ order: { kind, columnId, post }, request, payment }: ClosedOrderProps) {
  // With `orderId` the order was resumed and has no choices to return to, so a new order needs a new request.
  if (!request.orderId) return <Button onClick={payment.reset}>重新下单</Button>;
  if (kind !== 'post')
    return (
      <Button onClick={() => openPayDialog({ preselected: kind, columnId: columnId ?? undefined })}>
        重新下单
      </Button>
    );
  if (!post || post.isWithdrawn) return null;
  return (
    <ButtonLink href={detailPath(post.columnId, post.id)} onClick={closePayDialog}>
      回到这一篇
    </ButtonLink>
  );
}

/** What was ordered, at the price fixed in the order. */
function OrderSummary({ order }: { order: OrderDetail }) {
  const note = order.kind === 'post' ? '永久可读，含附件' : `${formatPeriod(order)}，自支付时起`;
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

/** The order number that members and gateways use, and the action on the order. */
function OrderFoot({ order, payment }: { order: OrderDetail; payment: Payment }) {
  return (
    <>
      <span>
        订单号 <span className="fig">{order.number}</span>
      </span>
      {order.state === 'pending' && (
        <Button tone="text" size="s" disabled={payment.isBusy} onClick={() => void payment.cancel()}>
          取消订单
        </Button>
      )}
    </>
  );
}

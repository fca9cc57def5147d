import { detailPath } from '#client/routes.ts';
import type { OrderDetail } from '#features/orders/schema.ts';
import { formatFen } from '#shared/money.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { PayOutcome } from './pay-ways.tsx';
import { type PayRequest, startPaying, stopPaying } from './paying.ts';
import type { Payment } from './use-payment.ts';

type ClosedProps = { order: OrderDetail; request: PayRequest; payment: Payment };

/** It can no longer be paid: what becomes of money that is under way, and the way to a new order. */
export function Closed({ order, request, payment }: ClosedProps) {
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

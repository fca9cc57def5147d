import type { OrderEvent } from './events.ts';
import type { OrderRow } from './queries.ts';

/** Returns the part of an order that its events carry. */
export const orderEventOf = (order: OrderRow): OrderEvent => ({
  orderId: order.id,
  number: order.number,
  memberId: order.member_id,
  kind: order.kind,
  title: order.title,
  isGift: order.is_gift,
  amount: order.amount,
});

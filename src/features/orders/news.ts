import type { OrderNews } from './events.ts';
import type { OrderRow } from './queries.ts';

/** An order as events tell of it. */
export const newsOf = (order: OrderRow): OrderNews => ({
  orderId: order.id,
  number: order.number,
  memberId: order.member_id,
  kind: order.kind,
  title: order.title,
  isGift: order.is_gift,
  amount: order.amount,
});

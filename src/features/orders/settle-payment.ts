import { giveGrant, type Period } from '#features/entitlements/index.ts';
import { bookTransaction, findBookingKind, saleEntries, surplusEntries } from '#features/ledger/index.ts';
import { createGiftCode, isTrialPlan, markCouponUsed } from '#features/memberships/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import type {} from './events.ts';
import { refundNumber } from './numbers.ts';
import { orderEventOf } from './order-event.ts';
import { lockOrder, type OrderRow, updateOrder } from './queries.ts';
import { insertRefund } from './refund-queries.ts';

/** A payment that a gateway reported as successful; `amount` is the received amount in fen. */
export type ReceivedPayment = { orderId: string; paymentId: string; gateway: string; amount: number };

/**
 * Settles a received payment in the caller's transaction, which also writes the payment, so that both commit or
 * neither. If the order is pending (also past its deadline) and the amount is equal, the order becomes paid: grant,
 * coupon, ledger entries and event are written. Any other payment is surplus: it is booked as owed and refunded
 * automatically. May be repeated for one payment: a repetition returns the first result and changes nothing.
 * @throws notFound for an unknown order
 */
export async function settlePayment(
  ctx: Context,
  trx: Trx,
  { orderId, paymentId, gateway, amount }: ReceivedPayment,
): Promise<'paid' | 'surplus'> {
  const order = await lockOrder(trx, orderId);
  if (!order) throw notFound('订单不存在');
  const key = `payment:${paymentId}`;
  const isSale = order.state === 'pending' && amount === order.amount && order.member_id !== null;
  const { author_id: authorId, author_share: authorShare } = order;
  const isFirst = isSale
    ? await bookTransaction(ctx, trx, {
        key,
        kind: 'sale',
        orderId,
        authorId,
        entries: saleEntries({ gateway, amount, authorId, authorShare }),
      })
    : await bookTransaction(ctx, trx, {
        key,
        kind: 'surplus',
        orderId,
        entries: surplusEntries(gateway, amount),
      });
  // The unique key decides which call is first; a repetition returns the first result.
  if (!isFirst) return (await findBookingKind(trx, key)) === 'sale' ? 'paid' : 'surplus';
  if (isSale) await markOrderPaid(ctx, trx, order, { paymentId, gateway });
  else await refundSurplus(ctx, trx, { orderId, paymentId, amount });
  return isSale ? 'paid' : 'surplus';
}

/** Marks a pending, locked order as paid and grants the purchase. Without a payment the order cost nothing. */
export async function markOrderPaid(
  ctx: Context,
  trx: Trx,
  order: OrderRow,
  payment?: { paymentId: string; gateway: string },
): Promise<void> {
  const granted = order.is_gift ? await grantGift(ctx, trx, order) : await grantPurchase(ctx, trx, order);
  await updateOrder(trx, order.id, {
    state: 'paid',
    paid_at: ctx.now(),
    grant_id: granted.grantId,
    gateway: payment?.gateway ?? null,
    payment_id: payment?.paymentId ?? null,
  });
  if (order.coupon_id !== null) await markCouponUsed(trx, order.id);
  await ctx.events.emit(ctx, trx, 'order.paid', { ...orderEventOf(order), endsAt: granted.endsAt });
}

async function grantPurchase(ctx: Context, trx: Trx, order: OrderRow) {
  const memberId = order.member_id ?? '';
  const source = `order:${order.id}`;
  if (order.kind === 'post')
    return giveGrant(ctx, trx, { memberId, source, scope: 'post', postId: order.post_id ?? '' });
  const isTrial = order.plan_id !== null && (await isTrialPlan(trx, order.plan_id));
  const grant = { memberId, source: isTrial ? `trial:${source}` : source, period: periodOf(order) };
  return order.kind === 'vip'
    ? giveGrant(ctx, trx, { ...grant, scope: 'vip' })
    : giveGrant(ctx, trx, { ...grant, scope: 'column', columnId: order.column_id ?? '' });
}

/** Creates the code that the buyer of a gift passes on. */
async function grantGift(ctx: Context, trx: Trx, order: OrderRow) {
  await createGiftCode(ctx, trx, {
    orderId: order.id,
    name: order.title,
    scope: order.kind,
    targetId: order.kind === 'vip' ? null : order.kind === 'column' ? order.column_id : order.post_id,
    months: order.months,
    days: order.days,
  });
  return { grantId: null, endsAt: null };
}

function periodOf({ months, days }: OrderRow): Period {
  return months !== null ? { months } : { days: days ?? 0 };
}

async function refundSurplus(
  ctx: Context,
  trx: Trx,
  { orderId, paymentId, amount }: { orderId: string; paymentId: string; amount: number },
): Promise<void> {
  const now = ctx.now();
  await insertRefund(trx, {
    number: refundNumber(now),
    order_id: orderId,
    payment_id: paymentId,
    kind: 'surplus',
    amount,
    reason: '重复付款或订单已关闭，原路退回',
    state: 'approved',
    next_try_at: now,
    created_at: now,
    requested_by: null,
  });
}

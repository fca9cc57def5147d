import { giveGrant, type Period } from '#features/entitlements/index.ts';
import { bookTransaction, findBooking, saleEntries, surplusEntries } from '#features/ledger/index.ts';
import { isTrialPlan, makeGift, spendCoupon } from '#features/memberships/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import type {} from './events.ts';
import { newsOf } from './news.ts';
import { refundNumber } from './numbers.ts';
import { lockOrder, type OrderRow, updateOrder } from './queries.ts';
import { insertRefund } from './refund-queries.ts';

/** A payment that a gateway says succeeded; `amount` is what came, in fen. */
export type Settlement = { orderId: string; paymentId: string; gateway: string; amount: number };

/**
 * Takes money that came in, in the caller's transaction, which writes its payment too: all of it is written or nothing.
 * An order that waits for this very amount, also past its time while nobody closed it, is paid: what was bought is
 * given, the coupon used, the sale booked, listeners told. Anything else is surplus, booked as owed and refunded by
 * itself. May be repeated for one payment: the second time answers what the first did and changes nothing.
 * @throws notFound for an order that does not exist
 */
export async function settlePayment(
  ctx: Context,
  trx: Trx,
  { orderId, paymentId, gateway, amount }: Settlement,
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
  // The key decides who is first; whoever repeats a payment is told what was made of it.
  if (!isFirst) return (await findBooking(trx, key)) === 'sale' ? 'paid' : 'surplus';
  if (isSale) await payOrder(ctx, trx, order, { paymentId, gateway });
  else await returnSurplus(ctx, trx, { orderId, paymentId, amount });
  return isSale ? 'paid' : 'surplus';
}

/** Marks a pending, locked order as paid and gives what was bought; without a payment it cost nothing. */
export async function payOrder(
  ctx: Context,
  trx: Trx,
  order: OrderRow,
  payment?: { paymentId: string; gateway: string },
): Promise<void> {
  const given = order.is_gift ? await giveCode(ctx, trx, order) : await give(ctx, trx, order);
  await updateOrder(trx, order.id, {
    state: 'paid',
    paid_at: ctx.now(),
    grant_id: given.grantId,
    gateway: payment?.gateway ?? null,
    payment_id: payment?.paymentId ?? null,
  });
  if (order.coupon_id !== null) await spendCoupon(trx, order.id);
  await ctx.events.emit(ctx, trx, 'order.paid', { ...newsOf(order), endsAt: given.endsAt });
}

async function give(ctx: Context, trx: Trx, order: OrderRow) {
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

/** A gift gives its buyer a code to pass on. */
async function giveCode(ctx: Context, trx: Trx, order: OrderRow) {
  await makeGift(ctx, trx, {
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

async function returnSurplus(
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

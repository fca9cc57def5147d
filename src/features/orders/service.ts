import { hasAcknowledged } from '#features/frontpage/index.ts';
import {
  ensureGiftKey,
  findCouponId,
  limitWrongCodes,
  quoteCoupon,
  releaseCoupon,
  reserveCoupon,
} from '#features/memberships/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context, Database, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid, notFound, unauthenticated } from '#kernel/errors.ts';
import { formatFen } from '#shared/money.ts';
import type {} from './events.ts';
import { findGoods, type Goods } from './goods.ts';
import { orderNumber } from './numbers.ts';
import { orderEventOf } from './order-event.ts';
import * as queries from './queries.ts';
import { markOrderPaid } from './settle-payment.ts';

/** The operator's settings for sales; `authorShare` in ten-thousandths. */
export type TradeRules = { authorShare: number; refundDays: number };

/** How long an order can be paid, in ms (docs/product.md §16). */
export const payableMs = 30 * 60_000;
/** Limits scripts; a person rarely has more than a few pending orders. */
const maxPendingOrders = 20;

export type OrderInput = {
  thing: string;
  couponCode?: string | undefined;
  isGift: boolean;
  /** The buyer's confirmation that no 7-day return applies to digital goods. */
  agreed: boolean;
  /** The price that the buyer saw, in fen. It is only compared; the buyer is never charged by it. */
  price?: number | undefined;
};

/**
 * Creates an order for the caller that can be paid for 30 minutes; an order that costs nothing is paid at once. A
 * pending order for the same thing is returned at its old price, unless the call has another coupon or the thing is
 * cheaper now. Of a member's plans of one kind only the last chosen order stays pending.
 * @throws invalid without the confirmation or with an invalid coupon; conflict where the newest version of the purchase
 * notice (须知) is not acknowledged, where the price differs from the one the buyer saw, and where the thing is not for
 * sale to the caller; notFound
 */
export async function createOrder(ctx: Context, rules: TradeRules, input: OrderInput): Promise<string> {
  const memberId = requireMemberId(ctx);
  if (!input.agreed) throw invalid('请先确认：数字内容购买后不适用七天无理由退货', 'agreed');
  if (!(await hasAcknowledged(ctx, 'purchase'))) throw conflict('请先阅读并确认购买须知');
  if (input.isGift) await ensureGiftKey(ctx);
  const create = () => createOrReuseOrder(ctx, rules, input, memberId);
  return input.couponCode === undefined ? create() : limitWrongCodes(ctx, memberId, create);
}

/** Cancels the caller's own pending order. May be repeated. @throws notFound; conflict for a paid order */
export async function cancelOrder(ctx: Context, id: string): Promise<true> {
  const memberId = requireMemberId(ctx);
  await inTransaction(ctx, async (trx) => {
    const order = await queries.lockOrder(trx, id);
    if (!order || order.member_id !== memberId) throw notFound('订单不存在');
    if (order.state === 'closed') return;
    if (order.state !== 'pending') throw conflict('订单已支付，不能取消；如需退款请申请退款');
    await closeOrder(ctx, trx, order, 'cancelled');
  });
  return true;
}

/** Closes orders whose 30 minutes are over. Several processes may run it at once. @returns their number */
export async function expireDueOrders(ctx: Context, limit = 100): Promise<number> {
  if (!(await queries.hasExpiredOrders(ctx.db, ctx.now()))) return 0;
  for (let closed = 0; ; ) {
    const count = await inTransaction(ctx, async (trx) => {
      const due = await queries.claimExpiredOrders(trx, ctx.now(), limit);
      for (const order of due) await closeOrder(ctx, trx, order, 'expired');
      return due.length;
    });
    closed += count;
    if (count < limit) return closed;
  }
}

/** Closes a deleted member's pending orders. The others are kept without the name, as the law requires. */
export async function onMemberDeleted(
  ctx: Context,
  trx: Trx,
  { memberId }: { memberId: string },
): Promise<void> {
  for (const order of await queries.lockPendingOrders(trx, memberId))
    await closeOrder(ctx, trx, order, 'cancelled');
}

/** Returns the caller's own order. @throws notFound for another member's order */
export async function findOwnOrder(ctx: Context, id: string): Promise<queries.OrderRow> {
  const order = await queries.findOrder(ctx.db, id);
  if (!order || order.member_id !== requireMemberId(ctx)) throw notFound('订单不存在');
  return order;
}

const createOrReuseOrder = (
  ctx: Context,
  rules: TradeRules,
  input: OrderInput,
  memberId: string,
): Promise<string> =>
  inTransaction(ctx, async (trx) => {
    if (!(await queries.lockBuyer(trx, memberId))) throw unauthenticated();
    const pending = await queries.lockPendingOrders(trx, memberId);
    const known = await findReusableOrder(ctx, trx, pending, input);
    if (known) return known.id;
    const goods = await findGoods(ctx, trx, input.thing, input.isGift);
    const remaining = await closeReplaced(ctx, trx, pending, goods, input.isGift);
    if (remaining.length >= maxPendingOrders) throw conflict('未支付的订单太多，请先支付或取消一些');
    return placeOrder(ctx, trx, rules, goods, input);
  });

/** Returns the pending order that the call can reuse; none if the buyer saw a lower price since. */
async function findReusableOrder(
  ctx: Context,
  trx: Trx,
  pending: readonly queries.OrderRow[],
  { thing, isGift, couponCode, price }: OrderInput,
): Promise<queries.OrderRow | undefined> {
  const same = pending.find((order) => order.thing === thing && order.is_gift === isGift);
  if (!same || same.expires_at <= ctx.now()) return undefined;
  if (price !== undefined && price < same.list_price) return undefined;
  if (couponCode === undefined) return same;
  return (await findCouponId(trx, couponCode)) === same.coupon_id ? same : undefined;
}

/**
 * Closes the pending orders that the new one replaces: for the same thing, or for another plan of the same benefit.
 * @returns the remaining pending orders
 */
async function closeReplaced(
  ctx: Context,
  trx: Trx,
  pending: readonly queries.OrderRow[],
  goods: Goods,
  isGift: boolean,
): Promise<queries.OrderRow[]> {
  const isReplaced = (order: queries.OrderRow) =>
    order.is_gift === isGift &&
    (order.thing === goods.thing ||
      (!isGift && goods.kind !== 'post' && order.kind === goods.kind && order.column_id === goods.columnId));
  for (const order of pending.filter(isReplaced))
    await closeOrder(ctx, trx, order, order.expires_at <= ctx.now() ? 'expired' : 'superseded');
  return pending.filter((order) => !isReplaced(order));
}

async function placeOrder(
  ctx: Context,
  trx: Trx,
  rules: TradeRules,
  goods: Goods,
  { couponCode, isGift, price }: OrderInput,
): Promise<string> {
  if (price !== undefined && price !== goods.price)
    throw conflict(`价格已变动，现价 ${formatFen(goods.price)}，请确认后再下单`);
  const memberId = requireMemberId(ctx);
  const coupon = couponCode === undefined ? null : await quoteCouponFor(ctx, trx, goods, couponCode);
  const now = ctx.now();
  const discount = coupon?.discount ?? 0;
  const id = await queries.insertOrder(trx, {
    number: orderNumber(now),
    member_id: memberId,
    kind: goods.kind,
    shelf: goods.shelf,
    thing: goods.thing,
    plan_id: goods.planId,
    column_id: goods.columnId,
    post_id: goods.postId,
    is_gift: isGift,
    title: goods.title,
    list_price: goods.price,
    is_vip_price: goods.isVipPrice,
    discount,
    amount: goods.price - discount,
    coupon_id: coupon?.couponId ?? null,
    months: goods.months,
    days: goods.days,
    author_id: goods.authorId,
    author_share: goods.sharePercent === null ? rules.authorShare : goods.sharePercent * 100,
    created_at: now,
    expires_at: new Date(now.getTime() + payableMs),
  });
  if (coupon) await reserveCoupon(trx, { couponId: coupon.couponId, memberId, orderId: id });
  if (goods.price === discount) await markFreeOrderPaid(ctx, trx, id);
  return id;
}

/** Returns the discount of a coupon on these goods for the caller. @throws the errors of `quoteCoupon` */
export const quoteCouponFor = (ctx: Context, db: Database | Trx, goods: Goods, code: string) =>
  quoteCoupon(ctx, db, {
    code,
    memberId: requireMemberId(ctx),
    goods: {
      scope: goods.kind,
      targetId: goods.planId ?? goods.postId ?? '',
      columnId: goods.columnId,
      price: goods.price,
    },
  });

async function markFreeOrderPaid(ctx: Context, trx: Trx, id: string): Promise<void> {
  const order = await queries.lockOrder(trx, id);
  if (order) await markOrderPaid(ctx, trx, order);
}

async function closeOrder(
  ctx: Context,
  trx: Trx,
  order: queries.OrderRow,
  reason: queries.CloseReason,
): Promise<void> {
  await queries.updateOrder(trx, order.id, { state: 'closed', close_reason: reason, closed_at: ctx.now() });
  await releaseCoupon(trx, order.id);
  await ctx.events.emit(ctx, trx, 'order.closed', { ...orderEventOf(order), reason });
}

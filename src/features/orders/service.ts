import { hasAcknowledged } from '#features/frontpage/index.ts';
import {
  findCouponId,
  holdCoupon,
  limitTries,
  prepareGifts,
  quoteCoupon,
  releaseCoupon,
} from '#features/memberships/index.ts';
import { memberOf } from '#kernel/actor.ts';
import type { Context, Database, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid, notFound, unauthenticated } from '#kernel/errors.ts';
import { formatFen } from '#shared/money.ts';
import type {} from './events.ts';
import { findGoods, type Goods } from './goods.ts';
import { newsOf } from './news.ts';
import { orderNumber } from './numbers.ts';
import * as queries from './queries.ts';
import { payOrder } from './settle.ts';

/** What the operator decides about sales; `authorShare` in ten-thousandths. */
export type TradeRules = { authorShare: number; refundDays: number };

/** How long an order waits for its payment (PRODUCT §6). */
export const payableMs = 30 * 60_000;
/** A person has a handful of things in mind, a script thousands. */
const mostPending = 20;

export type OrderInput = {
  thing: string;
  couponCode?: string | undefined;
  isGift: boolean;
  /** That no 7-day return applies to digital goods, confirmed by the buyer. */
  agreed: boolean;
  /** What the buyer was shown, in fen: a check, never what is charged. */
  price?: number | undefined;
};

/**
 * Orders something for the caller, for 30 minutes; what costs nothing is paid at once. While one for the same thing is
 * pending that one is answered, at the price it was made at, unless another coupon is asked for or it costs less now; of one member's plans
 * of one kind only the last chosen is pending.
 * @throws invalid without the confirmation or with a coupon that is none; conflict where the notice on purchases (须知) was
 * not acknowledged in its newest version, where the price changed since it was shown, and where it is not for sale to the
 * caller; notFound
 */
export async function createOrder(ctx: Context, rules: TradeRules, input: OrderInput): Promise<string> {
  const memberId = memberOf(ctx);
  if (!input.agreed) throw invalid('请先确认（agreed）：数字内容购买后不适用七天无理由退货');
  if (!(await hasAcknowledged(ctx, 'purchase'))) throw conflict('请先阅读并确认购买须知');
  if (input.isGift) await prepareGifts(ctx);
  const make = () => makeOrder(ctx, rules, input, memberId);
  return input.couponCode === undefined ? make() : limitTries(ctx, memberId, make);
}

/** Cancels the caller's own order while it waits. May be repeated. @throws notFound; conflict for one that is paid */
export async function cancelOrder(ctx: Context, id: string): Promise<true> {
  const memberId = memberOf(ctx);
  await inTransaction(ctx, async (trx) => {
    const order = await queries.lockOrder(trx, id);
    if (!order || order.member_id !== memberId) throw notFound('订单不存在');
    if (order.state === 'closed') return;
    if (order.state !== 'pending') throw conflict('订单已支付，不能取消；如需退款请申请退款');
    await closeOrder(ctx, trx, order, 'cancelled');
  });
  return true;
}

/** Closes orders whose 30 minutes are over; safe in several processes at once. @returns how many */
export async function expireDueOrders(ctx: Context, limit = 100): Promise<number> {
  if (!(await queries.hasExpired(ctx.db, ctx.now()))) return 0;
  for (let closed = 0; ; ) {
    const count = await inTransaction(ctx, async (trx) => {
      const due = await queries.lockExpired(trx, ctx.now(), limit);
      for (const order of due) await closeOrder(ctx, trx, order, 'expired');
      return due.length;
    });
    closed += count;
    if (count < limit) return closed;
  }
}

/** A member goes: what they did not pay for is closed; the rest is kept, as the law wants, and names nobody. */
export async function closeOrdersOf(
  ctx: Context,
  trx: Trx,
  { memberId }: { memberId: string },
): Promise<void> {
  for (const order of await queries.lockPending(trx, memberId))
    await closeOrder(ctx, trx, order, 'cancelled');
}

/** The caller's own order. @throws notFound for anybody else's */
export async function findOwnOrder(ctx: Context, id: string): Promise<queries.OrderRow> {
  const order = await queries.findOrder(ctx.db, id);
  if (!order || order.member_id !== memberOf(ctx)) throw notFound('订单不存在');
  return order;
}

const makeOrder = (ctx: Context, rules: TradeRules, input: OrderInput, memberId: string): Promise<string> =>
  inTransaction(ctx, async (trx) => {
    if (!(await queries.lockBuyer(trx, memberId))) throw unauthenticated();
    const pending = await queries.lockPending(trx, memberId);
    const known = await findPending(ctx, trx, pending, input);
    if (known) return known.id;
    const goods = await findGoods(ctx, trx, input.thing, input.isGift);
    const left = await closeReplaced(ctx, trx, pending, goods, input.isGift);
    if (left.length >= mostPending) throw conflict('未支付的订单太多，请先支付或取消一些');
    return placeOrder(ctx, trx, rules, goods, input);
  });

/** The pending order that answers this wish, if there is one: not where the buyer was shown a lower price since. */
async function findPending(
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

/** Closes what the new order replaces: the same thing, or another plan of what it gives. @returns what stays */
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
  const memberId = memberOf(ctx);
  const coupon = couponCode === undefined ? null : await quote(ctx, trx, goods, couponCode);
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
    author_share: goods.authorId === null ? 0 : rules.authorShare,
    created_at: now,
    expires_at: new Date(now.getTime() + payableMs),
  });
  if (coupon) await holdCoupon(trx, { couponId: coupon.couponId, memberId, orderId: id });
  if (goods.price === discount) await payForNothing(ctx, trx, id);
  return id;
}

/** What a coupon takes off these goods for the caller. @throws as `quoteCoupon` */
export const quote = (ctx: Context, db: Database | Trx, goods: Goods, code: string) =>
  quoteCoupon(ctx, db, {
    code,
    memberId: memberOf(ctx),
    goods: {
      scope: goods.kind,
      targetId: goods.planId ?? goods.postId ?? '',
      columnId: goods.columnId,
      price: goods.price,
    },
  });

async function payForNothing(ctx: Context, trx: Trx, id: string): Promise<void> {
  const order = await queries.lockOrder(trx, id);
  if (order) await payOrder(ctx, trx, order);
}

async function closeOrder(
  ctx: Context,
  trx: Trx,
  order: queries.OrderRow,
  reason: queries.CloseReason,
): Promise<void> {
  await queries.updateOrder(trx, order.id, { state: 'closed', close_reason: reason, closed_at: ctx.now() });
  await releaseCoupon(trx, order.id);
  await ctx.events.emit(ctx, trx, 'order.closed', { ...newsOf(order), reason });
}

import { revokeGrant } from '#features/entitlements/index.ts';
import { bookTransaction, refundEntries, surplusRefundEntries } from '#features/ledger/index.ts';
import { revokeGift } from '#features/memberships/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { backOff } from '#kernel/db/queue.ts';
import { notFound } from '#kernel/errors.ts';
import type {} from './events.ts';
import { orderEventOf } from './order-event.ts';
import { lockOrder, type OrderRow, updateOrder } from './queries.ts';
import {
  claimDueRefunds,
  type DueRefund,
  findOrderOfRefund,
  findPaymentGateway,
  lockRefund,
  type RefundRow,
  updateRefund,
} from './refund-queries.ts';

/** Delay before a sent refund is queried and before a failed one is retried; it doubles with each try. */
const minWaitMs = 30_000;
const maxWaitMs = 3_600_000;
/** After this many tries a failed refund waits for staff; with these delays that is about ten hours. */
const maxTries = 16;

/**
 * Claims refunds that must be sent to their gateway (`approved`) or queried (`sent`). A claim lasts a minute;
 * afterwards the refund can be claimed again unless `markRefundSent`, `finishRefund` or `failRefund` set another state
 * or time. A refund's number is its idempotency key at the gateway: sending it again returns no money twice.
 */
export const claimRefundsToSend = (ctx: Context, limit = 20): Promise<DueRefund[]> =>
  claimDueRefunds(ctx, limit);

/** Records that the gateway is processing the refund. May be repeated; a finished refund stays finished. */
export async function markRefundSent(
  ctx: Context,
  trx: Trx,
  { refundId, gatewayNumber }: { refundId: string; gatewayNumber: string },
): Promise<void> {
  const { refund } = await lockOrderAndRefund(trx, refundId);
  if (refund.state !== 'approved' && refund.state !== 'sent') return;
  await updateRefund(trx, refundId, {
    state: 'sent',
    gateway_number: gatewayNumber,
    error: '',
    next_try_at: new Date(ctx.now().getTime() + retryDelay(refund.tries)),
  });
}

/**
 * Records that the gateway has returned the money, and books it once, however often it is called. A full refund ends
 * the purchase; after a partial one the order is paid again. @throws notFound
 */
export async function finishRefund(
  ctx: Context,
  trx: Trx,
  { refundId, gatewayNumber }: { refundId: string; gatewayNumber: string },
): Promise<void> {
  const { order, refund } = await lockOrderAndRefund(trx, refundId);
  if (refund.state === 'succeeded') return;
  if (refund.state === 'requested' || refund.state === 'rejected')
    throw new Error(`refund ${refundId} was ${refund.state} and never sent, but its gateway returned money`);
  await updateRefund(trx, refundId, {
    state: 'succeeded',
    gateway_number: gatewayNumber,
    error: '',
    next_try_at: null,
    finished_at: ctx.now(),
  });
  if (refund.kind === 'surplus') await bookSurplusRefund(ctx, trx, order, refund);
  else await bookRefund(ctx, trx, order, refund);
}

/**
 * Records a failed try. The refund is retried with exponential back-off; after `maxTries`, or if the gateway reports a
 * permanent failure (`isFinal`), it waits for staff. The order stays `refunding`.
 */
export async function failRefund(
  ctx: Context,
  trx: Trx,
  { refundId, error, isFinal = false }: { refundId: string; error: string; isFinal?: boolean },
): Promise<void> {
  const { refund } = await lockOrderAndRefund(trx, refundId);
  if (refund.state !== 'approved' && refund.state !== 'sent') return;
  const isOver = isFinal || refund.tries >= maxTries;
  await updateRefund(trx, refundId, {
    state: isOver ? 'failed' : refund.state,
    error: error.slice(0, 500),
    next_try_at: isOver ? null : new Date(ctx.now().getTime() + retryDelay(refund.tries)),
  });
}

/** Locks the order and then the refund; every caller uses this order, which prevents deadlocks. @throws notFound */
export async function lockOrderAndRefund(
  trx: Trx,
  refundId: string,
): Promise<{ order: OrderRow; refund: RefundRow }> {
  const orderId = await findOrderOfRefund(trx, refundId);
  const order = orderId === undefined ? undefined : await lockOrder(trx, orderId);
  const refund = order && (await lockRefund(trx, refundId));
  if (!order || !refund) throw notFound('退款不存在');
  return { order, refund };
}

async function bookRefund(ctx: Context, trx: Trx, order: OrderRow, refund: RefundRow): Promise<void> {
  const refunded = order.refunded_amount + refund.amount;
  const isWhole = refunded === order.amount;
  const { author_id: authorId, author_share: authorShare } = order;
  await bookTransaction(ctx, trx, {
    key: `refund:${refund.id}`,
    kind: 'refund',
    orderId: order.id,
    authorId,
    entries: refundEntries({
      gateway: order.gateway ?? '',
      amount: refund.amount,
      refunded: order.refunded_amount,
      authorId,
      authorShare,
    }),
  });
  await updateOrder(trx, order.id, { state: isWhole ? 'refunded' : 'paid', refunded_amount: refunded });
  if (isWhole && order.is_gift) await revokeGift(ctx, trx, order.id);
  if (isWhole && order.grant_id) await revokeGrant(ctx, trx, order.grant_id);
  await ctx.events.emit(ctx, trx, 'order.refunded', {
    ...orderEventOf(order),
    refundId: refund.id,
    refunded: refund.amount,
    isWhole,
  });
}

async function bookSurplusRefund(ctx: Context, trx: Trx, order: OrderRow, refund: RefundRow): Promise<void> {
  const gateway = await findPaymentGateway(trx, refund.payment_id);
  await bookTransaction(ctx, trx, {
    key: `refund:${refund.id}`,
    kind: 'surplus_refund',
    orderId: order.id,
    entries: surplusRefundEntries(gateway, refund.amount),
  });
  const event = { ...orderEventOf(order), refundId: refund.id, refunded: refund.amount };
  await ctx.events.emit(ctx, trx, 'order.surplusReturned', event);
}

const retryDelay = (tries: number): number => backOff(tries, minWaitMs, maxWaitMs);

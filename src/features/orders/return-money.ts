import { endGrant } from '#features/entitlements/index.ts';
import { bookTransaction, refundEntries, surplusRefundEntries } from '#features/ledger/index.ts';
import { takeBackGift } from '#features/memberships/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { backOff } from '#kernel/db/queue.ts';
import { notFound } from '#kernel/errors.ts';
import type {} from './events.ts';
import { newsOf } from './news.ts';
import { lockOrder, type OrderRow, updateOrder } from './queries.ts';
import {
  claimDueRefunds,
  type DueRefund,
  findGateway,
  findOrderOfRefund,
  lockRefund,
  type RefundRow,
  updateRefund,
} from './refund-queries.ts';

/** How long to wait before a refund that was sent is asked about, and after a failure: longer each time. */
const firstWaitMs = 30_000;
const longestWaitMs = 3_600_000;
/** After so many failures in vain staff have to look; with the waits above that is some ten hours. */
const mostTries = 16;

/**
 * Refunds that are to be sent to their gateway (`approved`) or asked about (`sent`). Whoever gets them has them for
 * a minute; then they come again, unless `noteRefundSent`, `finishRefund` or `failRefund` said more. A refund's
 * number is its idempotency key at the gateway: sending it again returns nothing twice.
 */
export const listDueRefunds = (ctx: Context, limit = 20): Promise<DueRefund[]> => claimDueRefunds(ctx, limit);

/** The gateway has taken it and is at it. May be repeated; what is finished stays finished. */
export async function noteRefundSent(
  ctx: Context,
  trx: Trx,
  { refundId, gatewayNumber }: { refundId: string; gatewayNumber: string },
): Promise<void> {
  const { refund } = await lockBoth(trx, refundId);
  if (refund.state !== 'approved' && refund.state !== 'sent') return;
  await updateRefund(trx, refundId, {
    state: 'sent',
    gateway_number: gatewayNumber,
    error: '',
    next_try_at: new Date(ctx.now().getTime() + waitAfter(refund.tries)),
  });
}

/**
 * The money is back with its payer, says the gateway: booked once, however often it says so. A refund of the whole
 * ends what was bought; after one of a part the order is paid as before. @throws notFound
 */
export async function finishRefund(
  ctx: Context,
  trx: Trx,
  { refundId, gatewayNumber }: { refundId: string; gatewayNumber: string },
): Promise<void> {
  const { order, refund } = await lockBoth(trx, refundId);
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
  if (refund.kind === 'surplus') await bookSurplusReturn(ctx, trx, order, refund);
  else await bookReturn(ctx, trx, order, refund);
}

/**
 * It could not be returned now: tried again after a while that doubles; after many times, or where the gateway says
 * that it never can be (`isFinal`), it waits for staff. The order stays `refunding`.
 */
export async function failRefund(
  ctx: Context,
  trx: Trx,
  { refundId, error, isFinal = false }: { refundId: string; error: string; isFinal?: boolean },
): Promise<void> {
  const { refund } = await lockBoth(trx, refundId);
  if (refund.state !== 'approved' && refund.state !== 'sent') return;
  const isOver = isFinal || refund.tries >= mostTries;
  await updateRefund(trx, refundId, {
    state: isOver ? 'failed' : refund.state,
    error: error.slice(0, 500),
    next_try_at: isOver ? null : new Date(ctx.now().getTime() + waitAfter(refund.tries)),
  });
}

/** Order first, then refund: everybody locks in this order. @throws notFound */
export async function lockBoth(trx: Trx, refundId: string): Promise<{ order: OrderRow; refund: RefundRow }> {
  const orderId = await findOrderOfRefund(trx, refundId);
  const order = orderId === undefined ? undefined : await lockOrder(trx, orderId);
  const refund = order && (await lockRefund(trx, refundId));
  if (!order || !refund) throw notFound('退款不存在');
  return { order, refund };
}

async function bookReturn(ctx: Context, trx: Trx, order: OrderRow, refund: RefundRow): Promise<void> {
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
  if (isWhole && order.is_gift) await takeBackGift(ctx, trx, order.id);
  if (isWhole && order.grant_id) await endGrant(ctx, trx, order.grant_id);
  await ctx.events.emit(ctx, trx, 'order.refunded', {
    ...newsOf(order),
    refundId: refund.id,
    refunded: refund.amount,
    isWhole,
  });
}

async function bookSurplusReturn(ctx: Context, trx: Trx, order: OrderRow, refund: RefundRow): Promise<void> {
  const gateway = await findGateway(trx, refund.payment_id);
  await bookTransaction(ctx, trx, {
    key: `refund:${refund.id}`,
    kind: 'surplus_refund',
    orderId: order.id,
    entries: surplusRefundEntries(gateway, refund.amount),
  });
  const news = { ...newsOf(order), refundId: refund.id, refunded: refund.amount };
  await ctx.events.emit(ctx, trx, 'order.surplusReturned', news);
}

const waitAfter = (tries: number): number => backOff(tries, firstWaitMs, longestWaitMs);

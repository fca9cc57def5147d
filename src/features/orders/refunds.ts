import { recordAction } from '#features/audit/index.ts';
import { findRedeemedGifts } from '#features/memberships/index.ts';
import { memberOf } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import { formatFen } from '#shared/money.ts';
import type {} from './events.ts';
import { newsOf } from './news.ts';
import { refundNumber } from './numbers.ts';
import { decideRefund } from './policy.ts';
import { findPiece, lockOrder, type OrderRow, updateOrder } from './queries.ts';
import { insertRefund, type RefundRow, updateRefund } from './refund-queries.ts';
import { lockBoth } from './return-money.ts';

/**
 * Asks for one's money back; staff decide, but what was paid for a piece that was withdrawn goes back without asking.
 * @throws conflict where it cannot be asked for, and why; notFound for another's order
 */
export async function requestRefund(
  ctx: Context,
  refundDays: number,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const memberId = memberOf(ctx);
  await inTransaction(ctx, async (trx) => {
    const order = await lockOrder(trx, id);
    if (!order || order.member_id !== memberId) throw notFound('订单不存在');
    const piece = order.post_id === null ? undefined : await findPiece(trx, order.post_id);
    const facts = {
      isWithdrawn: piece?.state === 'withdrawn',
      isRedeemed: order.is_gift && (await findRedeemedGifts(trx, [id])).size > 0,
      // The unique key refunds_open knows.
      hasOpenRefund: false,
      refundDays,
    };
    const { isAllowed, amount, why, kind } = decideRefund(order, facts, ctx.now());
    if (!isAllowed) throw conflict(why);
    await beginRefund(ctx, trx, order, { kind, amount, reason, isApproved: kind === 'withdrawn' });
  });
}

/**
 * Returns money of a paid order, whole or in part, as staff decide. @returns the refund's id
 * @throws conflict where it is not paid or a refund is open; invalid for more than is left
 */
export async function refundOrder(
  ctx: Context,
  { id, amount, reason }: { id: string; amount?: number | undefined; reason: string },
): Promise<{ refundId: string }> {
  return inTransaction(ctx, async (trx) => {
    const order = await lockOrder(trx, id);
    if (!order) throw notFound('订单不存在');
    if (order.state === 'refunding') throw conflict('这笔订单的退款正在处理');
    if (order.state !== 'paid') throw conflict('只有已支付的订单可以退款');
    const left = order.amount - order.refunded_amount;
    if (left === 0) throw conflict('这笔订单没有付款，不需要退款');
    const wanted = amount ?? left;
    if (wanted > left) throw invalid(`退款金额（amount）超过可退的 ${formatFen(left)}`);
    const refundId = await beginRefund(ctx, trx, order, {
      kind: 'staff',
      amount: wanted,
      reason,
      isApproved: true,
    });
    await recordAction(ctx, trx, {
      action: 'order.refund',
      target: `order:${id}`,
      before: { refunded: order.refunded_amount },
      after: { refundId, amount: wanted, reason },
    });
    return { refundId };
  });
}

/** Agrees to a refund that was asked for; it is sent at once. @throws conflict where it was decided; notFound */
export async function approveRefund(ctx: Context, { id, note }: { id: string; note: string }): Promise<true> {
  return decide(ctx, id, 'refund.approve', note, async (trx, order) => {
    if (order.state !== 'paid') throw conflict('订单状态已变化，请刷新后重试');
    await updateOrder(trx, order.id, { state: 'refunding' });
    await updateRefund(trx, id, { state: 'approved', note, next_try_at: ctx.now(), ...by(ctx) });
  });
}

/** Refuses a refund that was asked for; the order stays paid. @throws as approveRefund */
export async function rejectRefund(ctx: Context, { id, note }: { id: string; note: string }): Promise<true> {
  return decide(ctx, id, 'refund.reject', note, async (trx) => {
    await updateRefund(trx, id, { state: 'rejected', note, finished_at: ctx.now(), ...by(ctx) });
  });
}

/** Sends a refund that failed again, under its own number, so that nothing is returned twice. @throws conflict; notFound */
export async function retryRefund(ctx: Context, id: string): Promise<true> {
  await inTransaction(ctx, async (trx) => {
    const refund = await lockFailed(trx, id);
    await updateRefund(trx, id, { state: 'approved', next_try_at: ctx.now() });
    await recordAction(ctx, trx, {
      action: 'refund.retry',
      target: `refund:${id}`,
      before: { state: 'failed', error: refund.refund.error },
      after: { state: 'approved' },
    });
  });
  return true;
}

/**
 * Gives a failed refund up: the order is paid as before. What came as surplus is not ours and can only be tried again.
 * @throws conflict; notFound
 */
export async function abandonRefund(ctx: Context, { id, note }: { id: string; note: string }): Promise<true> {
  await inTransaction(ctx, async (trx) => {
    const { order, refund } = await lockFailed(trx, id);
    if (refund.kind === 'surplus') throw conflict('多付的款项必须退回，请重试或线下处理后再试');
    await updateRefund(trx, id, { state: 'rejected', note, finished_at: ctx.now(), ...by(ctx) });
    await updateOrder(trx, order.id, { state: 'paid' });
    await recordAction(ctx, trx, {
      action: 'refund.abandon',
      target: `refund:${id}`,
      before: { state: 'failed', error: refund.error },
      after: { state: 'rejected', note },
    });
  });
  return true;
}

type Beginning = {
  kind: 'request' | 'staff' | 'withdrawn';
  amount: number;
  reason: string;
  isApproved: boolean;
};

/** @throws conflict where another refund of this order is open */
async function beginRefund(
  ctx: Context,
  trx: Trx,
  order: OrderRow,
  { kind, amount, reason, isApproved }: Beginning,
): Promise<string> {
  const now = ctx.now();
  const id = await insertRefund(trx, {
    number: refundNumber(now),
    order_id: order.id,
    payment_id: order.payment_id ?? '',
    kind,
    amount,
    reason,
    state: isApproved ? 'approved' : 'requested',
    next_try_at: isApproved ? now : null,
    created_at: now,
    requested_by: memberOf(ctx),
    ...(kind === 'staff' ? by(ctx) : {}),
  });
  if (id === undefined) throw conflict('这笔订单已有退款申请在处理，请先处理它');
  if (isApproved) await updateOrder(trx, order.id, { state: 'refunding' });
  return id;
}

async function decide(
  ctx: Context,
  id: string,
  action: 'refund.approve' | 'refund.reject',
  note: string,
  write: (trx: Trx, order: OrderRow) => Promise<void>,
): Promise<true> {
  await inTransaction(ctx, async (trx) => {
    const { order, refund } = await lockBoth(trx, id);
    if (refund.state !== 'requested') throw conflict('这笔退款已处理过，请刷新');
    await write(trx, order);
    const isApproved = action === 'refund.approve';
    await recordAction(ctx, trx, {
      action,
      target: `refund:${id}`,
      before: { state: 'requested' },
      after: { state: isApproved ? 'approved' : 'rejected', amount: refund.amount, note },
    });
    await ctx.events.emit(ctx, trx, 'refund.decided', {
      ...newsOf(order),
      refundId: id,
      isApproved,
      asked: refund.amount,
      note,
    });
  });
  return true;
}

async function lockFailed(trx: Trx, id: string): Promise<{ order: OrderRow; refund: RefundRow }> {
  const both = await lockBoth(trx, id);
  if (both.refund.state !== 'failed') throw conflict('只有失败的退款可以重试或放弃');
  return both;
}

const by = (ctx: Context) => ({ decided_by: memberOf(ctx), decided_at: ctx.now() });

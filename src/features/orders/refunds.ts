import { recordAction } from '#features/audit/index.ts';
import { findRedeemedGifts } from '#features/memberships/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { conflict, forbidden, invalid, notFound } from '#kernel/errors.ts';
import { formatFen } from '#shared/money.ts';
import type {} from './events.ts';
import { findOrderInvoice } from './invoice-queries.ts';
import { refundNumber } from './numbers.ts';
import { orderEventOf } from './order-event.ts';
import { decideRefund } from './policy.ts';
import { findPost, lockOrder, type OrderRow, updateOrder } from './queries.ts';
import { lockOrderAndRefund } from './refund-processing.ts';
import { insertRefund, type RefundRow, updateRefund } from './refund-queries.ts';

/**
 * Requests a refund of one's own order. Staff decide about it; a payment for a withdrawn post is refunded without a
 * decision. @throws conflict with the reason where it cannot be requested; notFound for another member's order
 */
export async function requestRefund(
  ctx: Context,
  refundDays: number,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const memberId = requireMemberId(ctx);
  await inTransaction(ctx, async (trx) => {
    const order = await lockOrder(trx, id);
    if (!order || order.member_id !== memberId) throw notFound('订单不存在');
    const post = order.post_id === null ? undefined : await findPost(trx, order.post_id);
    const facts = {
      isWithdrawn: post?.state === 'withdrawn',
      isRedeemed: order.is_gift && (await findRedeemedGifts(trx, [id])).size > 0,
      // The unique key refunds_open rejects a second open refund.
      hasOpenRefund: false,
      refundDays,
    };
    const { isAllowed, amount, why, kind } = decideRefund(order, facts, ctx.now());
    if (!isAllowed) throw conflict(why);
    await createRefund(ctx, trx, order, { kind, amount, reason, isApproved: kind === 'withdrawn' });
  });
}

/**
 * Refunds a paid order in whole or in part on behalf of staff. @returns the refund's id @throws conflict if the order
 * is not paid, a refund is open, or the order's invoice is issued and that is not confirmed; invalid if the amount
 * exceeds what is left
 */
export async function refundOrder(
  ctx: Context,
  {
    id,
    amount,
    reason,
    afterInvoice = false,
  }: { id: string; amount?: number | undefined; reason: string; afterInvoice?: boolean },
): Promise<{ refundId: string }> {
  return inTransaction(ctx, async (trx) => {
    const order = await lockOrder(trx, id);
    if (!order) throw notFound('订单不存在');
    if (order.state === 'refunding') throw conflict('这笔订单的退款正在处理');
    if (order.state !== 'paid') throw conflict('只有已支付的订单可以退款');
    const left = order.amount - order.refunded_amount;
    if (left === 0) throw conflict('这笔订单没有付款，不需要退款');
    const requested = amount ?? left;
    // The rest of a part would be a discount that nobody else has given; a whole refund takes the goods back.
    if (order.member_id === requireMemberId(ctx) && requested < left)
      throw forbidden('自己的订单只能全额退款；部分退款请由其他同事操作');
    if (requested > left) throw invalid(`退款金额超过可退的 ${formatFen(left)}`, 'amount');
    const invoiced = await requireConfirmedInvoice(trx, order.id, afterInvoice);
    const refundId = await createRefund(ctx, trx, order, {
      kind: 'staff',
      amount: requested,
      reason,
      isApproved: true,
    });
    await recordAction(ctx, trx, {
      action: 'order.refund',
      target: `order:${id}`,
      before: { refunded: order.refunded_amount },
      after: { refundId, amount: requested, reason, ...invoiced },
    });
    return { refundId };
  });
}

/**
 * Approves a requested refund; the worker sends it next. @throws conflict if it was decided before, or if the order's
 * invoice is issued and that is not confirmed; notFound
 */
export async function approveRefund(
  ctx: Context,
  { id, note, afterInvoice = false }: { id: string; note: string; afterInvoice?: boolean },
): Promise<true> {
  return decideRequestedRefund(ctx, id, 'refund.approve', note, async (trx, order) => {
    if (order.state !== 'paid') throw conflict('订单状态已变化，请刷新后重试');
    await requireConfirmedInvoice(trx, order.id, afterInvoice);
    await updateOrder(trx, order.id, { state: 'refunding' });
    await updateRefund(trx, id, { state: 'approved', note, next_try_at: ctx.now(), ...decidedBy(ctx) });
  });
}

/** Rejects a requested refund; the order stays paid. @throws the errors of approveRefund */
export async function rejectRefund(ctx: Context, { id, note }: { id: string; note: string }): Promise<true> {
  return decideRequestedRefund(ctx, id, 'refund.reject', note, async (trx) => {
    await updateRefund(trx, id, { state: 'rejected', note, finished_at: ctx.now(), ...decidedBy(ctx) });
  });
}

/** Sends a failed refund again under the same number, so that no money is returned twice. @throws conflict; notFound */
export async function retryRefund(ctx: Context, id: string): Promise<true> {
  await inTransaction(ctx, async (trx) => {
    const locked = await lockFailedRefund(trx, id);
    await updateRefund(trx, id, { state: 'approved', next_try_at: ctx.now() });
    await recordAction(ctx, trx, {
      action: 'refund.retry',
      target: `refund:${id}`,
      before: { state: 'failed', error: locked.refund.error },
      after: { state: 'approved' },
    });
  });
  return true;
}

/**
 * Abandons a failed refund; the order is paid again. A refund of surplus cannot be abandoned, because the money belongs
 * to the payer; it can only be retried. @throws conflict; notFound
 */
export async function abandonRefund(ctx: Context, { id, note }: { id: string; note: string }): Promise<true> {
  await inTransaction(ctx, async (trx) => {
    const { order, refund } = await lockFailedRefund(trx, id);
    if (refund.kind === 'surplus') throw conflict('多付的款项必须退回，请重试或线下处理后再试');
    await updateRefund(trx, id, { state: 'rejected', note, finished_at: ctx.now(), ...decidedBy(ctx) });
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

/**
 * Returns what the audit log keeps about the issued invoice of an order that is to be refunded; nothing without one.
 * @throws conflict if the caller did not confirm that the invoice must be reversed
 */
async function requireConfirmedInvoice(trx: Trx, orderId: string, isConfirmed: boolean) {
  const invoice = await findOrderInvoice(trx, orderId);
  if (invoice?.state !== 'issued') return {};
  const what = invoice.number ? `发票 ${invoice.number}` : '发票';
  if (!isConfirmed) throw conflict(`这笔订单已开${what}，退款后要红冲。请确认会红冲，再提交退款`);
  return { number: invoice.number };
}

type NewRefundInput = {
  kind: 'request' | 'staff' | 'withdrawn';
  amount: number;
  reason: string;
  isApproved: boolean;
};

/** @throws conflict if the order has another open refund */
async function createRefund(
  ctx: Context,
  trx: Trx,
  order: OrderRow,
  { kind, amount, reason, isApproved }: NewRefundInput,
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
    requested_by: requireMemberId(ctx),
    ...(kind === 'staff' ? decidedBy(ctx) : {}),
  });
  if (id === undefined) throw conflict('这笔订单已有退款申请在处理，请先处理它');
  if (isApproved) await updateOrder(trx, order.id, { state: 'refunding' });
  return id;
}

async function decideRequestedRefund(
  ctx: Context,
  id: string,
  action: 'refund.approve' | 'refund.reject',
  note: string,
  write: (trx: Trx, order: OrderRow) => Promise<void>,
): Promise<true> {
  await inTransaction(ctx, async (trx) => {
    const { order, refund } = await lockOrderAndRefund(trx, id);
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
      ...orderEventOf(order),
      refundId: id,
      isApproved,
      requestedAmount: refund.amount,
      note,
    });
  });
  return true;
}

async function lockFailedRefund(trx: Trx, id: string): Promise<{ order: OrderRow; refund: RefundRow }> {
  const both = await lockOrderAndRefund(trx, id);
  if (both.refund.state !== 'failed') throw conflict('只有失败的退款可以重试或放弃');
  return both;
}

const decidedBy = (ctx: Context) => ({ decided_by: requireMemberId(ctx), decided_at: ctx.now() });

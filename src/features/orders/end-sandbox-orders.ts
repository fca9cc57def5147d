import { rejectUncoveredWithdrawal } from '#features/ledger/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { refundNumber } from './numbers.ts';
import { lockOrder, type OrderRow, updateOrder } from './queries.ts';
import { finishRefund } from './refund-processing.ts';
import {
  insertRefund,
  listOpenRefundsOfGateway,
  listUnrefundedOrders,
  updateRefund,
} from './refund-queries.ts';

/** The gateway of demo portals, whose payments move no money. */
const sandbox = 'sandbox';
const reason = '演示时的沙箱付款，正式上线时作废';

/**
 * Refunds every order that the sandbox gateway paid, without asking the gateway, which a live portal does not have: what
 * was bought ends, and ledger and authors' income are reversed. Each order is a transaction of its own. May be repeated,
 * also concurrently. @returns the number of orders
 */
export async function endSandboxOrders(ctx: Context): Promise<number> {
  const ids = await listUnrefundedOrders(ctx.db, sandbox);
  for (const id of ids) await inTransaction(ctx, (trx) => endOrder(ctx, trx, id));
  return ids.length;
}

async function endOrder(ctx: Context, trx: Trx, id: string): Promise<void> {
  const order = await lockOrder(trx, id);
  if (!order) return;
  // A surplus is owed also where another gateway paid the order.
  for (const refund of await listOpenRefundsOfGateway(trx, id, sandbox)) {
    if (refund.state === 'requested') await updateRefund(trx, refund.id, { state: 'approved' });
    await finishRefund(ctx, trx, { refundId: refund.id, gatewayNumber: sandbox });
  }
  await refundRest(ctx, trx, id);
  if (order.author_id !== null)
    await rejectUncoveredWithdrawal(ctx, trx, { authorId: order.author_id, note: reason });
}

async function refundRest(ctx: Context, trx: Trx, id: string): Promise<void> {
  const order = await lockOrder(trx, id);
  if (order?.state !== 'paid' || !isPaidBySandbox(order)) return;
  const refundId = await insertRefund(trx, {
    number: refundNumber(ctx.now()),
    order_id: id,
    payment_id: order.payment_id,
    kind: 'staff',
    amount: order.amount - order.refunded_amount,
    reason,
    state: 'approved',
    next_try_at: null,
    created_at: ctx.now(),
    requested_by: null,
  });
  if (refundId === undefined) throw new Error(`sandbox order ${id} still has an open refund`);
  await updateOrder(trx, id, { state: 'refunding' });
  await finishRefund(ctx, trx, { refundId, gatewayNumber: sandbox });
}

const isPaidBySandbox = (order: OrderRow): order is OrderRow & { payment_id: string } =>
  order.gateway === sandbox && order.payment_id !== null;

import { settlePayment } from '#features/orders/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import type { TradeAnswer } from './gateways/gateway.ts';
import { findPayment, insertNotice, type NewNotice, type PaymentRow, updateSucceeded } from './queries.ts';

export type Paid = Extract<TradeAnswer, { state: 'paid' }>;

/** A notice to record once its outcome is known. */
export type NoticeEntry = Omit<NewNotice, 'outcome'>;

export type SettleOutcome = 'paid' | 'surplus' | 'repeated' | 'conflicting' | 'unknown';

/**
 * Settles a payment that a gateway reported by a notice or a query. Payment, order, grant, ledger entries, event and
 * the notice with its outcome are one transaction. Any later call changes nothing (`repeated`). `unknown`: there is no
 * attempt with that number; `conflicting`: it was paid under another number of the gateway, which staff must examine.
 */
export async function settleAttempt(
  ctx: Context,
  gateway: string,
  tradeNumber: string,
  { gatewayNumber, amount, paidAt }: Paid,
  notice?: NoticeEntry,
): Promise<SettleOutcome> {
  const attempt = await findPayment(ctx.db, gateway, tradeNumber);
  if (!attempt) return 'unknown';
  return inTransaction(ctx, async (trx) => {
    const paid = { state: 'paid', gatewayNumber, amount, paidAt } as const;
    const settled = attempt.state === 'succeeded' ? null : await settleOnce(ctx, trx, attempt, paid, notice);
    if (settled) return settled;
    const now = await findPayment(trx, gateway, tradeNumber);
    const outcome = now?.gateway_number === gatewayNumber ? 'repeated' : 'conflicting';
    if (notice) await insertNotice(trx, { ...notice, outcome });
    return outcome;
  });
}

/** @returns null if a concurrent call has settled it */
async function settleOnce(
  ctx: Context,
  trx: Trx,
  { id, order_id: orderId, gateway }: PaymentRow,
  { gatewayNumber, amount, paidAt }: Paid,
  notice: NoticeEntry | undefined,
): Promise<'paid' | 'surplus' | null> {
  // Locks the order, so that concurrent settlements of its payments are serialised and see the first result.
  const outcome = await settlePayment(ctx, trx, { orderId, paymentId: id, gateway, amount });
  const success = {
    gateway_number: gatewayNumber,
    amount,
    is_surplus: outcome === 'surplus',
    succeeded_at: paidAt,
  };
  const isFirst = await updateSucceeded(trx, id, success, notice && { ...notice, outcome });
  return isFirst ? outcome : null;
}

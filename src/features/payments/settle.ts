import { settlePayment } from '#features/orders/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import type { TradeAnswer } from './gateways/gateway.ts';
import { findPayment, insertNotice, type NewNotice, type PaymentRow, updateSucceeded } from './queries.ts';

export type Paid = Extract<TradeAnswer, { state: 'paid' }>;

/** A notice that is to be written down with what became of it. */
export type NoticeEntry = Omit<NewNotice, 'outcome'>;

export type SettleOutcome = 'paid' | 'surplus' | 'repeated' | 'conflicting' | 'unknown';

/**
 * Takes what a gateway, in a notice or when asked, says was paid: payment, order, what it grants, ledger, news and the
 * notice itself, with what became of it, are one transaction. Whoever comes second, of however many, changes nothing
 * (`repeated`). `unknown`: no attempt of that number; `conflicting`: it was paid under another number of the gateway's,
 * which is for people to look at.
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
    const settled = attempt.state === 'succeeded' ? null : await settle(ctx, trx, attempt, paid, notice);
    if (settled) return settled;
    const now = await findPayment(trx, gateway, tradeNumber);
    const outcome = now?.gateway_number === gatewayNumber ? 'repeated' : 'conflicting';
    if (notice) await insertNotice(trx, { ...notice, outcome });
    return outcome;
  });
}

/** @returns null where somebody else has settled it meanwhile */
async function settle(
  ctx: Context,
  trx: Trx,
  { id, order_id: orderId, gateway }: PaymentRow,
  { gatewayNumber, amount, paidAt }: Paid,
  notice: NoticeEntry | undefined,
): Promise<'paid' | 'surplus' | null> {
  // Locks the order: everybody who settles one of its payments waits here, and is told what was made of it.
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

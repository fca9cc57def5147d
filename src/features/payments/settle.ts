import { settlePayment } from '#features/orders/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import type { TradeAnswer } from './gateways/gateway.ts';
import { findPayment, type PaymentRow, updateSucceeded } from './queries.ts';

export type Paid = Extract<TradeAnswer, { state: 'paid' }>;

export type SettleOutcome = 'paid' | 'surplus' | 'repeated' | 'conflicting' | 'unknown';

/**
 * Takes what a gateway, in a notice or when asked, says was paid: payment, order, what it grants, ledger and news are
 * one transaction, in which `note` may write too. Whoever comes second, of however many, changes nothing (`repeated`).
 * `unknown`: no attempt of that number; `conflicting`: it was paid under another number of the gateway's, which is for
 * people to look at.
 */
export async function settleAttempt(
  ctx: Context,
  gateway: string,
  tradeNumber: string,
  { gatewayNumber, amount, paidAt }: Paid,
  note: (trx: Trx, outcome: SettleOutcome) => Promise<void> = async () => undefined,
): Promise<SettleOutcome> {
  const attempt = await findPayment(ctx.db, gateway, tradeNumber);
  if (!attempt) return 'unknown';
  return inTransaction(ctx, async (trx) => {
    const outcome =
      attempt.state === 'succeeded'
        ? sameOrNot(attempt, gatewayNumber)
        : await settle(ctx, trx, attempt, { state: 'paid', gatewayNumber, amount, paidAt });
    await note(trx, outcome);
    return outcome;
  });
}

async function settle(
  ctx: Context,
  trx: Trx,
  { id, order_id: orderId, gateway, trade_number }: PaymentRow,
  { gatewayNumber, amount, paidAt }: Paid,
): Promise<SettleOutcome> {
  // Locks the order: everybody who settles one of its payments waits here, and is told what was made of it.
  const settlement = await settlePayment(ctx, trx, { orderId, paymentId: id, gateway, amount });
  const isFirst = await updateSucceeded(trx, id, {
    gateway_number: gatewayNumber,
    amount,
    is_surplus: settlement === 'surplus',
    succeeded_at: paidAt,
  });
  if (isFirst) return settlement;
  const payment = await findPayment(trx, gateway, trade_number);
  return payment ? sameOrNot(payment, gatewayNumber) : 'unknown';
}

const sameOrNot = ({ gateway_number }: PaymentRow, gatewayNumber: string) =>
  gateway_number === gatewayNumber ? 'repeated' : 'conflicting';

import { lockOrder, settlePayment } from '#features/orders/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import type { TradeAnswer } from './gateways/gateway.ts';
import { findPayment, lockPayment, updateSucceeded } from './queries.ts';

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
    // Order first, then payment: everybody locks in this order.
    await lockOrder(trx, attempt.order_id);
    const payment = await lockPayment(trx, attempt.id);
    const outcome =
      payment?.state === 'succeeded'
        ? payment.gateway_number === gatewayNumber
          ? 'repeated'
          : 'conflicting'
        : await settlePayment(ctx, trx, {
            orderId: attempt.order_id,
            paymentId: attempt.id,
            gateway,
            amount,
          });
    if (outcome === 'paid' || outcome === 'surplus')
      await updateSucceeded(trx, attempt.id, {
        gateway_number: gatewayNumber,
        amount,
        is_surplus: outcome === 'surplus',
        succeeded_at: paidAt,
      });
    await note(trx, outcome);
    return outcome;
  });
}

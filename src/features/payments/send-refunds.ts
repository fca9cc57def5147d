import {
  claimRefundsToSend,
  type DueRefund,
  failRefund,
  finishRefund,
  markRefundSent,
} from '#features/orders/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { GatewayError, type RefundAnswer } from './gateways/gateway.ts';
import { logFault } from './log-fault.ts';
import { findGateway, noticeUrl, type PaymentParts } from './parts.ts';

/**
 * Sends due refunds to their gateways and queries those that were sent. A refund keeps its number at every try, so the
 * money is returned once even if the process crashes between the gateway's response and the commit.
 * @returns the number of refunds tried
 */
export async function sendDueRefunds(ctx: Context, parts: PaymentParts): Promise<number> {
  const due = await claimRefundsToSend(ctx);
  for (const refund of due)
    await processRefund(ctx, parts, refund).catch((error: unknown) =>
      logFault(ctx, { refund: refund.number }, error, 'could not record the result of a refund'),
    );
  return due.length;
}

async function processRefund(ctx: Context, parts: PaymentParts, refund: DueRefund): Promise<void> {
  const refundId = refund.id;
  const answer = await sendOrQueryRefund(ctx, parts, refund);
  await inTransaction(ctx, async (trx) => {
    if (answer.state === 'succeeded')
      await finishRefund(ctx, trx, { refundId, gatewayNumber: answer.gatewayNumber });
    if (answer.state === 'processing') await markRefundSent(ctx, trx, { refundId, gatewayNumber: '' });
    if (answer.state === 'failed')
      await failRefund(ctx, trx, { refundId, error: answer.reason, isFinal: answer.isFinal });
  });
}

type RefundOutcome =
  | Exclude<RefundAnswer, { state: 'failed' }>
  | { state: 'failed'; reason: string; isFinal: boolean };

async function sendOrQueryRefund(
  ctx: Context,
  parts: PaymentParts,
  refund: DueRefund,
): Promise<RefundOutcome> {
  const gateway = await findGateway(ctx, parts, refund.gateway);
  if (!gateway) return { state: 'failed', reason: '支付渠道没有配置，无法退款', isFinal: false };
  try {
    const known = refund.state === 'sent' ? await gateway.queryRefund(refund) : null;
    // A refund that the gateway never received is sent again under the same number.
    const answer =
      known && known.state !== 'unknown'
        ? known
        : await gateway.refund({ ...refund, notifyUrl: await noticeUrl(parts, ctx, gateway.name) });
    return answer.state === 'failed' ? { ...answer, isFinal: true } : answer;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    logFault(ctx, { refund: refund.number }, error, 'could not send a refund');
    return { state: 'failed', reason: error.message, isFinal: false };
  }
}

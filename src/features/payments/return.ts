import {
  type DueRefund,
  failRefund,
  finishRefund,
  listDueRefunds,
  noteRefundSent,
} from '#features/orders/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { GatewayError, type RefundAnswer } from './gateways/gateway.ts';
import { logFault } from './log-fault.ts';
import { gatewayNamed, notifyUrl, type PaymentParts } from './parts.ts';

/**
 * Sends refunds that are due to their gateways and asks about those that were sent. The refund's number is the same at
 * every try, so whatever dies between gateway and book, the money goes back once. @returns how many were tried
 */
export async function returnDue(ctx: Context, parts: PaymentParts): Promise<number> {
  const due = await listDueRefunds(ctx);
  for (const refund of due)
    await returnOne(ctx, parts, refund).catch((error: unknown) =>
      logFault(ctx, { refund: refund.number }, error, 'a refund was not written down'),
    );
  return due.length;
}

async function returnOne(ctx: Context, parts: PaymentParts, refund: DueRefund): Promise<void> {
  const refundId = refund.id;
  const answer = await askFor(ctx, parts, refund);
  await inTransaction(ctx, async (trx) => {
    if (answer.state === 'succeeded')
      await finishRefund(ctx, trx, { refundId, gatewayNumber: answer.gatewayNumber });
    if (answer.state === 'processing') await noteRefundSent(ctx, trx, { refundId, gatewayNumber: '' });
    if (answer.state === 'failed')
      await failRefund(ctx, trx, { refundId, error: answer.reason, isFinal: answer.isFinal });
  });
}

type Answer =
  | Exclude<RefundAnswer, { state: 'failed' }>
  | { state: 'failed'; reason: string; isFinal: boolean };

async function askFor(ctx: Context, parts: PaymentParts, refund: DueRefund): Promise<Answer> {
  const gateway = await gatewayNamed(ctx, parts, refund.gateway);
  if (!gateway) return { state: 'failed', reason: '支付渠道没有配置，无法退款', isFinal: false };
  try {
    const known = refund.state === 'sent' ? await gateway.queryRefund(refund) : null;
    // What the gateway has never heard of is sent again, under the same number.
    const answer =
      known && known.state !== 'unknown'
        ? known
        : await gateway.refund({ ...refund, notifyUrl: await notifyUrl(parts, ctx, gateway.name) });
    return answer.state === 'failed' ? { ...answer, isFinal: true } : answer;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    logFault(ctx, { refund: refund.number }, error, 'a refund was not sent');
    return { state: 'failed', reason: error.message, isFinal: false };
  }
}

import { recordSecurityEvent } from '#features/audit/index.ts';
import { failRefund, finishRefund } from '#features/orders/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { notFound } from '#kernel/errors.ts';
import { type Notice, type NoticeAnswer, NoticeFault, type NoticeOutcome } from './gateways/gateway.ts';
import { findGateway, type PaymentParts } from './parts.ts';
import { deleteOldNotices, findRefund, insertNotice, insertRefusedNotice } from './queries.ts';
import { type NoticeEntry, settleAttempt } from './settle-attempt.ts';

/** An incoming notice, whose sender is not verified yet. */
export type IncomingNotice = {
  gateway: string;
  body: Buffer;
  headers: Readonly<Record<string, unknown>>;
  address: string;
};

/** The result of a notice as stored in `gateway_notices`. */
type Outcome =
  | NoticeOutcome
  | 'paid'
  | 'surplus'
  | 'repeated'
  | 'conflicting'
  | 'unknown'
  | 'refund'
  | 'other';

/**
 * Handles a notice to a gateway's address. A notice that is forged, altered, stale or for another merchant has no
 * effect and is recorded. A genuine notice's effect and record are one transaction, so the gateway need not repeat a
 * notice that was accepted. @returns the response that the gateway expects @throws notFound for a gateway that is not
 * configured
 */
export async function handleNotice(
  ctx: Context,
  parts: PaymentParts,
  { gateway: name, body, headers, address }: IncomingNotice,
): Promise<NoticeAnswer> {
  const gateway = await findGateway(ctx, parts, name);
  if (!gateway) throw notFound('没有这个支付渠道');
  let notice: Notice;
  try {
    notice = await gateway.readNotice(body, headers, ctx.now());
  } catch (error) {
    if (!(error instanceof NoticeFault)) throw error;
    const entry = { gateway: name, notice_id: '', trade_number: '', outcome: error.outcome, address };
    await insertRefusedNotice(ctx.db, entry);
    const details = { gateway: name, outcome: error.outcome };
    const about = { reason: error.reason };
    await recordSecurityEvent(ctx, { kind: 'noticeForged', memberId: null, address, details, about });
    return gateway.answerNotice(false);
  }
  const outcome = await applyNotice(ctx, name, notice, address);
  return gateway.answerNotice(outcome !== 'unknown' && outcome !== 'conflicting');
}

/** Deletes notices older than half a year; payments and ledger keep the money's record. */
export const tidyNotices = (ctx: Context): Promise<void> => deleteOldNotices(ctx.db, ctx.now());

async function applyNotice(ctx: Context, gateway: string, notice: Notice, address: string): Promise<Outcome> {
  const entry = { gateway, notice_id: notice.id, trade_number: notice.tradeNumber, address };
  if (notice.kind === 'refund') return applyRefundNotice(ctx, notice, entry);
  if (notice.kind === 'other') {
    await insertNotice(ctx.db, { ...entry, outcome: 'other' });
    return 'other';
  }
  const paid = { ...notice, state: 'paid' } as const;
  const outcome = await settleAttempt(ctx, gateway, notice.tradeNumber, paid, entry);
  if (outcome === 'unknown') await insertNotice(ctx.db, { ...entry, outcome });
  if (outcome === 'unknown' || outcome === 'conflicting')
    ctx.log.error({ gateway, outcome, trade: notice.tradeNumber }, 'a payment notice matches no attempt');
  return outcome;
}

async function applyRefundNotice(
  ctx: Context,
  { refundNumber, tradeNumber, answer }: Extract<Notice, { kind: 'refund' }>,
  entry: NoticeEntry,
): Promise<Outcome> {
  const refund = await findRefund(ctx.db, refundNumber);
  const outcome = refund?.trade_number === tradeNumber ? 'refund' : 'unknown';
  await inTransaction(ctx, async (trx) => {
    await insertNotice(trx, { ...entry, outcome });
    if (!refund || outcome === 'unknown') return;
    if (answer.state === 'succeeded')
      await finishRefund(ctx, trx, { refundId: refund.id, gatewayNumber: answer.gatewayNumber });
    if (answer.state === 'failed')
      await failRefund(ctx, trx, { refundId: refund.id, error: answer.reason, isFinal: true });
  });
  return outcome;
}

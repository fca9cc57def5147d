import { recordSecurity } from '#features/audit/index.ts';
import { failRefund, finishRefund } from '#features/orders/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { notFound } from '#kernel/errors.ts';
import { type Notice, type NoticeAnswer, NoticeFault, type NoticeOutcome } from './gateways/gateway.ts';
import { gatewayNamed, type PaymentParts } from './parts.ts';
import { findRefund, insertNotice, insertRefusal } from './queries.ts';
import { type NoticeEntry, settleAttempt } from './settle.ts';

/** A notice as it came in, from anybody. */
export type Incoming = {
  gateway: string;
  body: Buffer;
  headers: Readonly<Record<string, unknown>>;
  address: string;
};

/** What became of a notice, as it stands in `gateway_notices`. */
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
 * Takes a gateway's notice. What is forged, altered, stale or somebody else's changes nothing and is written down; of a
 * true one the change and its entry are one transaction, so a gateway that is told it was taken never has to repeat it.
 * @returns what the gateway wants to hear @throws notFound for a gateway that is not set up
 */
export async function takeNotice(
  ctx: Context,
  parts: PaymentParts,
  { gateway: name, body, headers, address }: Incoming,
): Promise<NoticeAnswer> {
  const gateway = await gatewayNamed(ctx, parts, name);
  if (!gateway) throw notFound('没有这个支付渠道');
  let notice: Notice;
  try {
    notice = await gateway.readNotice(body, headers, ctx.now());
  } catch (error) {
    if (!(error instanceof NoticeFault)) throw error;
    const entry = { gateway: name, notice_id: '', trade_number: '', outcome: error.outcome, address };
    await insertRefusal(ctx.db, entry);
    const details = { gateway: name, outcome: error.outcome };
    await recordSecurity(ctx, { kind: 'noticeForged', memberId: null, address, details });
    return gateway.answerNotice(false);
  }
  const outcome = await actOn(ctx, name, notice, address);
  return gateway.answerNotice(outcome !== 'unknown' && outcome !== 'conflicting');
}

async function actOn(ctx: Context, gateway: string, notice: Notice, address: string): Promise<Outcome> {
  const entry = { gateway, notice_id: notice.id, trade_number: notice.tradeNumber, address };
  if (notice.kind === 'refund') return actOnRefund(ctx, notice, entry);
  if (notice.kind === 'other') {
    await insertNotice(ctx.db, { ...entry, outcome: 'other' });
    return 'other';
  }
  const paid = { ...notice, state: 'paid' } as const;
  const outcome = await settleAttempt(ctx, gateway, notice.tradeNumber, paid, entry);
  if (outcome === 'unknown') await insertNotice(ctx.db, { ...entry, outcome });
  if (outcome === 'unknown' || outcome === 'conflicting')
    ctx.log.error(
      { gateway, outcome, trade: notice.tradeNumber },
      'a payment notice fits no attempt of ours',
    );
  return outcome;
}

async function actOnRefund(
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

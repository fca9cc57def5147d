import type { Context, Trx } from '#kernel/context.ts';
import { type Gateway, GatewayError } from './gateways/gateway.ts';
import { logFault } from './log-fault.ts';
import { gatewayNamed, type PaymentParts } from './parts.ts';
import { claimOpenAttempts, hurryAttempts, type OpenAttempt, updateClosed } from './queries.ts';
import { settleAttempt } from './settle.ts';

/** So many attempts are asked about in a round, and so many of them at once. */
const mostAttempts = 60;
const atOnce = 10;

/**
 * Asks gateways about attempts that are still open: a notice may have been lost, or the process killed that took it.
 * What was paid is settled, also for orders that no longer wait (the surplus goes back); what nobody may pay any more is
 * closed at the gateway first. Safe in several processes at once. @returns how many were asked about
 */
export async function watchAttempts(ctx: Context, parts: PaymentParts): Promise<number> {
  const attempts = await claimOpenAttempts(ctx.db, ctx.now(), mostAttempts);
  const waiting = [...attempts];
  const work = async () => {
    for (let attempt = waiting.shift(); attempt; attempt = waiting.shift())
      await watchAttempt(ctx, parts, attempt);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return attempts.length;
}

/** An order closed: its attempts are to be closed soon, or found to be surplus. */
export const followOrder = (_: Context, trx: Trx, { orderId }: { orderId: string }): Promise<void> =>
  hurryAttempts(trx, orderId);

/** Asks about one attempt; what goes wrong with it is logged, hinders no other, and is tried again the next round. */
async function watchAttempt(ctx: Context, parts: PaymentParts, attempt: OpenAttempt): Promise<void> {
  const gateway = await gatewayNamed(ctx, parts, attempt.gateway);
  if (!gateway) return;
  try {
    await look(ctx, gateway, attempt);
  } catch (error) {
    logFault(
      ctx,
      { gateway: gateway.name, trade: attempt.trade_number },
      error,
      'a gateway could not be asked',
    );
  }
}

async function look(ctx: Context, gateway: Gateway, attempt: OpenAttempt): Promise<void> {
  const { id, trade_number, expires_at, is_wanted } = attempt;
  const answer = await gateway.query(trade_number);
  if (answer.state === 'paid') {
    await settleAttempt(ctx, gateway.name, trade_number, answer);
    return;
  }
  if (answer.state === 'closed') return updateClosed(ctx.db, id);
  const isOver = expires_at <= ctx.now();
  if (is_wanted && !isOver) return;
  // What the gateway has not heard of cannot be closed there, and may still be opened until its time is over.
  if (answer.state === 'unknown' && !isOver) return;
  if (await closeAt(gateway, trade_number)) return updateClosed(ctx.db, id);
  const again = await gateway.query(trade_number);
  if (again.state === 'paid') await settleAttempt(ctx, gateway.name, trade_number, again);
}

/** @returns false when somebody has just paid it */
async function closeAt(gateway: Gateway, tradeNumber: string): Promise<boolean> {
  try {
    await gateway.close(tradeNumber);
    return true;
  } catch (error) {
    if (error instanceof GatewayError && error.fault === 'paid') return false;
    throw error;
  }
}

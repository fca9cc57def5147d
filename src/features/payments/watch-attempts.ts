import { requireMemberId } from '#kernel/actor.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { countHit, type RateLimit } from '#kernel/db/rate-limits.ts';
import { notFound, rateLimited, unavailable } from '#kernel/errors.ts';
import { type Gateway, GatewayError } from './gateways/gateway.ts';
import { logFault } from './log-fault.ts';
import { findGateway, type PaymentParts } from './parts.ts';
import {
  claimOpenAttempts,
  findOwnOrder,
  listPayments,
  type OpenAttempt,
  prioritiseAttempts,
  updateClosed,
} from './queries.ts';
import { readPayState } from './reads.ts';
import type { PayState } from './schema.ts';
import { settleAttempt } from './settle-attempt.ts';

/** Maximum number of attempts queried in one run, and how many of them at once. */
const maxAttempts = 60;
const maxConcurrent = 10;

/**
 * Queries gateways about open attempts, since a notice may be lost or its process killed. Settles paid attempts, also
 * of orders that are no longer pending (their surplus is refunded), and closes at the gateway attempts that may no
 * longer be paid. Several processes may run it at once. @returns the number of queried attempts
 */
export async function watchAttempts(ctx: Context, parts: PaymentParts): Promise<number> {
  const attempts = await claimOpenAttempts(ctx.db, ctx.now(), maxAttempts);
  const queue = [...attempts];
  const work = async () => {
    for (let attempt = queue.shift(); attempt; attempt = queue.shift())
      await watchAttempt(ctx, parts, attempt);
  };
  await Promise.all(Array.from({ length: maxConcurrent }, work));
  return attempts.length;
}

/** No buyer checks more often, and each check queries the gateway on behalf of the merchant. */
const checkLimit: RateLimit = {
  name: 'payments.check',
  max: 20,
  windowMs: 5 * 60_000,
  isFixed: true,
  refuse: (wait) =>
    rateLimited(`查询过于频繁，请 ${Math.ceil(wait / 60)} 分钟后再查；付款到账后会自动显示结果`, wait),
};

/**
 * Queries the gateways now about the open attempts of the caller's own order, for a buyer who says that they paid.
 * @throws notFound for another member's order; rateLimited after too many checks; unavailable when a gateway does not
 * respond
 */
export async function checkPayment(ctx: Context, parts: PaymentParts, orderId: string): Promise<PayState> {
  const memberId = requireMemberId(ctx);
  const order = await findOwnOrder(ctx.db, memberId, orderId);
  if (!order) throw notFound('订单不存在');
  await countHit(ctx, ctx.db, checkLimit, memberId);
  const is_wanted = order.state === 'pending';
  for (const payment of await listPayments(ctx.db, orderId)) {
    if (payment.state !== 'created') continue;
    const gateway = await findGateway(ctx, parts, payment.gateway);
    if (gateway) await checkForBuyer(ctx, gateway, { ...payment, is_wanted });
  }
  return readPayState(ctx, orderId);
}

async function checkForBuyer(ctx: Context, gateway: Gateway, attempt: OpenAttempt): Promise<void> {
  try {
    await checkAttempt(ctx, gateway, attempt);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    logFault(ctx, { gateway: gateway.name, trade: attempt.trade_number }, error, 'could not query a gateway');
    throw unavailable(`暂时查不到${gateway.label}的付款结果，请稍后再查；如果已经付了，到账后会自动显示`);
  }
}

/** Queries the attempts of a closed order soon, to close them or to find a surplus. */
export const onOrderClosed = (_: Context, trx: Trx, { orderId }: { orderId: string }): Promise<void> =>
  prioritiseAttempts(trx, orderId);

/** Queries one attempt. An error is logged and retried at the next run, and does not affect other attempts. */
async function watchAttempt(ctx: Context, parts: PaymentParts, attempt: OpenAttempt): Promise<void> {
  const gateway = await findGateway(ctx, parts, attempt.gateway);
  if (!gateway) return;
  try {
    await checkAttempt(ctx, gateway, attempt);
  } catch (error) {
    logFault(ctx, { gateway: gateway.name, trade: attempt.trade_number }, error, 'could not query a gateway');
  }
}

async function checkAttempt(ctx: Context, gateway: Gateway, attempt: OpenAttempt): Promise<void> {
  const { id, trade_number, expires_at, is_wanted } = attempt;
  const answer = await gateway.query(trade_number);
  if (answer.state === 'paid') {
    await settleAttempt(ctx, gateway.name, trade_number, answer);
    return;
  }
  if (answer.state === 'closed') return updateClosed(ctx.db, id);
  const isOver = expires_at <= ctx.now();
  if (is_wanted && !isOver) return;
  // A trade that the gateway does not know cannot be closed there, and may still be started until the order expires.
  if (answer.state === 'unknown' && !isOver) return;
  if (await closeAtGateway(gateway, trade_number)) return updateClosed(ctx.db, id);
  const again = await gateway.query(trade_number);
  if (again.state === 'paid') await settleAttempt(ctx, gateway.name, trade_number, again);
}

/** @returns false when it has just been paid */
async function closeAtGateway(gateway: Gateway, tradeNumber: string): Promise<boolean> {
  try {
    await gateway.close(tradeNumber);
    return true;
  } catch (error) {
    if (error instanceof GatewayError && error.fault === 'paid') return false;
    throw error;
  }
}

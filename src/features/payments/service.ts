import { requireMemberId } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { countHit, type RateLimit } from '#kernel/db/rate-limits.ts';
import { conflict, invalid, notFound, rateLimited, unavailable } from '#kernel/errors.ts';
import { toIso } from '#shared/dates.ts';
import {
  type Attempt,
  type Channel,
  type Gateway,
  GatewayError,
  type GatewayName,
  type Started,
} from './gateways/gateway.ts';
import { logFault } from './log-fault.ts';
import { tradeNumber } from './numbers.ts';
import { findGateway, noticeUrl, type PaymentParts } from './parts.ts';
import { findOrInsertAttempt, type OrderAttempt, type PaymentRow, updateClosed } from './queries.ts';
import type { PayStart } from './schema.ts';
import { settleAttempt } from './settle-attempt.ts';

/** WeChat Pay rejects an order that expires within a minute. */
const minRemainingMs = 60_000;

export type PayInput = {
  id: string;
  gateway: GatewayName;
  channel: Channel;
  code?: string | undefined;
  back?: string | undefined;
};

/** Alipay's maximum length of a return address. */
const maxReturnUrlLength = 256;

/**
 * Starts the payment of the caller's own order, or continues the attempt for the same gateway and channel. The attempt
 * is committed before the gateway is called, so that no unknown trade can be paid. The amount is the order's.
 * @throws notFound for another member's order; conflict for an order that is not pending; invalid for a channel that is
 * not configured; rateLimited after too many starts; unavailable when the gateway does not respond
 */
export async function startPayment(
  ctx: Context,
  parts: PaymentParts,
  input: PayInput,
  address: string,
): Promise<PayStart> {
  const gateway = await findGateway(ctx, parts, input.gateway);
  if (!gateway?.channels.includes(input.channel))
    throw invalid('支付方式不可用，请刷新后重新选择', 'channel');
  if (input.channel === 'jsapi' && !input.code) throw invalid('请提供微信授权码', 'code');
  await limitStarts(ctx, requireMemberId(ctx));
  for (let round = 0; round < 2; round += 1) {
    const { order, payment } = await beginAttempt(ctx, input);
    const started = await startAtGateway(ctx, parts, { gateway, order, payment, address, input });
    if (started === 'closed') await updateClosed(ctx.db, payment.id);
    else return present(order, payment, started);
  }
  throw unavailable(`${gateway.label}没有接受这笔订单，请换一种支付方式`);
}

/** Returns the open attempt or a new one; it is committed when this returns. */
async function beginAttempt(
  ctx: Context,
  { id, gateway, channel }: PayInput,
): Promise<{ order: OrderAttempt; payment: PaymentRow }> {
  const now = ctx.now();
  const order = await findOrInsertAttempt(ctx.db, {
    order_id: id,
    member_id: requireMemberId(ctx),
    gateway,
    channel,
    trade_number: tradeNumber(now),
    created_at: now,
    until: new Date(now.getTime() + minRemainingMs),
  });
  if (!order) throw notFound('订单不存在');
  if (order.payment) return { order, payment: order.payment };
  if (order.state === 'closed') throw conflict('订单已关闭，请重新下单');
  if (order.state !== 'pending') throw conflict('订单已支付，不需要再付');
  throw conflict('订单即将过期，请重新下单');
}

type StartInput = {
  gateway: Gateway;
  order: OrderAttempt;
  payment: PaymentRow;
  address: string;
  input: PayInput;
};

/** `paid`: the attempt was paid before and is settled now; `closed`: the gateway requires a new attempt. */
async function startAtGateway(
  ctx: Context,
  parts: PaymentParts,
  { gateway, order, payment, address, input }: StartInput,
): Promise<Started | 'paid' | 'closed'> {
  const attempt: Attempt = {
    tradeNumber: payment.trade_number,
    title: order.title,
    amount: payment.amount,
    expiresAt: payment.expires_at,
    notifyUrl: await noticeUrl(parts, ctx, gateway.name),
    returnUrl: returnUrl(await parts.origin(ctx), order.id, input.back),
  };
  try {
    return await gateway.start(attempt, input.channel, { address, code: input.code });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const { fault, code, message } = error;
    logFault(ctx, { gateway: gateway.name, trade: payment.trade_number }, error, 'could not start a payment');
    if (fault === 'closed') return 'closed';
    if (fault === 'paid' && (await settleIfPaid(ctx, gateway, payment.trade_number))) return 'paid';
    throw unavailable(
      fault === 'refused' && code === 'OPENID'
        ? message
        : `${gateway.label}暂时不可用，请稍后再试，或换一种支付方式`,
    );
  }
}

/** Returns the page the buyer came from, or the list of purchases if that address is too long, with the order. */
function returnUrl(origin: string, orderId: string, back?: string): string {
  const url = new URL(back ?? '/personal/purchase', origin);
  url.searchParams.set('payOrder', orderId);
  return back !== undefined && url.href.length > maxReturnUrlLength ? returnUrl(origin, orderId) : url.href;
}

async function settleIfPaid(ctx: Context, gateway: Gateway, number: string): Promise<boolean> {
  const answer = await gateway.query(number);
  if (answer.state !== 'paid') return false;
  await settleAttempt(ctx, gateway.name, number, answer);
  return true;
}

function present(order: OrderAttempt, payment: PaymentRow, started: Started | 'paid'): PayStart {
  const instructions: { codeUrl?: string; redirectUrl?: string; jsapi?: Record<string, string> } =
    started === 'paid' ? {} : started;
  return {
    orderId: order.id,
    state: started === 'paid' ? 'paid' : 'pending',
    gateway: payment.gateway as PayStart['gateway'],
    channel: payment.channel as PayStart['channel'],
    amount: payment.amount,
    expiresAt: toIso(payment.expires_at),
    codeUrl: instructions.codeUrl ?? null,
    redirectUrl: instructions.redirectUrl ?? null,
    jsapi: instructions.jsapi ?? null,
  };
}

/** Each start calls the gateway on behalf of the merchant, and no buyer needs more. */
const startLimit: RateLimit = {
  name: 'payments.start',
  max: 20,
  windowMs: 5 * 60_000,
  isFixed: true,
  refuse: (wait) => rateLimited(`支付操作过于频繁，请 ${Math.ceil(wait / 60)} 分钟后再试`, wait),
};

/** Rate-limits payment starts, successful or not. @throws rateLimited beyond twenty in five minutes */
async function limitStarts(ctx: Context, memberId: string): Promise<void> {
  await countHit(ctx, ctx.db, startLimit, memberId);
}

import { memberOf } from '#kernel/actor.ts';
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
import { gatewayNamed, notifyUrl, type PaymentParts } from './parts.ts';
import { type Begun, beginPayment, type PaymentRow, updateClosed } from './queries.ts';
import type { PayStart } from './schema.ts';
import { settleAttempt } from './settle.ts';

/** WeChat Pay takes no order that ends within a minute. */
const leastMs = 60_000;

export type PayInput = {
  id: string;
  gateway: GatewayName;
  channel: Channel;
  code?: string | undefined;
  back?: string | undefined;
};

/** Alipay takes no longer address to come back to. */
const longestReturn = 256;

/**
 * Starts paying the caller's own order, or goes on with the attempt by the same gateway and channel. The attempt is
 * written before the gateway hears of it, so that nothing can be paid that is not known here. The amount is the order's.
 * @throws notFound for anybody else's order; conflict for one that does not wait; invalid for a way to pay that is not
 * offered; rateLimited for who starts without end; unavailable when the gateway does not answer
 */
export async function startPayment(
  ctx: Context,
  parts: PaymentParts,
  input: PayInput,
  address: string,
): Promise<PayStart> {
  const gateway = await gatewayNamed(ctx, parts, input.gateway);
  if (!gateway?.channels.includes(input.channel))
    throw invalid('支付方式（channel）不可用，请刷新后重新选择');
  if (input.channel === 'jsapi' && !input.code) throw invalid('请提供微信授权码（code）');
  await limitStarts(ctx, memberOf(ctx));
  for (let round = 0; round < 2; round += 1) {
    const { order, payment } = await beginAttempt(ctx, input);
    const started = await startAt(ctx, parts, { gateway, order, payment, address, input });
    if (started === 'closed') await updateClosed(ctx.db, payment.id);
    else return present(order, payment, started);
  }
  throw unavailable(`${gateway.label}没有接受这笔订单，请换一种支付方式`);
}

/** The attempt to go on with, or a new one: committed when this returns. */
async function beginAttempt(
  ctx: Context,
  { id, gateway, channel }: PayInput,
): Promise<{ order: Begun; payment: PaymentRow }> {
  const now = ctx.now();
  const order = await beginPayment(ctx.db, {
    order_id: id,
    member_id: memberOf(ctx),
    gateway,
    channel,
    trade_number: tradeNumber(now),
    created_at: now,
    until: new Date(now.getTime() + leastMs),
  });
  if (!order) throw notFound('订单不存在');
  if (order.payment) return { order, payment: order.payment };
  if (order.state === 'closed') throw conflict('订单已关闭，请重新下单');
  if (order.state !== 'pending') throw conflict('订单已支付，不需要再付');
  throw conflict('订单即将过期，请重新下单');
}

type Beginning = {
  gateway: Gateway;
  order: Begun;
  payment: PaymentRow;
  address: string;
  input: PayInput;
};

/** `paid`: somebody has paid this attempt already, and it is settled now; `closed`: the gateway wants another one. */
async function startAt(
  ctx: Context,
  parts: PaymentParts,
  { gateway, order, payment, address, input }: Beginning,
): Promise<Started | 'paid' | 'closed'> {
  const attempt: Attempt = {
    tradeNumber: payment.trade_number,
    title: order.title,
    amount: payment.amount,
    expiresAt: payment.expires_at,
    notifyUrl: await notifyUrl(parts, ctx, gateway.name),
    returnUrl: returnUrl(await parts.origin(ctx), order.id, input.back),
  };
  try {
    return await gateway.start(attempt, input.channel, { address, code: input.code });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const { fault, code, message } = error;
    logFault(ctx, { gateway: gateway.name, trade: payment.trade_number }, error, 'a payment was not started');
    if (fault === 'closed') return 'closed';
    if (fault === 'paid' && (await settleNow(ctx, gateway, payment.trade_number))) return 'paid';
    throw unavailable(
      fault === 'refused' && code === 'OPENID'
        ? message
        : `${gateway.label}暂时不可用，请稍后再试，或换一种支付方式`,
    );
  }
}

/** Where the buyer stood, with the order to look after; where that is too long for gateways, among the purchases. */
function returnUrl(origin: string, orderId: string, back?: string): string {
  const url = new URL(back ?? '/personal/purchase', origin);
  url.searchParams.set('payOrder', orderId);
  return back !== undefined && url.href.length > longestReturn ? returnUrl(origin, orderId) : url.href;
}

async function settleNow(ctx: Context, gateway: Gateway, number: string): Promise<boolean> {
  const answer = await gateway.query(number);
  if (answer.state !== 'paid') return false;
  await settleAttempt(ctx, gateway.name, number, answer);
  return true;
}

function present(order: Begun, payment: PaymentRow, started: Started | 'paid'): PayStart {
  const way: { codeUrl?: string; redirectUrl?: string; jsapi?: Record<string, string> } =
    started === 'paid' ? {} : started;
  return {
    orderId: order.id,
    state: started === 'paid' ? 'paid' : 'pending',
    gateway: payment.gateway as PayStart['gateway'],
    channel: payment.channel as PayStart['channel'],
    amount: payment.amount,
    expiresAt: toIso(payment.expires_at),
    codeUrl: way.codeUrl ?? null,
    redirectUrl: way.redirectUrl ?? null,
    jsapi: way.jsapi ?? null,
  };
}

/** Each start asks a gateway under the merchant's name, and no buyer needs as many. */
const starts: RateLimit = {
  name: 'payments.start',
  max: 20,
  windowMs: 5 * 60_000,
  isFixed: true,
  refuse: (wait) => rateLimited(`支付操作过于频繁，请 ${Math.ceil(wait / 60)} 分钟后再试`, wait),
};

/** Rate-limits payment starts, successful or not. @throws rateLimited beyond twenty in five minutes */
async function limitStarts(ctx: Context, memberId: string): Promise<void> {
  await countHit(ctx, ctx.db, starts, memberId);
}

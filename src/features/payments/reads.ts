import { requireMemberId } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { notFound } from '#kernel/errors.ts';
import { toIso } from '#shared/dates.ts';
import type { PaymentParts } from './parts.ts';
import { findOwnOrder, listPayments } from './queries.ts';
import type { PayChannels, PayState } from './schema.ts';

/** Returns the payment state of the caller's own order. @throws notFound for another member's order */
export async function readPayState(ctx: Context, orderId: string): Promise<PayState> {
  const order = await findOwnOrder(ctx.db, requireMemberId(ctx), orderId);
  if (!order) throw notFound('订单不存在');
  const payments = await listPayments(ctx.db, orderId);
  const newest = payments.find(({ state }) => state === 'created') ?? payments[0];
  return {
    orderId,
    state: order.state as PayState['state'],
    amount: order.amount,
    expiresAt: toIso(order.expires_at),
    paidAt: order.paid_at && toIso(order.paid_at),
    attempt: newest
      ? { gateway: newest.gateway, channel: newest.channel, startedAt: toIso(newest.created_at) }
      : null,
    hasSurplus: payments.some(({ is_surplus }) => is_surplus),
  };
}

export async function readPayChannels(
  ctx: Context,
  { gateways, wechatAppId }: PaymentParts,
): Promise<PayChannels> {
  return {
    gateways: (await gateways(ctx)).map(({ name, label, channels }) => ({
      name,
      label,
      channels: [...channels],
    })),
    wechatAppId: await wechatAppId(ctx),
  };
}

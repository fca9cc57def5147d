import { dayMs } from '#shared/dates.ts';
import type { OrderRow } from './queries.ts';

export type Refundable = { isAllowed: boolean; amount: number; why: string; kind: 'request' | 'withdrawn' };

/** What the decision about a refund depends on besides the order. */
export type RefundFacts = {
  isWithdrawn: boolean;
  isRedeemed: boolean;
  hasOpenRefund: boolean;
  refundDays: number;
};

/**
 * Returns the price of a post in fen: the VIP price, if there is one, for VIP members who buy for themselves; the
 * regular price for everyone else and for gifts. It is the same for everyone in a group (PIPL art. 24).
 */
export function pricePost(
  { price, vipPrice }: { price: number; vipPrice: number | null },
  isForVip: boolean,
): { price: number; isVipPrice: boolean } {
  return isForVip && vipPrice !== null ? { price: vipPrice, isVipPrice: true } : { price, isVipPrice: false };
}

const refusalByState: Partial<Record<OrderRow['state'], string>> = {
  pending: '订单尚未支付',
  refunding: '退款正在处理，请留意到账通知',
  refunded: '订单已全额退款',
  closed: '订单已关闭',
};

/**
 * Decides whether a buyer may request a refund: within the configured days, or at any time if the post was withdrawn.
 * `amount` is what can still be returned, in fen.
 */
export function decideRefund(order: OrderRow, facts: RefundFacts, now: Date): Refundable {
  const amount = order.amount - order.refunded_amount;
  const kind = facts.isWithdrawn && !order.is_gift ? 'withdrawn' : 'request';
  const why = findRefusal(order, facts, now, kind);
  return { isAllowed: why === '', amount, why, kind };
}

function findRefusal(order: OrderRow, facts: RefundFacts, now: Date, kind: string): string {
  const state = refusalByState[order.state];
  if (state) return state;
  if (order.amount === 0) return '这笔订单没有付款，不需要退款';
  if (facts.hasOpenRefund) return '退款申请正在处理，请等待结果';
  if (facts.isRedeemed) return '礼物已被兑换，不能退款';
  if (kind === 'withdrawn') return '';
  if (facts.refundDays === 0) return '数字内容售出后不受理退款申请，如有问题请联系我们';
  const until = (order.paid_at?.getTime() ?? 0) + facts.refundDays * dayMs;
  return now.getTime() <= until ? '' : `已超过 ${facts.refundDays} 天的退款期限`;
}

/** Returns whether an invoice can be requested: for a paid order that is not fully refunded. */
export const canInvoice = (
  order: Pick<OrderRow, 'state' | 'amount' | 'refunded_amount'>,
  invoiceState: string | undefined,
): boolean =>
  order.state === 'paid' &&
  order.amount > order.refunded_amount &&
  (invoiceState === undefined || invoiceState === 'rejected');

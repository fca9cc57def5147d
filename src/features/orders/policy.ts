import { dayMs } from '#shared/dates.ts';
import type { OrderRow } from './queries.ts';

export type Refundable = { isAllowed: boolean; amount: number; why: string; kind: 'request' | 'withdrawn' };

/** What a decision about a refund needs to know beside the order. */
export type RefundFacts = {
  isWithdrawn: boolean;
  isRedeemed: boolean;
  hasOpenRefund: boolean;
  refundDays: number;
};

/**
 * What a piece costs somebody, in fen: its VIP price, where it has one, whoever is a VIP and reads it themselves; a gift,
 * and everybody else, its price. The same for everybody in the same group (PIPL art. 24).
 */
export function pricePiece(
  { price, vipPrice }: { price: number; vipPrice: number | null },
  isForVip: boolean,
): { price: number; isVipPrice: boolean } {
  return isForVip && vipPrice !== null ? { price: vipPrice, isVipPrice: true } : { price, isVipPrice: false };
}

const closed: Partial<Record<OrderRow['state'], string>> = {
  pending: '订单尚未支付',
  refunding: '退款正在处理，请留意到账通知',
  refunded: '订单已全额退款',
  closed: '订单已关闭',
};

/**
 * Whether a buyer may ask for their money back: within the operator's days, and without end where the piece was
 * withdrawn, since then they have nothing for it. `amount` is what is left to return, in fen.
 */
export function decideRefund(order: OrderRow, facts: RefundFacts, now: Date): Refundable {
  const amount = order.amount - order.refunded_amount;
  const kind = facts.isWithdrawn && !order.is_gift ? 'withdrawn' : 'request';
  const why = refusalOf(order, facts, now, kind);
  return { isAllowed: why === '', amount, why, kind };
}

function refusalOf(order: OrderRow, facts: RefundFacts, now: Date, kind: string): string {
  const state = closed[order.state];
  if (state) return state;
  if (order.amount === 0) return '这笔订单没有付款，不需要退款';
  if (facts.hasOpenRefund) return '退款申请正在处理，请等待结果';
  if (facts.isRedeemed) return '礼物已被兑换，不能退款';
  if (kind === 'withdrawn') return '';
  if (facts.refundDays === 0) return '数字内容售出后不受理退款申请，如有问题请联系我们';
  const until = (order.paid_at?.getTime() ?? 0) + facts.refundDays * dayMs;
  return now.getTime() <= until ? '' : `已超过 ${facts.refundDays} 天的退款期限`;
}

/** Whether an invoice can be asked for: of what was paid and not returned, in a state that stays. */
export const canInvoice = (
  order: Pick<OrderRow, 'state' | 'amount' | 'refunded_amount'>,
  invoiceState: string | undefined,
): boolean =>
  order.state === 'paid' &&
  order.amount > order.refunded_amount &&
  (invoiceState === undefined || invoiceState === 'rejected');

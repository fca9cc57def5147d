import type { Side } from './fees.ts';
import type { Limits } from './prices.ts';

export type OpenOrder = {
  side: Side;
  /** In 厘; null for an order at market. */
  price: number | null;
  placedAt: Date;
};

export type Quote = { at: Date; last: number; limits: Limits | null; isSuspended: boolean };

export type WaitReason = 'no-new-quote' | 'stale-quote' | 'suspended' | 'limit-up' | 'limit-down' | 'price';

/**
 * Returns whether an order fills at a quote, and at which price: the quote's last price, which is the order's limit or
 * better. The quote must be later than the order and fresh. At limit-up no purchase fills, at limit-down no sale, and a
 * suspended security fills nothing.
 * @param freshMs a quote older than this at `now` is stale
 */
export function matchOrder(
  order: OpenOrder,
  quote: Quote,
  { now, freshMs }: { now: Date; freshMs: number },
): { price: number } | { waits: WaitReason } {
  const waits = findWaitReason(order, quote, now, freshMs);
  return waits ? { waits } : { price: quote.last };
}

function findWaitReason(order: OpenOrder, quote: Quote, now: Date, freshMs: number): WaitReason | null {
  if (quote.at <= order.placedAt) return 'no-new-quote';
  if (now.getTime() - quote.at.getTime() > freshMs) return 'stale-quote';
  if (quote.isSuspended || quote.last <= 0) return 'suspended';
  const { limits, last } = quote;
  if (limits && order.side === 'buy' && last >= limits.up) return 'limit-up';
  if (limits && order.side === 'sell' && last <= limits.down) return 'limit-down';
  if (order.price === null) return null;
  const isReached = order.side === 'buy' ? last <= order.price : last >= order.price;
  return isReached ? null : 'price';
}

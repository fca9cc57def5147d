import type { OrderKind } from './queries.ts';

/** An order in events; `memberId` is null if the member is deleted. Amounts are fen. */
export type OrderEvent = {
  orderId: string;
  number: string;
  memberId: string | null;
  kind: OrderKind;
  title: string;
  isGift: boolean;
  amount: number;
};

/** The order was paid and the purchase granted until `endsAt`; null for a post and for a gift. */
export type OrderPaid = OrderEvent & { endsAt: Date | null };

/** The order was closed without payment. */
export type OrderClosed = OrderEvent & { reason: 'cancelled' | 'expired' | 'superseded' };

/** `refunded` fen were returned. `isWhole`: the whole amount was returned and the purchase has ended. */
export type OrderRefunded = OrderEvent & { refundId: string; refunded: number; isWhole: boolean };

/** A payment that paid nothing was returned: a double payment, a payment after closing, or a wrong amount. */
export type SurplusReturned = OrderEvent & { refundId: string; refunded: number };

/** Staff decided about a requested refund. */
export type RefundDecided = OrderEvent & {
  refundId: string;
  isApproved: boolean;
  requestedAmount: number;
  note: string;
};

/** Staff issued or rejected an invoice. */
export type InvoiceDecided = OrderEvent & { invoiceId: string; isIssued: boolean; note: string };

declare module '#kernel/events.ts' {
  interface Events {
    'order.paid': OrderPaid;
    'order.closed': OrderClosed;
    'order.refunded': OrderRefunded;
    'order.surplusReturned': SurplusReturned;
    'refund.decided': RefundDecided;
    'invoice.decided': InvoiceDecided;
  }
}

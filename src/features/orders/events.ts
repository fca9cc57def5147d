import type { OrderKind } from './queries.ts';

/** What listeners learn of an order; `memberId` is null where the person is gone. Amounts are fen. */
export type OrderNews = {
  orderId: string;
  number: string;
  memberId: string | null;
  kind: OrderKind;
  title: string;
  isGift: boolean;
  amount: number;
};

/** Paid, and what was bought is given; `endsAt` is until when, null for a piece and for a gift. */
export type OrderPaid = OrderNews & { endsAt: Date | null };

/** Closed unpaid. */
export type OrderClosed = OrderNews & { reason: 'cancelled' | 'expired' | 'superseded' };

/** So much of it (`refunded`, fen) went back; `isWhole`: all of it, and what was bought has ended. */
export type OrderRefunded = OrderNews & { refundId: string; refunded: number; isWhole: boolean };

/** Money that paid nothing went back: paid twice, after closing, or a wrong amount. */
export type SurplusReturned = OrderNews & { refundId: string; refunded: number };

/** Staff decided about a refund that was asked for. */
export type RefundDecided = OrderNews & {
  refundId: string;
  isApproved: boolean;
  asked: number;
  note: string;
};

/** Staff issued an invoice or refused to. */
export type InvoiceDecided = OrderNews & { invoiceId: string; isIssued: boolean; note: string };

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

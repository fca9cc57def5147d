/** Returns what was refunded of an order after its invoice, in fen, so that the invoice must be reversed; 0 before its issue. */
export const refundedAfterInvoice = (
  order: { amount: number; refundedAmount: number },
  invoice: { amount: number | null } | null,
): number => (invoice?.amount == null ? 0 : invoice.amount - (order.amount - order.refundedAmount));

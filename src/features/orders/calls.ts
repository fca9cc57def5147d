import type { z } from 'zod';
import type * as schema from './schema.ts';

export type Order = z.infer<typeof schema.order>;
export type OrderPage = z.infer<typeof schema.orderPage>;
export type OrderDetail = z.infer<typeof schema.orderDetail>;
export type OrderInput = z.input<typeof schema.orderInput>;
export type Quote = z.infer<typeof schema.quoteData>;
export type Refund = OrderDetail['refunds'][number];
export type Invoice = NonNullable<OrderDetail['invoice']>;
export type InvoiceRequest = z.input<typeof schema.invoiceRequest>;
export type StaffOrder = z.infer<typeof schema.staffOrder>;
export type StaffOrderDetail = z.infer<typeof schema.staffOrderDetail>;
export type StaffRefund = z.infer<typeof schema.staffRefund>;
export type StaffInvoice = z.infer<typeof schema.staffInvoice>;
export type Revenue = z.infer<typeof schema.revenue>;
export type Sale = z.infer<typeof schema.sale>;

type List<R> = { records: R[]; cursor: string | null };

/** What members ask about their own orders. */
export type OrderCalls = {
  'GET /member/quoteOrder': { query: z.input<typeof schema.quoteQuery>; data: Quote };
  'POST /member/createOrder': { body: OrderInput; data: OrderDetail };
  'POST /member/cancelOrder': { body: { id: string }; data: boolean };
  'GET /member/orders': {
    query: {
      shelf?: 'all' | Order['shelf'] | undefined;
      state?: 'all' | 'bought' | Order['state'] | undefined;
      current?: number | string | undefined;
      size?: number | string | undefined;
      cursor?: string | undefined;
    };
    data: OrderPage;
  };
  'GET /member/order': { query: { id: string }; data: OrderDetail };
  'POST /member/requestRefund': { body: z.input<typeof schema.refundRequest>; data: OrderDetail };
  'POST /member/requestInvoice': { body: InvoiceRequest; data: OrderDetail };
  /** A file (PDF or OFD), not an envelope. */
  'GET /member/downloadInvoice': { query: { id: string }; data: unknown };
  'GET /member/sales': { query: z.input<typeof schema.salesQuery>; data: List<Sale> };
};

/** Staff's: `orders.view` to look, `orders.refund` to return money, `orders.invoice` for invoices. */
export type OrderDeskCalls = {
  'GET /admin/order/list': { query: z.input<typeof schema.staffOrdersQuery>; data: List<StaffOrder> };
  'GET /admin/order/detail': { query: { id: string }; data: StaffOrderDetail };
  'GET /admin/order/revenue': { query: z.input<typeof schema.revenueQuery>; data: Revenue };
  /** A CSV file, not an envelope. */
  'GET /admin/order/export': { query: z.input<typeof schema.exportQuery>; data: unknown };
  'POST /admin/order/refund': { body: z.input<typeof schema.refundInput>; data: { refundId: string } };
  'GET /admin/refund/list': { query: z.input<typeof schema.refundsQuery>; data: List<StaffRefund> };
  'POST /admin/refund/approve': { body: z.input<typeof schema.approveInput>; data: boolean };
  'POST /admin/refund/reject': { body: z.input<typeof schema.rejectInput>; data: boolean };
  'POST /admin/refund/retry': { body: { id: string }; data: boolean };
  'POST /admin/refund/abandon': { body: z.input<typeof schema.rejectInput>; data: boolean };
  'GET /admin/invoice/list': { query: z.input<typeof schema.invoicesQuery>; data: List<StaffInvoice> };
  /** A form: the field `file` (PDF or OFD, at most 5 MB) and `id`. */
  'POST /admin/invoice/issue': { body: FormData; data: boolean };
  'POST /admin/invoice/reject': { body: z.input<typeof schema.rejectInvoiceInput>; data: boolean };
};

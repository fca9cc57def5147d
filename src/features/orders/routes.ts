import type { Context } from '#kernel/context.ts';
import { binaryFile, get, post } from '#kernel/http/calls.ts';
import type { FileStore } from '#kernel/storage/files.ts';
import { downloadInvoice, requestInvoice } from './invoices.ts';
import { listOwnOrders, listOwnSales, quoteOrder, readOwnOrder } from './reads.ts';
import { requestRefund } from './refunds.ts';
import * as schema from './schema.ts';
import { cancelOrder, createOrder, type TradeRules } from './service.ts';

/** `trade` is asked at the time of use: what the operator decides counts from the next call on. */
export type OrderParts = { trade: (ctx: Context) => Promise<TradeRules>; files: FileStore };

/** What members do with their own orders. */
export const orderRoutes = ({ trade, files }: OrderParts) => [
  get('/member/quoteOrder', {
    access: 'member',
    summary: 'What an order would cost the caller now, with a coupon or without; nothing is held by it.',
    query: schema.quoteQuery,
    data: schema.quoteData,
    run: (ctx, { query }) => quoteOrder(ctx, query),
  }),
  post('/member/createOrder', {
    access: 'member',
    summary: 'Orders a piece or a plan for 30 minutes, or answers the pending order for the same thing.',
    body: schema.orderInput,
    data: schema.orderDetail,
    run: async (ctx, { body }) => {
      const rules = await trade(ctx);
      return readOwnOrder(ctx, rules.refundDays, await createOrder(ctx, rules, body));
    },
  }),
  post('/member/cancelOrder', {
    access: 'member',
    summary: 'Cancels the caller’s own pending order; may be repeated.',
    body: schema.idInput,
    data: schema.done,
    run: (ctx, { body }) => cancelOrder(ctx, body.id),
  }),
  get('/member/orders', {
    access: 'member',
    summary: 'The caller’s own orders, newest first, by shelf and state.',
    query: schema.ordersQuery,
    data: schema.orderPage,
    run: (ctx, { query }) => listOwnOrders(ctx, query),
  }),
  get('/member/order', {
    access: 'member',
    summary: 'One of the caller’s own orders whole, with what can be done about it now.',
    query: schema.idQuery,
    data: schema.orderDetail,
    run: async (ctx, { query }) => readOwnOrder(ctx, (await trade(ctx)).refundDays, query.id),
  }),
  post('/member/requestRefund', {
    access: 'member',
    summary: 'Asks for the money of one’s own order back; of a withdrawn piece it goes back at once.',
    body: schema.refundRequest,
    data: schema.orderDetail,
    run: async (ctx, { body }) => {
      const { refundDays } = await trade(ctx);
      await requestRefund(ctx, refundDays, body);
      return readOwnOrder(ctx, refundDays, body.id);
    },
  }),
  post('/member/requestInvoice', {
    access: 'member',
    summary: 'Asks for the invoice of one’s own paid order.',
    body: schema.invoiceRequest,
    data: schema.orderDetail,
    run: async (ctx, { body }) => {
      await requestInvoice(ctx, body);
      return readOwnOrder(ctx, (await trade(ctx)).refundDays, body.id);
    },
  }),
  get('/member/downloadInvoice', {
    access: 'member',
    summary: 'The invoice of one’s own order, a PDF or OFD file.',
    query: schema.idQuery,
    binary: 'application/octet-stream',
    data: binaryFile,
    run: (ctx, { query }) => downloadInvoice(ctx, files, query.id),
  }),
  get('/member/sales', {
    access: 'member',
    summary: 'What was sold of the caller’s own pieces, newest first, and what it brought them.',
    query: schema.salesQuery,
    data: schema.salePage,
    run: (ctx, { query }) => listOwnSales(ctx, query),
  }),
];

import type { Context } from '#kernel/context.ts';
import { binaryFile, byHand, get, post } from '#kernel/http/calls.ts';
import type { FileStore } from '#kernel/storage/files.ts';
import { downloadInvoice, requestInvoice } from './invoices.ts';
import { listOwnOrders, listOwnSales, quoteOrder, readOwnOrder } from './reads.ts';
import { requestRefund } from './refunds.ts';
import * as schema from './schema.ts';
import { cancelOrder, createOrder, type TradeRules } from './service.ts';

/** `tradeRules` is read at the time of use, so that a change of the settings applies from the next call on. */
export type OrderParts = { tradeRules: (ctx: Context) => Promise<TradeRules>; files: FileStore };

export const orderRoutes = ({ tradeRules, files }: OrderParts) => [
  get('/member/quoteOrder', {
    access: 'member',
    summary: 'Returns what an order would cost the caller now, with or without a coupon; reserves nothing.',
    query: schema.quoteQuery,
    data: schema.quoteData,
    run: (ctx, { query }) => quoteOrder(ctx, query),
  }),
  post('/member/createOrder', {
    access: 'member',
    limit: byHand,
    summary:
      'Creates an order for a post or a plan, payable for 30 minutes, or returns the pending order for the same thing.',
    body: schema.orderInput,
    data: schema.orderDetail,
    run: async (ctx, { body }) => {
      const rules = await tradeRules(ctx);
      return readOwnOrder(ctx, rules.refundDays, await createOrder(ctx, rules, body));
    },
  }),
  post('/member/cancelOrder', {
    access: 'member',
    limit: byHand,
    summary: "Cancels the caller's own pending order; may be repeated.",
    body: schema.idInput,
    data: schema.done,
    run: (ctx, { body }) => cancelOrder(ctx, body.id),
  }),
  get('/member/orders', {
    access: 'member',
    summary: "Lists the caller's own orders, newest first, by shelf and state.",
    query: schema.ordersQuery,
    data: schema.orderPage,
    run: (ctx, { query }) => listOwnOrders(ctx, query),
  }),
  get('/member/order', {
    access: 'member',
    summary: "Returns one of the caller's own orders with its available actions.",
    query: schema.idQuery,
    data: schema.orderDetail,
    run: async (ctx, { query }) => readOwnOrder(ctx, (await tradeRules(ctx)).refundDays, query.id),
  }),
  post('/member/requestRefund', {
    access: 'member',
    limit: byHand,
    summary:
      "Requests a refund of the caller's own order; an order for a withdrawn post is refunded at once.",
    body: schema.refundRequest,
    data: schema.orderDetail,
    run: async (ctx, { body }) => {
      const { refundDays } = await tradeRules(ctx);
      await requestRefund(ctx, refundDays, body);
      return readOwnOrder(ctx, refundDays, body.id);
    },
  }),
  post('/member/requestInvoice', {
    access: 'member',
    limit: byHand,
    summary: "Requests the invoice of the caller's own paid order.",
    body: schema.invoiceRequest,
    data: schema.orderDetail,
    run: async (ctx, { body }) => {
      await requestInvoice(ctx, body);
      return readOwnOrder(ctx, (await tradeRules(ctx)).refundDays, body.id);
    },
  }),
  get('/member/downloadInvoice', {
    access: 'member',
    summary: "Downloads the invoice of the caller's own order, a PDF or OFD file.",
    query: schema.idQuery,
    binary: 'application/octet-stream',
    data: binaryFile,
    run: (ctx, { query }) => downloadInvoice(ctx, files, query.id),
  }),
  get('/member/sales', {
    access: 'member',
    summary: "Lists the sales of the caller's own posts with the income from them, newest first.",
    query: schema.salesQuery,
    data: schema.salePage,
    run: (ctx, { query }) => listOwnSales(ctx, query),
  }),
];

import { defineFeature } from '#kernel/feature.ts';
import { type PersonalDataPart, readInBatches } from '#kernel/personal-data.ts';
import { toIso } from '#shared/dates.ts';
import { orderAdminRoutes } from './admin-routes.ts';
import { exportInvoices, exportOrders } from './export-queries.ts';
import { type OrderParts, orderRoutes } from './routes.ts';
import { expireDueOrders, onMemberDeleted } from './service.ts';

export { endSandboxOrders } from './end-sandbox-orders.ts';
export { readPostOrders, readPostSales } from './goods.ts';
export { findOffers } from './offers.ts';
export { findOrderedPosts } from './queries.ts';
export { claimRefundsToSend, failRefund, finishRefund, markRefundSent } from './refund-processing.ts';
export { type DueRefund, updateRefundFees } from './refund-queries.ts';
export { refundOrder, requestRefund } from './refunds.ts';
export { createOrder, expireDueOrders, type TradeRules } from './service.ts';
export { settlePayment } from './settle-payment.ts';

type RouteServices = { tradeRules: OrderParts['tradeRules']; files: OrderParts['files'] };

/** A member's orders and invoice requests, for the export of their data. */
export const orderData: readonly PersonalDataPart[] = [
  {
    name: 'orders',
    read: (ctx, memberId) =>
      readInBatches(ctx, memberId, exportOrders, ({ id, ...row }) => ({
        key: id,
        row: {
          number: row.number,
          title: row.title,
          isGift: row.is_gift,
          amount: row.amount,
          refundedAmount: row.refunded_amount,
          state: row.state,
          createdAt: toIso(row.created_at),
          paidAt: row.paid_at && toIso(row.paid_at),
        },
      })),
  },
  {
    name: 'invoices',
    read: (ctx, memberId) =>
      readInBatches(ctx, memberId, exportInvoices, ({ id, ...row }) => ({
        key: id,
        row: {
          orderNumber: row.order_number,
          title: row.title,
          taxNumber: row.tax_number,
          email: row.email,
          number: row.number,
          state: row.state,
          requestedAt: toIso(row.created_at),
        },
      })),
  },
];

export const feature = defineFeature({
  name: 'orders',
  routes: ({ tradeRules, files }: RouteServices) => [
    ...orderRoutes({ tradeRules: tradeRules, files }),
    ...orderAdminRoutes({ files }),
  ],
  listeners: { 'member.deleted': onMemberDeleted },
  jobs: [{ name: 'orders-expire', everyMs: 1000, run: (ctx) => expireDueOrders(ctx) }],
  tables: {
    people: ['invoice_requests', 'orders', 'refunds'],
    options: { orders: { label: '订单' } },
  },
  personalData: orderData,
  permissions: [
    { code: 'orders.view', group: '经营', name: '查看订单', about: '看订单和支付记录', order: 20 },
    { code: 'orders.refund', group: '经营', name: '退款', about: '给订单退款', order: 30 },
    { code: 'orders.invoice', group: '经营', name: '发票', about: '开具和退回电子发票', order: 40 },
  ],
  menu: [
    { to: '/orders', label: '订单', icon: 'wallet', permission: 'orders.view', group: 'sales', order: 10 },
    {
      to: '/refunds',
      label: '退款与发票',
      icon: 'refund',
      permission: 'orders.view',
      group: 'sales',
      order: 20,
    },
  ],
});

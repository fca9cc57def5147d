import { defineFeature } from '#kernel/feature.ts';
import { orderDeskRoutes } from './admin-routes.ts';
import { orderData } from './personal-data.ts';
import { type OrderParts, orderRoutes } from './routes.ts';
import { closeOrdersOf, expireDueOrders } from './service.ts';

export { findOffers } from './offers.ts';
export { readPieceOrders, salesOfPieces } from './piece-sales.ts';
export type { DueRefund } from './refund-queries.ts';
export { refundOrder } from './refunds.ts';
export { failRefund, finishRefund, listDueRefunds, noteRefundSent } from './return-money.ts';
export { createOrder, expireDueOrders } from './service.ts';
export { settlePayment } from './settle.ts';

type RouteServices = { tradeRules: OrderParts['trade']; files: OrderParts['files'] };

export const feature = defineFeature({
  name: 'orders',
  routes: ({ tradeRules, files }: RouteServices) => [
    ...orderRoutes({ trade: tradeRules, files }),
    ...orderDeskRoutes({ files }),
  ],
  listeners: { 'member.deleted': closeOrdersOf },
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
      icon: 'text',
      permission: 'orders.view',
      group: 'sales',
      order: 20,
    },
  ],
});

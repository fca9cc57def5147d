export { orderDeskRoutes } from './admin-routes.ts';
export { findOffers } from './offers.ts';
export { lockOrder, type OrderRow, type OrderState } from './queries.ts';
export type { DueRefund } from './refund-queries.ts';
export { refundOrder } from './refunds.ts';
export { failRefund, finishRefund, listDueRefunds, noteRefundSent } from './return-money.ts';
export { orderRoutes } from './routes.ts';
export { closeOrdersOf, createOrder, expireDueOrders, type TradeRules } from './service.ts';
export { type Settlement, settlePayment } from './settle.ts';

export { orderDeskRoutes } from './admin-routes.ts';
export { findOffers } from './offers.ts';
export { orderData } from './personal-data.ts';
export type { DueRefund } from './refund-queries.ts';
export { refundOrder } from './refunds.ts';
export { failRefund, finishRefund, listDueRefunds, noteRefundSent } from './return-money.ts';
export { orderRoutes } from './routes.ts';
export { closeOrdersOf, createOrder, expireDueOrders } from './service.ts';
export { settlePayment } from './settle.ts';

export {
  authorPart,
  refundEntries,
  saleEntries,
  surplusEntries,
  surplusRefundEntries,
} from './accounts.ts';
export { withdrawalData } from './personal-data.ts';
export { ledgerRoutes } from './routes.ts';
export { bookTransaction, findBooking } from './service.ts';

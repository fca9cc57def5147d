export {
  authorPart,
  refundEntries,
  saleEntries,
  surplusEntries,
  surplusRefundEntries,
} from './accounts.ts';
export { type Booking, type BookingKind, bookTransaction, findBooking } from './service.ts';

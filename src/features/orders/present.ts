import { authorPart } from '#features/ledger/index.ts';
import { toIso } from '#shared/dates.ts';
import { refundedAfterInvoice } from '#shared/invoices.ts';
import { maskMobile } from '#shared/mobiles.ts';
import { graphemeOffset } from '#shared/text/graphemes.ts';
import type { InvoiceRow, StaffInvoiceRow } from './invoice-queries.ts';
import type { OrderListRow, SaleRow } from './list-queries.ts';
import type { AdminRefundRow, RefundRow } from './refund-queries.ts';
import type { AdminInvoice, AdminOrder, AdminRefund, Invoice, Order, Refund, Sale } from './schema.ts';

const deletedMemberName = '已注销';

export function presentOrder(row: OrderListRow, now: Date): Order {
  const left = Math.ceil((row.expires_at.getTime() - now.getTime()) / 1000);
  return {
    id: row.id,
    number: row.number,
    kind: row.kind,
    shelf: row.shelf as Order['shelf'],
    thing: row.thing,
    title: row.title,
    isGift: row.is_gift,
    listPrice: row.list_price,
    isVipPrice: row.is_vip_price,
    discount: row.discount,
    amount: row.amount,
    refundedAmount: row.refunded_amount,
    state: row.state,
    closeReason: row.close_reason as Order['closeReason'],
    gateway: row.gateway,
    createdAt: toIso(row.created_at),
    expiresAt: toIso(row.expires_at),
    secondsLeft: row.state === 'pending' ? Math.max(left, 0) : 0,
    paidAt: row.paid_at && toIso(row.paid_at),
    months: row.months,
    days: row.days,
    endsAt: row.grant_ends_at && toIso(row.grant_ends_at),
    post:
      row.post_id === null
        ? null
        : {
            id: row.post_id,
            kind: row.post_kind ?? '',
            columnId: row.post_column_id ?? '',
            isWithdrawn: row.post_state !== 'published',
          },
    columnId: row.column_id,
    planId: row.plan_id,
  };
}

export const presentAdminOrder = (row: OrderListRow, now: Date): AdminOrder => ({
  ...presentOrder(row, now),
  memberId: row.member_id,
  memberName: row.member_name ?? deletedMemberName,
  memberMobile: maskMobile(row.member_mobile ?? ''),
  authorId: row.author_id,
  authorName: row.author_name,
});

export const presentRefund = (row: RefundRow): Refund => ({
  id: row.id,
  number: row.number,
  kind: row.kind,
  amount: row.amount,
  reason: row.reason,
  state: row.state,
  note: row.note,
  createdAt: toIso(row.created_at),
  finishedAt: row.finished_at && toIso(row.finished_at),
});

export const presentAdminRefund = (row: AdminRefundRow): AdminRefund => ({
  ...presentRefund(row),
  orderId: row.order_id,
  orderNumber: row.order_number,
  orderTitle: row.order_title,
  memberId: row.member_id,
  memberName: row.member_name ?? deletedMemberName,
  error: row.error,
  tries: row.tries,
  nextTryAt: row.next_try_at && toIso(row.next_try_at),
  gateway: row.gateway,
  gatewayNumber: row.gateway_number,
  issuedInvoice: row.invoice_number === null ? null : { number: row.invoice_number },
});

export const presentInvoice = (row: InvoiceRow): Invoice => ({
  id: row.id,
  titleKind: row.title_kind as Invoice['titleKind'],
  title: row.title,
  taxNumber: row.tax_number,
  email: row.email,
  state: row.state as Invoice['state'],
  note: row.note,
  hasFile: row.file !== null,
  createdAt: toIso(row.created_at),
  number: row.number,
  amount: row.amount,
});

/** `amount` is what was invoiced, else what is to be invoiced; `refundedAfter` was returned after the invoice. */
export const presentAdminInvoice = (row: StaffInvoiceRow): AdminInvoice => ({
  ...presentInvoice(row),
  orderId: row.order_id,
  orderNumber: row.order_number,
  orderTitle: row.order_title,
  amount: row.amount ?? row.order_amount - row.refunded_amount,
  refundedAfter: refundedAfterInvoice({ amount: row.order_amount, refundedAmount: row.refunded_amount }, row),
  memberId: row.member_id,
  memberName: row.member_name ?? deletedMemberName,
});

/** Presents a sale to its author, with what is left of the author's share. */
export const presentSale = (row: SaleRow): Sale => ({
  orderId: row.id,
  postId: row.post_id,
  title: row.title,
  amount: row.amount,
  refundedAmount: row.refunded_amount,
  income: authorPart(row.amount, row.author_share) - authorPart(row.refunded_amount, row.author_share),
  paidAt: toIso(row.paid_at),
  isRefunded: row.state === 'refunded',
  buyer: row.buyer_name === null ? deletedMemberName : maskName(row.buyer_name),
});

/** Masks the buyer's name for the author: the first character and two stars, 读**. */
const maskName = (name: string): string => `${name.slice(0, graphemeOffset(name, 1))}**`;

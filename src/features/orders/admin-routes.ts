import { binaryFile, get, post } from '#kernel/http/calls.ts';
import type { FileStore } from '#kernel/storage/files.ts';
import { exportOrderFile } from './export.ts';
import { issueInvoice, rejectInvoice } from './invoices.ts';
import {
  listStaffInvoices,
  listStaffOrders,
  listStaffRefunds,
  readRevenue,
  readStaffOrder,
} from './reads.ts';
import { abandonRefund, approveRefund, refundOrder, rejectRefund, retryRefund } from './refunds.ts';
import * as schema from './schema.ts';

const view = { permission: 'orders.view' };
const refund = { permission: 'orders.refund' };
const invoice = { permission: 'orders.invoice' };

/** What staff see of orders and do about money that goes back, and invoices. */
export const orderDeskRoutes = ({ files }: { files: FileStore }) => [
  get('/admin/order/list', {
    access: view,
    summary: 'Orders, newest first, by state, kind, piece, member and time; a keyword is a whole number.',
    query: schema.staffOrdersQuery,
    data: schema.staffOrderPage,
    run: (ctx, { query }) => listStaffOrders(ctx, query),
  }),
  get('/admin/order/detail', {
    access: view,
    summary: 'An order with its payments, refunds, invoice and what was booked.',
    query: schema.idQuery,
    data: schema.staffOrderDetail,
    run: (ctx, { query }) => readStaffOrder(ctx, query.id),
  }),
  get('/admin/order/revenue', {
    access: view,
    summary: 'Revenue and refunds by Shanghai day.',
    query: schema.revenueQuery,
    data: schema.revenue,
    run: (ctx, { query }) => readRevenue(ctx, query),
  }),
  get('/admin/order/export', {
    access: view,
    summary: 'Orders as a CSV file, by state, kind and time.',
    query: schema.exportQuery,
    binary: 'text/csv; charset=utf-8',
    data: binaryFile,
    run: (ctx, { query }) => exportOrderFile(ctx, query),
  }),
  post('/admin/order/refund', {
    access: refund,
    summary: 'Returns the money of a paid order, whole or in part.',
    body: schema.refundInput,
    data: schema.madeRefund,
    run: (ctx, { body }) => refundOrder(ctx, body),
  }),
  get('/admin/refund/list', {
    access: view,
    summary: 'Refunds, newest first, by state; `open` are those that wait for something.',
    query: schema.refundsQuery,
    data: schema.staffRefundPage,
    run: (ctx, { query }) => listStaffRefunds(ctx, query),
  }),
  post('/admin/refund/approve', {
    access: refund,
    summary: 'Agrees to a refund that was asked for.',
    body: schema.approveInput,
    data: schema.done,
    run: (ctx, { body }) => approveRefund(ctx, body),
  }),
  post('/admin/refund/reject', {
    access: refund,
    summary: 'Refuses a refund that was asked for.',
    body: schema.rejectInput,
    data: schema.done,
    run: (ctx, { body }) => rejectRefund(ctx, body),
  }),
  post('/admin/refund/retry', {
    access: refund,
    summary: 'Sends a refund that failed again, under the same number.',
    body: schema.retryInput,
    data: schema.done,
    run: (ctx, { body }) => retryRefund(ctx, body.id),
  }),
  post('/admin/refund/abandon', {
    access: refund,
    summary: 'Gives a refund that failed up; the order is paid as before.',
    body: schema.rejectInput,
    data: schema.done,
    run: (ctx, { body }) => abandonRefund(ctx, body),
  }),
  get('/admin/invoice/list', {
    access: view,
    summary: 'Requests for invoices, newest first.',
    query: schema.invoicesQuery,
    data: schema.staffInvoicePage,
    run: (ctx, { query }) => listStaffInvoices(ctx, query),
  }),
  post('/admin/invoice/issue', {
    access: invoice,
    summary: 'Issues an invoice: its file, PDF or OFD, is for its member alone.',
    upload: { field: 'file', label: '发票文件', mostBytes: 5 * 1024 * 1024 },
    body: schema.issueInput,
    data: schema.done,
    run: (ctx, { body, file }) => issueInvoice(ctx, files, { id: body.id, file }),
  }),
  post('/admin/invoice/reject', {
    access: invoice,
    summary: 'Refuses an invoice; it can be asked for anew.',
    body: schema.rejectInvoiceInput,
    data: schema.done,
    run: (ctx, { body }) => rejectInvoice(ctx, body),
  }),
];

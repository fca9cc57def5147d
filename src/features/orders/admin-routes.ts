import { binaryFile, get, post } from '#kernel/http/calls.ts';
import type { FileStore } from '#kernel/storage/files.ts';
import { exportOrderFile } from './export-orders.ts';
import { exportRevenueFile } from './export-revenue.ts';
import { issueInvoice, rejectInvoice } from './invoices.ts';
import {
  listAdminInvoices,
  listAdminOrders,
  listAdminRefunds,
  readAdminOrder,
  readRevenue,
} from './reads.ts';
import { abandonRefund, approveRefund, refundOrder, rejectRefund, retryRefund } from './refunds.ts';
import * as schema from './schema.ts';

const view = { permission: 'orders.view' };
const refund = { permission: 'orders.refund' };
const invoice = { permission: 'orders.invoice' };

export const orderAdminRoutes = ({ files }: { files: FileStore }) => [
  get('/admin/order/list', {
    access: view,
    summary:
      'Lists orders, newest first, by state, kind, post, member and time; a keyword is a whole order or mobile number.',
    query: schema.adminOrdersQuery,
    data: schema.adminOrderPage,
    run: (ctx, { query }) => listAdminOrders(ctx, query),
  }),
  get('/admin/order/detail', {
    access: view,
    summary: 'Returns an order with its payments, refunds, invoice and ledger entries.',
    query: schema.idQuery,
    data: schema.adminOrderDetail,
    run: (ctx, { query }) => readAdminOrder(ctx, query.id),
  }),
  get('/admin/order/revenue', {
    access: view,
    summary: 'Returns revenue and refunds by Shanghai day.',
    query: schema.revenueQuery,
    data: schema.revenue,
    run: (ctx, { query }) => readRevenue(ctx, query),
  }),
  get('/admin/order/exportRevenue', {
    access: view,
    summary: 'Exports revenue and refunds by Shanghai day as a CSV file.',
    query: schema.revenueQuery,
    binary: 'text/csv; charset=utf-8',
    data: binaryFile,
    run: (ctx, { query }) => exportRevenueFile(ctx, query),
  }),
  get('/admin/order/export', {
    access: view,
    summary: 'Exports orders as a CSV file, by state, kind and time.',
    query: schema.exportQuery,
    binary: 'text/csv; charset=utf-8',
    data: binaryFile,
    run: (ctx, { query }) => exportOrderFile(ctx, query),
  }),
  post('/admin/order/refund', {
    access: refund,
    summary: 'Refunds a paid order in whole or in part.',
    body: schema.refundInput,
    data: schema.createdRefund,
    run: (ctx, { body }) => refundOrder(ctx, body),
  }),
  get('/admin/refund/list', {
    access: view,
    summary: 'Lists refunds, newest first, by state; `open` selects unfinished ones.',
    query: schema.refundsQuery,
    data: schema.adminRefundPage,
    run: (ctx, { query }) => listAdminRefunds(ctx, query),
  }),
  post('/admin/refund/approve', {
    access: refund,
    summary: 'Approves a requested refund.',
    body: schema.approveInput,
    data: schema.done,
    run: (ctx, { body }) => approveRefund(ctx, body),
  }),
  post('/admin/refund/reject', {
    access: refund,
    summary: 'Rejects a requested refund.',
    body: schema.rejectInput,
    data: schema.done,
    run: (ctx, { body }) => rejectRefund(ctx, body),
  }),
  post('/admin/refund/retry', {
    access: refund,
    summary: 'Sends a failed refund again under the same number.',
    body: schema.retryInput,
    data: schema.done,
    run: (ctx, { body }) => retryRefund(ctx, body.id),
  }),
  post('/admin/refund/abandon', {
    access: refund,
    summary: 'Abandons a failed refund; the order is paid again.',
    body: schema.abandonInput,
    data: schema.done,
    run: (ctx, { body }) => abandonRefund(ctx, body),
  }),
  get('/admin/invoice/list', {
    access: view,
    summary: 'Lists invoice requests, newest first.',
    query: schema.invoicesQuery,
    data: schema.adminInvoicePage,
    run: (ctx, { query }) => listAdminInvoices(ctx, query),
  }),
  post('/admin/invoice/issue', {
    access: invoice,
    summary: 'Issues an invoice from a PDF or OFD file, which only its member can download.',
    upload: { field: 'file', label: '发票文件', maxBytes: 5 * 1024 * 1024 },
    body: schema.issueInput,
    data: schema.done,
    run: (ctx, { body, file }) => issueInvoice(ctx, files, { ...body, file }),
  }),
  post('/admin/invoice/reject', {
    access: invoice,
    summary: 'Rejects an invoice request; the member may request it again.',
    body: schema.rejectInvoiceInput,
    data: schema.done,
    run: (ctx, { body }) => rejectInvoice(ctx, body),
  }),
];

import { get, post } from '#kernel/http/calls.ts';
import type { PaymentParts } from './parts.ts';
import { readPayChannels, readPayState } from './reads.ts';
import { readReconciliations, reconcileNow } from './reconcile.ts';
import * as schema from './schema.ts';
import { startPayment } from './service.ts';
import { checkPayment } from './watch-attempts.ts';

export const paymentRoutes = (parts: PaymentParts) => [
  get('/reception/getPayChannels', {
    access: 'open',
    summary: 'Lists the payment channels configured for this portal.',
    data: schema.payChannels,
    run: (ctx) => readPayChannels(ctx, parts),
  }),
  post('/member/payOrder', {
    access: 'member',
    summary:
      "Starts the payment of the caller's own order, or continues the attempt for the same gateway and channel.",
    body: schema.payBody,
    data: schema.paymentStart,
    run: (ctx, { body, origin }) => startPayment(ctx, parts, body, origin.address),
  }),
  get('/member/getPayState', {
    access: 'member',
    summary: "Returns the payment state of the caller's own order: pending, paid, closed or refunded.",
    query: schema.orderQuery,
    data: schema.payState,
    run: (ctx, { query }) => readPayState(ctx, query.id),
  }),
  post('/member/checkPayment', {
    access: 'member',
    summary: "Queries the gateways about the caller's own order now, and returns its payment state.",
    body: schema.orderQuery,
    data: schema.payState,
    run: (ctx, { body }) => checkPayment(ctx, parts, body.id),
  }),
  get('/admin/reconciliation/list', {
    access: { permission: 'reconciliation.view' },
    summary: "Lists the days reconciled with the gateways' bills, newest first, with the differences.",
    query: schema.reconciliationQuery,
    data: schema.reconciliationPage,
    run: (ctx, { query }) => readReconciliations(ctx, query),
  }),
  post('/admin/reconciliation/run', {
    access: { permission: 'ledger.settle' },
    summary: "Reconciles a past day with a gateway's bill now.",
    body: schema.runBody,
    data: schema.reconciliation,
    run: (ctx, { body }) => reconcileNow(ctx, parts, body),
  }),
];

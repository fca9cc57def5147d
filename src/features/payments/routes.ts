import { get, post } from '#kernel/http/calls.ts';
import type { PaymentParts } from './parts.ts';
import { readPayChannels, readPayState } from './reads.ts';
import { readReconciliations, reconcileNow } from './reconcile.ts';
import * as schema from './schema.ts';
import { startPayment } from './service.ts';

export const paymentRoutes = (parts: PaymentParts) => [
  get('/reception/getPayChannels', {
    access: 'open',
    summary: 'The ways to pay that this portal is set up for.',
    data: schema.payChannels,
    run: (ctx) => readPayChannels(ctx, parts),
  }),
  post('/member/payOrder', {
    access: 'member',
    summary: 'Starts paying an own order, or goes on with the attempt by the same gateway and channel.',
    body: schema.payBody,
    data: schema.started,
    run: (ctx, { body, origin }) => startPayment(ctx, parts, body, origin.address),
  }),
  get('/member/getPayState', {
    access: 'member',
    summary: 'How far an own order is: waiting, paid, closed, refunded.',
    query: schema.orderQuery,
    data: schema.payState,
    run: (ctx, { query }) => readPayState(ctx, query.id),
  }),
  get('/admin/reconciliation/list', {
    access: { permission: 'reconciliation.view' },
    summary: "Days held against the gateways' bills, newest first, with what differs.",
    query: schema.reconciliationQuery,
    data: schema.reconciliationPage,
    run: (ctx, { query }) => readReconciliations(ctx, query),
  }),
  post('/admin/reconciliation/run', {
    access: { permission: 'ledger.settle' },
    summary: "Holds a past day against a gateway's bill, now.",
    body: schema.runBody,
    data: schema.reconciliation,
    run: (ctx, { body }) => reconcileNow(ctx, parts, body),
  }),
];

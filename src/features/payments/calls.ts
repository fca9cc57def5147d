import type { z } from 'zod';
import type * as schema from './schema.ts';

export type PayStart = z.infer<typeof schema.started>;
export type PayState = z.infer<typeof schema.payState>;
export type PayChannels = z.infer<typeof schema.payChannels>;
export type Reconciliation = z.infer<typeof schema.reconciliation>;
export type ReconciliationPage = z.infer<typeof schema.reconciliationPage>;

/** What crosses the wire about paying. */
export type PaymentCalls = {
  'GET /reception/getPayChannels': { data: PayChannels };
  'POST /member/payOrder': { body: z.input<typeof schema.payBody>; data: PayStart };
  'GET /member/getPayState': { query: { id: string }; data: PayState };
};

/** Money held against the gateways' bills, in the back office. */
export type PaymentStaffCalls = {
  'GET /admin/reconciliation/list': {
    query: { gateway?: string; state?: string; cursor?: string; size?: string };
    data: ReconciliationPage;
  };
  'POST /admin/reconciliation/run': { body: z.input<typeof schema.runBody>; data: Reconciliation };
};

import { defineFeature } from '#kernel/feature.ts';
import type { PaymentParts } from './parts.ts';
import { reconcileDue } from './reconcile.ts';
import { returnDue } from './return.ts';
import { paymentRoutes } from './routes.ts';
import { tidyPayments } from './tidy.ts';
import { followOrder, watchAttempts } from './watch.ts';

export { openGateways } from './gateways/index.ts';
export { tryAlipay, tryWechatPay } from './gateways/probes.ts';
export { sandboxKeys, sandboxMerchant } from './gateways/sandbox-keys.ts';
export { takeNotice } from './notices.ts';
export type { PaymentParts } from './parts.ts';

type Services = { payments: PaymentParts };

export const feature = defineFeature({
  name: 'payments',
  routes: ({ payments }: Services) => paymentRoutes(payments),
  listeners: { 'order.closed': followOrder },
  jobs: ({ payments }: Services) => [
    { name: 'payments-watch', everyMs: 1000, run: (ctx) => watchAttempts(ctx, payments) },
    { name: 'refunds-send', everyMs: 1000, run: (ctx) => returnDue(ctx, payments) },
    { name: 'payments-tidy', cron: '47 3 * * *', run: tidyPayments },
    // Gateways make the bills of a day by ten the next morning; one that is late is asked again.
    { name: 'bills-reconcile', cron: '20 10,14,18 * * *', run: (ctx) => reconcileDue(ctx, payments) },
  ],
  tables: {
    people: ['payments', 'reconciliations'],
    installation: ['gateway_notices'],
  },
  permissions: [
    {
      code: 'reconciliation.view',
      group: '经营',
      name: '查看对账',
      about: '看支付渠道账单与本站账目的差异',
      order: 80,
    },
  ],
});

import { defineFeature } from '#kernel/feature.ts';
import { noticePaths } from './notice-paths.ts';
import { tidyNotices } from './notices.ts';
import type { PaymentParts } from './parts.ts';
import { reconcileDue } from './reconcile.ts';
import { paymentRoutes } from './routes.ts';
import { sendDueRefunds } from './send-refunds.ts';
import { servePayNotices } from './serve-notices.ts';
import { onOrderClosed, watchAttempts } from './watch-attempts.ts';

export { addDemoSales } from './demo/add-demo-sales.ts';
export { openGateways } from './gateways/index.ts';
export { probeAlipay, probeWechatPay } from './gateways/probes.ts';
export { sandboxKeys, sandboxMerchant } from './gateways/sandbox-keys.ts';
export type { PaymentParts } from './parts.ts';
export { recordDemoTrades } from './sandbox/demo-book.ts';
export { startPortalPaySandbox } from './sandbox/gateway-server.ts';

type Services = { payments: PaymentParts };

export const feature = defineFeature({
  name: 'payments',
  routes: ({ payments }: Services) => paymentRoutes(payments),
  serve: servePayNotices,
  api: { paths: noticePaths },
  listeners: { 'order.closed': onOrderClosed },
  jobs: ({ payments }: Services) => [
    { name: 'payments-watch', everyMs: 1000, run: (ctx) => watchAttempts(ctx, payments) },
    { name: 'refunds-send', everyMs: 1000, run: (ctx) => sendDueRefunds(ctx, payments) },
    { name: 'payments-tidy', cron: '47 3 * * *', run: tidyNotices },
    // Gateways publish a day's bill by ten the next morning; a late bill is fetched at a later run.
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

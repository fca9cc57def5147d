export { openGateways } from './gateways/index.ts';
export { sandboxKeys, sandboxMerchant } from './gateways/sandbox-keys.ts';
export { takeNotice } from './notices.ts';
export type { PaymentParts } from './parts.ts';
export { reconcileDue } from './reconcile.ts';
export { returnDue } from './return.ts';
export { paymentRoutes } from './routes.ts';
export { tidyNotices } from './tidy.ts';
export { followOrder, watchAttempts } from './watch.ts';

import { openGateways, type PaymentParts } from '#features/payments/index.ts';
import type { Settings } from '#features/settings/index.ts';
import type { Config } from '#kernel/config.ts';

/** Opens the payment services, with gateways according to the current settings. */
export function openPayments(
  { pay, apiBase }: Config,
  settings: Settings,
  defaultTenant: string,
): PaymentParts {
  const gatewaysOf = openGateways();
  return {
    gateways: async (ctx) => gatewaysOf((await settings(ctx)).pay),
    origin: async (ctx) => (await settings(ctx)).site.url ?? pay.origin,
    apiBase,
    defaultTenant,
    async wechatAppId(ctx) {
      const { wechat } = (await settings(ctx)).pay;
      return wechat?.appSecret ? wechat.appId : null;
    },
  };
}

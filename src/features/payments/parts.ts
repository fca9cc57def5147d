import type { Context } from '#kernel/context.ts';
import type { Gateway, GatewayName } from './gateways/gateway.ts';

/** What payments are made with: put together once, by the composition root. */
export type PaymentParts = {
  /** Opened at first need. */
  gateways: () => readonly Gateway[];
  /** Where gateways and buyers reach the portal: `https://news.example.cn`. */
  origin: string;
  apiBase: string;
  /** Whose notices come to the bare address. */
  defaultTenant: string;
  /** The application whose openid a buyer inside WeChat pays with; null where that is not set up. */
  wechatAppId: string | null;
};

export const gatewayNamed = ({ gateways }: PaymentParts, name: string): Gateway | undefined =>
  gateways().find((gateway) => gateway.name === name);

/** Where a gateway brings notices of this tenant's trades; WeChat Pay takes no parameters in it. */
export function notifyUrl(
  { origin, apiBase, defaultTenant }: PaymentParts,
  { tenant }: Pick<Context, 'tenant'>,
  gateway: GatewayName,
): string {
  const path = tenant.id === defaultTenant ? gateway : `${gateway}/${tenant.id}`;
  return `${origin}${apiBase}/pay/notify/${path}`;
}

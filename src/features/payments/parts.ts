import type { Context } from '#kernel/context.ts';
import type { Gateway, GatewayName } from './gateways/gateway.ts';

/** What payments are made with: put together once, by the composition root; asked at the time of use. */
export type PaymentParts = {
  /** Those the tenant is set to now. */
  gateways: (ctx: Context) => Promise<readonly Gateway[]>;
  /** Where gateways and buyers reach the portal now: `https://news.example.cn`. */
  origin: (ctx: Context) => Promise<string>;
  apiBase: string;
  /** Whose notices come to the bare address. */
  defaultTenant: string;
  /** The application whose openid a buyer inside WeChat pays with; null where that is not set up. */
  wechatAppId: (ctx: Context) => Promise<string | null>;
};

export const gatewayNamed = async (
  ctx: Context,
  { gateways }: PaymentParts,
  name: string,
): Promise<Gateway | undefined> => (await gateways(ctx)).find((gateway) => gateway.name === name);

/** Where a gateway brings notices of this tenant's trades; WeChat Pay takes no parameters in it. */
export async function notifyUrl(
  { origin, apiBase, defaultTenant }: PaymentParts,
  ctx: Context,
  gateway: GatewayName,
): Promise<string> {
  const path = ctx.tenant.id === defaultTenant ? gateway : `${gateway}/${ctx.tenant.id}`;
  return `${await origin(ctx)}${apiBase}/pay/notify/${path}`;
}

import type { Context } from '#kernel/context.ts';
import type { Gateway, GatewayName } from './gateways/gateway.ts';

/** The dependencies of payments, set once by the composition root. The functions read the settings at each call. */
export type PaymentParts = {
  /** The gateways that the tenant has configured. */
  gateways: (ctx: Context) => Promise<readonly Gateway[]>;
  /** The portal's address for gateways and buyers: `https://news.example.cn`. */
  origin: (ctx: Context) => Promise<string>;
  apiBase: string;
  /** The tenant whose notices arrive at the address without a tenant id. */
  defaultTenant: string;
  /** The application whose openid identifies the payer inside WeChat; null where it is not configured. */
  wechatAppId: (ctx: Context) => Promise<string | null>;
};

export const findGateway = async (
  ctx: Context,
  { gateways }: PaymentParts,
  name: string,
): Promise<Gateway | undefined> => (await gateways(ctx)).find((gateway) => gateway.name === name);

/** Returns the address for notices of this tenant's trades; WeChat Pay does not allow a query string in it. */
export async function noticeUrl(
  { origin, apiBase, defaultTenant }: PaymentParts,
  ctx: Context,
  gateway: GatewayName,
): Promise<string> {
  const path = ctx.tenant.id === defaultTenant ? gateway : `${gateway}/${ctx.tenant.id}`;
  return `${await origin(ctx)}${apiBase}/pay/notify/${path}`;
}

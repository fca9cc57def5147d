import { join } from 'node:path';
import type { Environment } from './settings/environment.ts';

/** A demo portal without a merchant of its own gets a gateway to try. */
const hasSandbox = (env: Environment): boolean =>
  env.SITE_MODE === 'demo' &&
  ((env.PAY_SANDBOX_PORT ?? env.PAY_SANDBOX_API) !== undefined ||
    (!env.WECHAT_PAY_MCH_ID && !env.ALIPAY_APP_ID));

/**
 * The gateways as the settings name them. `origin` is where gateways and buyers reach the portal, `sandboxOrigin` the
 * place of the sandbox on a port.
 */
export function payOf(
  env: Environment,
  { dataDir, host, originOf }: { dataDir: string; host: string; originOf: (port: number) => string },
  portalPort: number,
) {
  const folder = join(dataDir, 'pay-sandbox');
  const api = env.PAY_SANDBOX_API ?? (env.PAY_SANDBOX_PORT && originOf(env.PAY_SANDBOX_PORT));
  const isOurs = hasSandbox(env) && !env.PAY_SANDBOX_API;
  return {
    pay: {
      wechat: wechatOf(env),
      alipay: alipayOf(env),
      sandbox: hasSandbox(env) && api ? { api, folder } : null,
      /** Whether the sandbox was asked for beside a merchant, and not only in the place of one. */
      keepsSandbox: Boolean(env.PAY_SANDBOX_API || env.WECHAT_PAY_MCH_ID || env.ALIPAY_APP_ID),
      /** Where the gateways live for a merchant set at the desk. */
      places: {
        wechat: env.WECHAT_PAY_API,
        wechatIdentity: env.WECHAT_API,
        alipay: env.ALIPAY_API,
      },
      origin: env.SITE_URL ?? originOf(portalPort),
    },
    /** Where the sandbox gateway is to listen: 0 for wherever there is room; null without one of our own. */
    paySandboxPort: isOurs ? (env.PAY_SANDBOX_PORT ?? 0) : null,
    /** The sandbox gateway as the process runs it that is to. */
    paySandbox: isOurs && env.PAY_SANDBOX_PORT ? { host, port: env.PAY_SANDBOX_PORT, folder } : null,
  };
}

function wechatOf(env: Environment) {
  const { WECHAT_PAY_PUBLIC_KEY_ID: id, WECHAT_PAY_PUBLIC_KEY: key } = env;
  if (!env.WECHAT_PAY_MCH_ID || !env.WECHAT_PAY_PRIVATE_KEY || !env.WECHAT_PAY_API_KEY) return null;
  return {
    api: env.WECHAT_PAY_API,
    merchantId: env.WECHAT_PAY_MCH_ID,
    appId: env.WECHAT_PAY_APP_ID ?? '',
    appSecret: env.WECHAT_PAY_APP_SECRET,
    identityApi: env.WECHAT_API,
    serial: env.WECHAT_PAY_SERIAL ?? '',
    privateKey: env.WECHAT_PAY_PRIVATE_KEY,
    apiKey: env.WECHAT_PAY_API_KEY,
    platformKeys: { ...env.WECHAT_PAY_CERTIFICATES, ...(id && key ? { [id]: key } : {}) },
  };
}

function alipayOf(env: Environment) {
  if (!env.ALIPAY_APP_ID || !env.ALIPAY_PRIVATE_KEY || !env.ALIPAY_PUBLIC_KEY) return null;
  return {
    api: env.ALIPAY_API,
    appId: env.ALIPAY_APP_ID,
    sellerId: env.ALIPAY_SELLER_ID ?? '',
    privateKey: env.ALIPAY_PRIVATE_KEY,
    alipayPublicKey: env.ALIPAY_PUBLIC_KEY,
  };
}

/** What payments need besides the gateways' own settings, and what a live portal may not run with. */
export function payFaults(env: Environment): string[] {
  const hasGateway = env.WECHAT_PAY_MCH_ID !== undefined || env.ALIPAY_APP_ID !== undefined;
  return [
    ...(hasGateway && env.SITE_URL === undefined
      ? ['设置 SITE_URL 缺失：支付结果通知到这个地址，如 https://news.example.cn']
      : []),
    ...(env.SITE_MODE === 'live' ? (['PAY_SANDBOX_PORT', 'PAY_SANDBOX_API'] as const) : [])
      .filter((name) => env[name] !== undefined)
      .map(
        (name) =>
          `设置 ${name} 只用于演示（支付沙箱），正式站点须去掉它，改设 WECHAT_PAY_MCH_ID 或 ALIPAY_APP_ID`,
      ),
  ];
}

import { join } from 'node:path';
import type { Environment } from './settings/environment.ts';

/** Returns whether the portal has a sandbox gateway: a demo portal without a merchant, or one that requests it. */
const hasSandbox = (env: Environment): boolean =>
  env.SITE_MODE !== 'live' &&
  ((env.PAY_SANDBOX_PORT ?? env.PAY_SANDBOX_API) !== undefined ||
    (!env.WECHAT_PAY_MCH_ID && !env.ALIPAY_APP_ID));

/**
 * Builds the payment gateways' configuration. `origin` is where gateways and buyers reach the portal, `sandboxOrigin`
 * the address of the sandbox at a port.
 */
export function payOf(
  env: Environment,
  { dataDir, host, originOf }: { dataDir: string; host: string; originOf: (port: number) => string },
  portalPort: number,
) {
  const folder = join(dataDir, 'pay-sandbox');
  const api = env.PAY_SANDBOX_API ?? (env.PAY_SANDBOX_PORT && originOf(env.PAY_SANDBOX_PORT));
  const hasOwnSandbox = hasSandbox(env) && !env.PAY_SANDBOX_API;
  return {
    pay: {
      wechat: wechatOf(env),
      alipay: alipayOf(env),
      sandbox: hasSandbox(env) && api ? { api, folder } : null,
      /** Whether the sandbox was requested beside a real merchant, not only in place of one. */
      isSandboxRequested: Boolean(env.PAY_SANDBOX_API || env.WECHAT_PAY_MCH_ID || env.ALIPAY_APP_ID),
      /** The gateways' API addresses, for a merchant configured in the back office. */
      endpoints: {
        wechat: env.WECHAT_PAY_API,
        wechatIdentity: env.WECHAT_API,
        alipay: env.ALIPAY_API,
      },
      origin: env.SITE_URL ?? originOf(portalPort),
    },
    /** Port of the sandbox gateway: 0 picks a free port; null when this portal runs no sandbox of its own. */
    paySandboxPort: hasOwnSandbox ? (env.PAY_SANDBOX_PORT ?? 0) : null,
    /** Parameters of the sandbox gateway for the process that runs it. */
    paySandbox: hasOwnSandbox && env.PAY_SANDBOX_PORT ? { host, port: env.PAY_SANDBOX_PORT, folder } : null,
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

/** Returns the settings that payments miss besides the gateways' own, and those that a live portal refuses. */
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

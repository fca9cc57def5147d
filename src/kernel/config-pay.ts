import { createSecretKey, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { certificates, privateKey, publicKey } from './keys.ts';

const address = (example: string) =>
  z.url({ error: `应为网址，如 ${example}` }).transform((text) => text.replace(/\/$/, ''));
const word = (pattern: RegExp, what: string) => z.string().regex(pattern, { error: `应为${what}` });
const port = z.coerce.number({ error: '应为端口' }).int().min(1).max(65_535);

/** The settings of payment gateways, as variables. */
export const payEnvironment = {
  WECHAT_PAY_MCH_ID: word(/^\d{6,12}$/, '微信支付商户号').optional(),
  WECHAT_PAY_APP_ID: word(/^wx\w+$/, '收款应用的 AppID，如 wx0123456789abcdef').optional(),
  WECHAT_PAY_APP_SECRET: z.string().optional(),
  WECHAT_PAY_SERIAL: word(/^[0-9A-Fa-f]{8,64}$/, '商户 API 证书的序列号').optional(),
  WECHAT_PAY_PRIVATE_KEY: privateKey.optional(),
  WECHAT_PAY_API_KEY: z
    .string()
    .transform((text, check): KeyObject => {
      if (Buffer.byteLength(text) === 32) return createSecretKey(Buffer.from(text));
      check.addIssue({ code: 'custom', message: '应为 32 个字符的 APIv3 密钥' });
      return z.NEVER;
    })
    .optional(),
  WECHAT_PAY_PUBLIC_KEY_ID: word(/^PUB_KEY_ID_\w+$/, '微信支付公钥 ID，如 PUB_KEY_ID_0114…').optional(),
  WECHAT_PAY_PUBLIC_KEY: publicKey.optional(),
  WECHAT_PAY_CERTIFICATES: certificates.optional(),
  WECHAT_PAY_API: address('https://api.mch.weixin.qq.com').default('https://api.mch.weixin.qq.com'),
  ALIPAY_APP_ID: word(/^\d{8,20}$/, '支付宝应用的 AppID').optional(),
  ALIPAY_SELLER_ID: word(/^2088\d{12}$/, '收款支付宝账号，2088 开头的 16 位数字').optional(),
  ALIPAY_PRIVATE_KEY: privateKey.optional(),
  ALIPAY_PUBLIC_KEY: publicKey.optional(),
  ALIPAY_API: address('https://openapi.alipay.com').default('https://openapi.alipay.com'),
  PAY_SANDBOX_PORT: port.optional(),
  PAY_SANDBOX_API: address('http://127.0.0.1:3002').optional(),
};

const shape = z.object(payEnvironment);
type PayEnvironment = z.infer<typeof shape>;
type Given = PayEnvironment & {
  SITE_MODE: 'demo' | 'live';
  SITE_URL?: string | undefined;
  WECHAT_API: string;
};

/** A demo portal without a merchant of its own gets a gateway to try. */
const hasSandbox = (env: Given): boolean =>
  env.SITE_MODE === 'demo' &&
  ((env.PAY_SANDBOX_PORT ?? env.PAY_SANDBOX_API) !== undefined ||
    (!env.WECHAT_PAY_MCH_ID && !env.ALIPAY_APP_ID));

/**
 * The gateways as the settings name them. `origin` is where gateways and buyers reach the portal, `sandboxOrigin` the
 * place of the sandbox on a port.
 */
export function payOf(
  env: Given,
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
        wechatIdentity: env.WECHAT_API.replace(/\/$/, ''),
        alipay: env.ALIPAY_API,
      },
      origin: env.SITE_URL?.replace(/\/$/, '') ?? originOf(portalPort),
    },
    /** Where the sandbox gateway is to listen: 0 for wherever there is room; null without one of our own. */
    paySandboxPort: isOurs ? (env.PAY_SANDBOX_PORT ?? 0) : null,
    /** The sandbox gateway as the process runs it that is to. */
    paySandbox: isOurs && env.PAY_SANDBOX_PORT ? { host, port: env.PAY_SANDBOX_PORT, folder } : null,
  };
}

function wechatOf(env: Given) {
  const { WECHAT_PAY_PUBLIC_KEY_ID: id, WECHAT_PAY_PUBLIC_KEY: key } = env;
  if (!env.WECHAT_PAY_MCH_ID || !env.WECHAT_PAY_PRIVATE_KEY || !env.WECHAT_PAY_API_KEY) return null;
  return {
    api: env.WECHAT_PAY_API,
    merchantId: env.WECHAT_PAY_MCH_ID,
    appId: env.WECHAT_PAY_APP_ID ?? '',
    appSecret: env.WECHAT_PAY_APP_SECRET,
    identityApi: env.WECHAT_API.replace(/\/$/, ''),
    serial: env.WECHAT_PAY_SERIAL ?? '',
    privateKey: env.WECHAT_PAY_PRIVATE_KEY,
    apiKey: env.WECHAT_PAY_API_KEY,
    platformKeys: { ...env.WECHAT_PAY_CERTIFICATES, ...(id && key ? { [id]: key } : {}) },
  };
}

function alipayOf(env: Given) {
  if (!env.ALIPAY_APP_ID || !env.ALIPAY_PRIVATE_KEY || !env.ALIPAY_PUBLIC_KEY) return null;
  return {
    api: env.ALIPAY_API,
    appId: env.ALIPAY_APP_ID,
    sellerId: env.ALIPAY_SELLER_ID ?? '',
    privateKey: env.ALIPAY_PRIVATE_KEY,
    alipayPublicKey: env.ALIPAY_PUBLIC_KEY,
  };
}

/** Settings of gateways that are worth nothing without each other, and what a live portal may not run with. */
export function payFaults(env: Given): string[] {
  const missing = (when: boolean, why: string, names: readonly (keyof Given)[]) =>
    when ? names.filter((name) => env[name] === undefined).map((name) => `设置 ${name} 缺失：${why}`) : [];
  const hasWechat = env.WECHAT_PAY_MCH_ID !== undefined;
  const hasAlipay = env.ALIPAY_APP_ID !== undefined;
  return [
    ...missing(hasWechat, '微信支付需要它', [
      'WECHAT_PAY_APP_ID',
      'WECHAT_PAY_SERIAL',
      'WECHAT_PAY_PRIVATE_KEY',
      'WECHAT_PAY_API_KEY',
    ]),
    ...missing(
      hasWechat && !env.WECHAT_PAY_CERTIFICATES,
      '微信支付的应答和通知用微信支付公钥验证（老商户可改设 WECHAT_PAY_CERTIFICATES）',
      ['WECHAT_PAY_PUBLIC_KEY_ID', 'WECHAT_PAY_PUBLIC_KEY'],
    ),
    ...missing(hasAlipay, '支付宝需要它', ['ALIPAY_SELLER_ID', 'ALIPAY_PRIVATE_KEY', 'ALIPAY_PUBLIC_KEY']),
    ...missing(hasWechat || hasAlipay, '支付结果通知到这个地址，如 https://news.example.cn', ['SITE_URL']),
    ...(env.SITE_MODE === 'live' ? (['PAY_SANDBOX_PORT', 'PAY_SANDBOX_API'] as const) : [])
      .filter((name) => env[name] !== undefined)
      .map(
        (name) =>
          `设置 ${name} 只用于演示（支付沙箱），正式站点须去掉它，改设 WECHAT_PAY_MCH_ID 或 ALIPAY_APP_ID`,
      ),
  ];
}

import type { Config } from '#kernel/config.ts';
import { privateKeyText, publicKeyText } from '#kernel/rsa-keys.ts';
import { settingGroups } from '#kernel/settings/catalogue.ts';
import type { Groups } from '#kernel/settings/environment.ts';

/** The payment merchants of the site; null if there is none. Keys are objects that neither print nor serialise. */
export type PaySettings = Pick<Config['pay'], 'wechat' | 'alipay' | 'sandbox'>;

/** Returns the merchants of the groups. The sandbox is used without a merchant, or if it was requested. */
export function payOf({ pay }: Config, { wechatPay, alipay }: Partial<Groups>): PaySettings {
  const merchants = {
    wechat: wechatPay ? wechatPayOf(wechatPay, pay) : pay.wechat,
    alipay: alipay ? alipayOf(alipay, pay) : pay.alipay,
  };
  const hasMerchant = merchants.wechat !== null || merchants.alipay !== null;
  return { ...merchants, sandbox: pay.isSandboxRequested || !hasMerchant ? pay.sandbox : null };
}

function wechatPayOf(group: Groups['wechatPay'], pay: Config['pay']): PaySettings['wechat'] {
  const { provider, merchantId, appId, appSecret, serial, privateKey, apiKey, publicKeyId, publicKey } =
    group;
  const secret = apiKey && settingGroups.wechatPay.fields.apiKey.schema.parse(apiKey);
  if (provider !== 'wechat' || !secret) return null;
  return {
    api: pay.endpoints.wechat,
    identityApi: pay.endpoints.wechatIdentity,
    merchantId,
    appId,
    appSecret: appSecret || undefined,
    serial,
    privateKey: privateKeyText.parse(privateKey),
    apiKey: secret,
    platformKeys: { ...certificatesOf(group, pay), [publicKeyId]: publicKeyText.parse(publicKey) },
  };
}

// WeChat Pay may still sign answers to a long-standing merchant with a certificate, which only the environment can
// provide.
// A certificate with the merchant's own serial number is not WeChat Pay's, and the library refuses to start with it.
function certificatesOf({ merchantId, serial }: Groups['wechatPay'], { wechat }: Config['pay']) {
  if (wechat?.merchantId !== merchantId) return {};
  const entries = Object.entries(wechat.platformKeys);
  return Object.fromEntries(entries.filter(([id]) => !isPublicKeyId(id) && id !== serial));
}

function alipayOf(group: Groups['alipay'], { endpoints }: Config['pay']): PaySettings['alipay'] {
  const { provider, appId, sellerId, privateKey, publicKey } = group;
  if (provider !== 'alipay') return null;
  return {
    api: endpoints.alipay,
    appId,
    sellerId,
    privateKey: privateKeyText.parse(privateKey),
    alipayPublicKey: publicKeyText.parse(publicKey),
  };
}

const isPublicKeyId = (id: string): boolean => id.startsWith('PUB_KEY_ID_');

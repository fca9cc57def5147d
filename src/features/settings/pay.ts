import type { Config } from '#kernel/config.ts';
import { privateKeyText, publicKeyText } from '#kernel/keys.ts';
import { settingGroups } from '#kernel/settings/catalogue.ts';
import type { Groups } from '#kernel/settings/environment.ts';

/** Whom the site is paid through; null: nobody there. Keys are objects that print and serialise as nothing. */
export type PaySettings = Pick<Config['pay'], 'wechat' | 'alipay' | 'sandbox'>;

/** The merchants that follow from groups; the sandbox stands in the place of one, or where it was asked for beside one. */
export function payOf({ pay }: Config, { wechatPay, alipay }: Partial<Groups>): PaySettings {
  const merchants = {
    wechat: wechatPay ? wechatPayOf(wechatPay, pay) : pay.wechat,
    alipay: alipay ? alipayOf(alipay, pay) : pay.alipay,
  };
  const hasMerchant = merchants.wechat !== null || merchants.alipay !== null;
  return { ...merchants, sandbox: pay.keepsSandbox || !hasMerchant ? pay.sandbox : null };
}

function wechatPayOf(group: Groups['wechatPay'], pay: Config['pay']): PaySettings['wechat'] {
  const { provider, merchantId, appId, appSecret, serial, privateKey, apiKey, publicKeyId, publicKey } =
    group;
  const secret = apiKey && settingGroups.wechatPay.fields.apiKey.schema.parse(apiKey);
  if (provider !== 'wechat' || !secret) return null;
  return {
    api: pay.places.wechat,
    identityApi: pay.places.wechatIdentity,
    merchantId,
    appId,
    appSecret: appSecret || undefined,
    serial,
    privateKey: privateKeyText.parse(privateKey),
    apiKey: secret,
    platformKeys: { ...certificatesOf(group, pay), [publicKeyId]: publicKeyText.parse(publicKey) },
  };
}

// Answers to a merchant of long standing may still be signed by a certificate, which only the environment can name.
// One that bears the merchant's own serial number is none of WeChat Pay's, and the library would not open with it.
function certificatesOf({ merchantId, serial }: Groups['wechatPay'], { wechat }: Config['pay']) {
  if (wechat?.merchantId !== merchantId) return {};
  const entries = Object.entries(wechat.platformKeys);
  return Object.fromEntries(entries.filter(([id]) => !isPublicKeyId(id) && id !== serial));
}

function alipayOf(group: Groups['alipay'], { places }: Config['pay']): PaySettings['alipay'] {
  const { provider, appId, sellerId, privateKey, publicKey } = group;
  if (provider !== 'alipay') return null;
  return {
    api: places.alipay,
    appId,
    sellerId,
    privateKey: privateKeyText.parse(privateKey),
    alipayPublicKey: publicKeyText.parse(publicKey),
  };
}

const isPublicKeyId = (id: string): boolean => id.startsWith('PUB_KEY_ID_');

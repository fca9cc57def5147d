import type { KeyObject } from 'node:crypto';

/** A merchant at WeChat Pay. Keys are objects that print and serialise as nothing. */
export type WechatPaySettings = {
  /** `https://api.mch.weixin.qq.com` */
  api: string;
  merchantId: string;
  appId: string;
  /** For `jsapi`: who the payer is at WeChat is asked with it. */
  appSecret: string | undefined;
  /** Where that is asked: `https://api.weixin.qq.com`. */
  identityApi: string;
  /** Serial number of the merchant's certificate. */
  serial: string;
  privateKey: KeyObject;
  /** APIv3 key, 32 bytes: notices are encrypted with it. */
  apiKey: KeyObject;
  /** WeChat Pay's public keys by `PUB_KEY_ID_…`, or by the serial number of a platform certificate. */
  platformKeys: Readonly<Record<string, KeyObject>>;
};

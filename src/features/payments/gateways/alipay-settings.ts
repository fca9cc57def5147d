import type { KeyObject } from 'node:crypto';

/** A merchant's application at Alipay, in public-key mode. Keys are objects that print and serialise as nothing. */
export type AlipaySettings = {
  /** `https://openapi.alipay.com` */
  api: string;
  appId: string;
  /** The merchant's account, `2088…`: notices for anybody else's are not ours. */
  sellerId: string;
  privateKey: KeyObject;
  /** Alipay's own public key, not the application's. */
  alipayPublicKey: KeyObject;
};

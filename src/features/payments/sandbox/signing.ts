import { createCipheriv, type KeyObject, randomBytes, sign, verify } from 'node:crypto';

// WeChat Pay's published rules, implemented with node:crypto alone: these checks share no code with the library that
// the portal signs with.

/** The merchant that the gateway knows, and the gateway's own keys. */
export type PayParties = {
  merchantId: string;
  appId: string;
  /** The serial number of the merchant's certificate, which requests name. */
  serial: string;
  merchantPublic: KeyObject;
  /** `PUB_KEY_ID_…` or the serial number of a platform certificate, which answers and notices name. */
  platformKeyId: string;
  platform: KeyObject;
  apiKey: KeyObject;
};

export const maxSkewSeconds = 300;
const authScheme = 'WECHATPAY2-SHA256-RSA2048 ';

/** Returns why a request is not authenticated as the merchant's, or null if it is. */
export function faultOfRequest(
  { merchantId, serial, merchantPublic }: PayParties,
  { method, url, body, authorization }: { method: string; url: string; body: string; authorization: string },
  now: number,
): string | null {
  if (!authorization.startsWith(authScheme)) return '缺少 Authorization';
  const given = Object.fromEntries(
    [...authorization.slice(authScheme.length).matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  );
  const { mchid, serial_no, timestamp = '', nonce_str = '', signature = '' } = given;
  if (mchid !== merchantId) return '商户号与签名不符';
  if (serial_no !== serial) return '商户证书序列号有误';
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= maxSkewSeconds)) return '时间戳超出允许的范围';
  if (!nonce_str) return '缺少随机串';
  const message = lines(method, url, timestamp, nonce_str, body);
  const isValid = verify(
    'RSA-SHA256',
    Buffer.from(message),
    merchantPublic,
    Buffer.from(signature, 'base64'),
  );
  return isValid ? null : '签名错误';
}

/** Returns the headers of an answer or a notice with exactly these bytes as body. */
export function signedHeaders(
  { platform, platformKeyId }: Pick<PayParties, 'platform' | 'platformKeyId'>,
  body: string,
  now: number,
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const nonce = randomBytes(16).toString('hex');
  const signature = sign('RSA-SHA256', Buffer.from(lines(timestamp, nonce, body)), platform);
  return {
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': nonce,
    'wechatpay-serial': platformKeyId,
    'wechatpay-signature': signature.toString('base64'),
    'wechatpay-signature-type': 'WECHATPAY2-SHA256-RSA2048',
  };
}

/** Encrypts with AES-256-GCM as notices require: the tag is the last 16 bytes. */
export function encrypt({ apiKey }: Pick<PayParties, 'apiKey'>, text: string, associated: string) {
  const nonce = randomBytes(6).toString('hex');
  const cipher = createCipheriv('aes-256-gcm', apiKey, nonce).setAAD(Buffer.from(associated));
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return {
    algorithm: 'AEAD_AES_256_GCM',
    ciphertext: bytes.toString('base64'),
    nonce,
    associated_data: associated,
  };
}

const lines = (...parts: string[]): string => parts.map((part) => `${part}\n`).join('');

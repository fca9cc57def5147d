import { z } from 'zod';
import { payEnvironment } from '#kernel/config-pay.ts';
import { privateKeyText, publicKeyText } from '#kernel/keys.ts';
import { choice, labelOf, secret, text } from './fields.ts';

/** A key as it was pasted, kept as PEM whichever way it came; what cannot be read is refused and not quoted. */
const pem = (field: string, piece: typeof privateKeyText, type: 'pkcs8' | 'spki') =>
  z
    .string({ error: `${labelOf(field)}应为文字` })
    .trim()
    .max(8000, { error: `${labelOf(field)}过长，最多 8000 个字` })
    .transform((given, check): string => {
      if (given === '') return '';
      const read = piece.safeParse(given);
      if (read.success) return read.data.export({ type, format: 'pem' }).toString().trim();
      check.addIssue({ code: 'custom', message: `${labelOf(field)}${read.error.issues[0]?.message}` });
      return z.NEVER;
    })
    .prefault('');

const privateKey = pem('privateKey', privateKeyText, 'pkcs8');
const publicKey = pem('publicKey', publicKeyText, 'spki');

/** A merchant at WeChat Pay; each field obeys what the environment's setting obeys. */
export const wechatPay = z.object({
  provider: choice('provider', ['none', 'wechat']),
  merchantId: text('merchantId', payEnvironment.WECHAT_PAY_MCH_ID),
  appId: text('appId', payEnvironment.WECHAT_PAY_APP_ID),
  serial: text('serial', payEnvironment.WECHAT_PAY_SERIAL),
  privateKey,
  apiKey: secret('apiKey', payEnvironment.WECHAT_PAY_API_KEY),
  publicKeyId: text('publicKeyId', payEnvironment.WECHAT_PAY_PUBLIC_KEY_ID),
  publicKey,
  appSecret: secret('appSecret'),
});

/** A merchant's application at Alipay. */
export const alipay = z.object({
  provider: choice('provider', ['none', 'alipay']),
  appId: text('appId', payEnvironment.ALIPAY_APP_ID),
  sellerId: text('sellerId', payEnvironment.ALIPAY_SELLER_ID),
  privateKey,
  publicKey,
});

import { createPublicKey, createSign, createVerify, generateKeyPairSync } from 'node:crypto';
import { toIso } from '#shared/dates.ts';
import type { Fields } from './alipay-trade.ts';
import { secretsOf } from './wechat-pay.ts';

export const appId = '2021000000000001';
export const sellerId = '2088000000000001';
/** Formats Beijing time: `2026-11-22 08:00:00`. */
export const toBeijingTime = (at: number) => toIso(new Date(at)).slice(0, 19).replace('T', ' ');

/** Creates the keys of the application, of Alipay and of an unrelated party, and implements Alipay's signatures. */
export function createParties() {
  const createKeyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const [application, alipay, unknownParty] = [createKeyPair(), createKeyPair(), createKeyPair()];
  const sorted = (fields: Fields, without: string[]) =>
    Object.keys(fields)
      .filter((name) => !without.includes(name) && fields[name] !== '')
      .sort()
      .map((name) => `${name}=${fields[name]}`)
      .join('&');
  const signText = (text: string, isForged = false) =>
    createSign('RSA-SHA256')
      .update(text, 'utf8')
      .sign(isForged ? unknownParty : alipay, 'base64');
  const isMerchants = (fields: Fields) =>
    fields.app_id === appId &&
    fields.sign_type === 'RSA2' &&
    Math.abs(Date.parse(`${fields.timestamp?.replace(' ', 'T')}+08:00`) - Date.now()) < 900_000 &&
    createVerify('RSA-SHA256')
      .update(sorted(fields, ['sign']), 'utf8')
      .verify(createPublicKey(application), fields.sign ?? '', 'base64');

  const pem = application.export({ type: 'pkcs8', format: 'pem' }).toString();
  return {
    signText,
    /** Signs fields as Alipay does. */
    sign: (fields: Fields) => signText(sorted(fields, ['sign', 'sign_type'])),
    /** Returns whether the application signed this request recently. */
    isMerchants,
    settings: {
      SITE_URL: 'https://news.example.cn',
      ALIPAY_APP_ID: appId,
      ALIPAY_SELLER_ID: sellerId,
      // Bare Base64, as Alipay's tool writes keys.
      ALIPAY_PRIVATE_KEY: application.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
      ALIPAY_PUBLIC_KEY: createPublicKey(alipay).export({ type: 'spki', format: 'der' }).toString('base64'),
    },
    secrets: secretsOf(pem),
  };
}

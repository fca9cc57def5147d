import { tradeNumber } from '../numbers.ts';
import type { AlipaySettings } from './alipay-client.ts';
import { GatewayError } from './gateway.ts';
import type { WechatPaySettings } from './wechat-client.ts';

const timeoutMs = 10_000;
const maxSkewSeconds = 300;
const tradeNotFoundCodes: readonly unknown[] = ['ORDER_NOT_EXIST', 'ORDERNOTEXIST'];

/** Why a gateway rejected the settings: its own code, or one of ours in lower case; `words` is its message. */
export type ProbeFault = { code: string; words: string };

/**
 * Queries WeChat Pay for a trade that does not exist. A signed "not found" proves merchant, certificate, private key
 * and public key. The library does not verify the signature of error responses, so this function does. @returns null
 * when the settings are right; otherwise `no-answer`, `unsigned`, `clock`, `key-id`, `forged`, or WeChat Pay's code
 */
export async function probeWechatPay(settings: WechatPaySettings): Promise<ProbeFault | null> {
  const { Formatter, Rsa } = await import('wechatpay-axios-plugin');
  const { api, merchantId, serial, privateKey } = settings;
  const url = new URL(`${api}/v3/pay/transactions/out-trade-no/${tradeNumber(new Date())}`);
  url.searchParams.set('mchid', merchantId);
  const nonce = Formatter.nonce();
  const timestamp = Formatter.timestamp();
  const message = Formatter.request('GET', `${url.pathname}${url.search}`, timestamp, nonce, '');
  const signature = Rsa.sign(message, privateKey);
  // Errors are dropped, because they may quote the request with its signature.
  const answer = await fetch(url, {
    headers: {
      accept: 'application/json',
      authorization: Formatter.authorization(merchantId, nonce, signature, String(timestamp), serial),
      'user-agent': 'guanlan',
    },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
    .then(async (response) => ({
      headers: response.headers,
      isRefusal: !response.ok,
      body: await response.text(),
    }))
    .catch(() => null);
  if (!answer) return { code: 'no-answer', words: '' };
  const { code, message: words } = readRefusal(answer.body);
  if (!answer.isRefusal || !tradeNotFoundCodes.includes(code)) return { code: code || 'unknown', words };
  return findSignatureFault(settings, answer.headers, answer.body);
}

/** Verifies that the response comes from WeChat Pay and is signed with a configured key. */
async function findSignatureFault(
  { platformKeys }: WechatPaySettings,
  headers: Headers,
  body: string,
): Promise<ProbeFault | null> {
  const { Formatter, Rsa } = await import('wechatpay-axios-plugin');
  const [timestamp = '', nonce = '', id = '', signature = ''] = [
    'wechatpay-timestamp',
    'wechatpay-nonce',
    'wechatpay-serial',
    'wechatpay-signature',
  ].map((name) => headers.get(name) ?? '');
  if (!timestamp || !signature) return { code: 'unsigned', words: '' };
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= maxSkewSeconds))
    return { code: 'clock', words: '' };
  const key = Object.hasOwn(platformKeys, id) ? platformKeys[id] : undefined;
  if (!key) return { code: 'key-id', words: '' };
  const isTrue = Rsa.verify(Formatter.response(timestamp, nonce, body), signature, key);
  return isTrue ? null : { code: 'forged', words: '' };
}

function readRefusal(body: string): { code: string; message: string } {
  try {
    const { code = '', message = '' } = JSON.parse(body) as { code?: unknown; message?: unknown };
    return { code: String(code), message: String(message) };
  } catch {
    return { code: '', message: '' };
  }
}

/**
 * Does the same for Alipay: its response about a trade that does not exist must have its signature.
 * @returns null when the settings are right; otherwise `no-answer`, `forged`, or Alipay's code
 */
export async function probeAlipay(settings: AlipaySettings): Promise<ProbeFault | null> {
  const { alipayGateway } = await import('./alipay.ts');
  try {
    await alipayGateway(settings).query(tradeNumber(new Date()));
    return null;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const code = { REQUEST: 'no-answer', SIGNATURE: 'forged' }[error.code] ?? error.code;
    return { code, words: error.message };
  }
}

import type { KeyObject } from 'node:crypto';
import { AlipaySdk } from 'alipay-sdk';
import { toIso } from '#shared/dates.ts';
import { GatewayError } from './gateway.ts';

const timeoutMs = 10_000;

export type AlipayAnswer = Record<string, unknown>;

export type AlipayClient = {
  /** Returns the response's fields in camel case. @throws GatewayError with Alipay's `sub_code` */
  call(method: string, bizContent: object): Promise<AlipayAnswer>;
  /** Returns the signed address of the page to which the buyer is redirected. */
  pageAddress(method: string, bizContent: object, more: object): string;
  isSigned(fields: Readonly<Record<string, string>>): boolean;
};

/** Opens a client that signs every request and accepts a response only with Alipay's signature. */
export function openAlipayClient({ api, appId, privateKey, alipayPublicKey }: AlipaySettings): AlipayClient {
  const sdk = new AlipaySdk({
    appId,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().trim(),
    keyType: 'PKCS8',
    alipayPublicKey: alipayPublicKey.export({ type: 'spki', format: 'pem' }).toString().trim(),
    gateway: `${api}/gateway.do`,
    endpoint: api,
    timeout: timeoutMs,
  });
  return {
    async call(method, bizContent) {
      const answer = await sdk
        .exec(method, { bizContent, timestamp: beijingNow() }, { validateSign: true })
        .catch((error: unknown) => {
          throw toGatewayError(error);
        });
      if (answer.code === '10000') return answer;
      throw toRefusal(answer);
    },
    pageAddress: (method, bizContent, more) =>
      sdk.pageExecute(method, 'GET', { bizContent, timestamp: beijingNow(), ...more }),
    isSigned(fields) {
      // Otherwise the library accepts the algorithm that the notice names, including SHA-1.
      if (fields.sign_type !== 'RSA2' || !fields.sign) return false;
      try {
        return sdk.checkNotifySignV2({ ...fields });
      } catch {
        return false;
      }
    },
  };
}

/** Alipay expects Beijing time; the library would use the server's time zone. */
const beijingNow = (): string => toIso(new Date()).slice(0, 19).replace('T', ' ');

function toRefusal({ code, sub_code, subCode = sub_code, sub_msg, subMsg = sub_msg, msg }: AlipayAnswer) {
  const theirCode = String(subCode ?? code ?? '');
  const message = `支付宝：${theirCode} ${String(subMsg ?? msg ?? '')}`;
  if (theirCode === 'ACQ.TRADE_HAS_SUCCESS') return new GatewayError('paid', theirCode, message);
  if (theirCode === 'isp.bill_not_exist' || theirCode === 'BILL_NOT_EXIST')
    return new GatewayError('no_bill', theirCode, message);
  // 20000 is a fault of Alipay; the other codes mean wrong settings, which the operator can fix.
  const isPassing =
    ['20000', '20001', '40006'].includes(String(code)) ||
    /SYSTEM_ERROR|invalid-(signature|app-id)/.test(theirCode);
  return new GatewayError(isPassing ? 'unreachable' : 'refused', theirCode, message);
}

// The library's error contains the whole response, so only the kind of fault is passed on.
function toGatewayError(error: unknown): GatewayError {
  const text = error instanceof Error ? error.message : '';
  if (text.startsWith('验签失败') || error instanceof TypeError)
    return new GatewayError('forged', 'SIGNATURE', '支付宝的应答没有通过签名验证');
  return new GatewayError('unreachable', 'REQUEST', '支付宝没有响应');
}

/** A merchant's application at Alipay, in public-key mode. Keys are KeyObjects, which neither print nor serialise. */
export type AlipaySettings = {
  /** `https://openapi.alipay.com` */
  api: string;
  appId: string;
  /** The merchant's account, `2088…`: notices for another account are rejected. */
  sellerId: string;
  privateKey: KeyObject;
  /** Alipay's public key, not the application's. */
  alipayPublicKey: KeyObject;
};

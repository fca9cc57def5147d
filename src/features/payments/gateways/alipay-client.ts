import type { KeyObject } from 'node:crypto';
import { AlipaySdk } from 'alipay-sdk';
import { toIso } from '#shared/dates.ts';
import { GatewayError } from './gateway.ts';

const timeoutMs = 10_000;

export type AlipayAnswer = Record<string, unknown>;

export type AlipayClient = {
  /** The answer's fields in camel case. @throws GatewayError with Alipay's `sub_code` */
  ask(method: string, bizContent: object): Promise<AlipayAnswer>;
  /** The signed address of a page that the buyer is sent to. */
  pageAddress(method: string, bizContent: object, more: object): string;
  /** Whether Alipay signed these fields. */
  isSigned(fields: Readonly<Record<string, string>>): boolean;
};

/** Signs every request, and believes an answer only when it bears Alipay's signature. */
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
    async ask(method, bizContent) {
      const answer = await sdk
        .exec(method, { bizContent, timestamp: beijingNow() }, { validateSign: true })
        .catch((error: unknown) => {
          throw told(error);
        });
      if (answer.code === '10000') return answer;
      throw refusalOf(answer);
    },
    pageAddress: (method, bizContent, more) =>
      sdk.pageExecute(method, 'GET', { bizContent, timestamp: beijingNow(), ...more }),
    isSigned(fields) {
      // Left to itself the library takes the notice's word for how it is signed, down to SHA-1.
      if (fields.sign_type !== 'RSA2' || !fields.sign) return false;
      try {
        return sdk.checkNotifySignV2({ ...fields });
      } catch {
        return false;
      }
    },
  };
}

/** Alipay's clock is Beijing's; the library would write the machine's own zone, which on servers is mostly UTC. */
const beijingNow = (): string => toIso(new Date()).slice(0, 19).replace('T', ' ');

function refusalOf({ code, sub_code, subCode = sub_code, sub_msg, subMsg = sub_msg, msg }: AlipayAnswer) {
  const theirs = String(subCode ?? code ?? '');
  const said = `支付宝：${theirs} ${String(subMsg ?? msg ?? '')}`;
  if (theirs === 'ACQ.TRADE_HAS_SUCCESS') return new GatewayError('paid', theirs, said);
  if (theirs === 'isp.bill_not_exist' || theirs === 'BILL_NOT_EXIST')
    return new GatewayError('no_bill', theirs, said);
  // 20000: Alipay itself is at fault; the others are our settings', which the operator puts right.
  const isPassing =
    ['20000', '20001', '40006'].includes(String(code)) ||
    /SYSTEM_ERROR|invalid-(signature|app-id)/.test(theirs);
  return new GatewayError(isPassing ? 'unreachable' : 'refused', theirs, said);
}

// The library's error holds the whole answer: only what kind of fault it was is passed on.
function told(error: unknown): GatewayError {
  const words = error instanceof Error ? error.message : '';
  if (words.startsWith('验签失败') || error instanceof TypeError)
    return new GatewayError('forged', 'SIGNATURE', '支付宝的应答没有通过签名验证');
  return new GatewayError('unreachable', 'REQUEST', '支付宝没有响应');
}

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

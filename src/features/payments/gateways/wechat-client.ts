import type { KeyObject } from 'node:crypto';
import { Wechatpay } from 'wechatpay-axios-plugin';
import { z } from 'zod';
import { yuanToFen } from '#shared/money.ts';
import { type BillLine, GatewayError } from './gateway.ts';

const timeoutMs = 10_000;

export type WechatClient = {
  /** @throws GatewayError */
  get(path: string, query?: Record<string, string>): Promise<unknown>;
  post(path: string, body: object): Promise<unknown>;
  /** Downloads a file. The library does not verify a signature of files, so the caller must compare the hash. */
  download(path: string, query: Record<string, string>): Promise<Buffer>;
};

type ClientError = { code?: unknown; response?: { status?: unknown; data?: unknown } };

/** Opens a client that signs every request and accepts a response only with WeChat Pay's signature. */
export function openWechatClient({
  api,
  merchantId,
  serial,
  privateKey,
  platformKeys,
}: WechatPaySettings): WechatClient {
  const pay = new Wechatpay({
    baseURL: `${api}/`,
    mchid: merchantId,
    serial,
    // Passed as a KeyObject, because the library's errors contain all its settings.
    privateKey: privateKey as unknown as string,
    certs: { ...platformKeys },
    timeout: timeoutMs,
    maxRedirects: 0,
    proxy: false,
  });
  const request = async (send: () => Promise<{ data: unknown }>): Promise<unknown> => {
    const retryLost = (error: ClientError) => (isConnectionLost(error) ? send() : Promise.reject(error));
    try {
      return (await send().catch(retryLost)).data;
    } catch (error) {
      throw toGatewayError(error as ClientError);
    }
  };
  return {
    get: (path, query = {}) => request(() => pay.chain(path).get({ params: query })),
    post: (path, body) => request(() => pay.chain(path).post(body as never)),
    download: async (path, query) =>
      Buffer.from(
        (await request(() =>
          pay.chain(path).get({ params: query, responseType: 'arraybuffer' }),
        )) as ArrayBuffer,
      ),
  };
}

/**
 * The connection ended without a response, for example a keep-alive connection that the server closes while we send.
 * Every request has a number of ours, so it can be repeated safely.
 */
const isConnectionLost = ({ code }: ClientError): boolean => code === 'ECONNRESET' || code === 'EPIPE';

/** Converts the library's error, which contains the request with its signature, to one without it. */
function toGatewayError({ code, response }: ClientError): GatewayError {
  const ownCode = String(code ?? '');
  if (ownCode === 'EV3_RES_HEADER_TIMESTAMP_OFFSET')
    return new GatewayError('clock', ownCode, '本机时间与微信支付相差超过 5 分钟，请校准服务器时间');
  if (ownCode.startsWith('EV3_'))
    return new GatewayError('forged', ownCode, '微信支付的应答没有通过签名验证');
  if (typeof response?.status !== 'number')
    return new GatewayError('unreachable', ownCode, '微信支付没有响应');
  const { code: theirCode = '', message: words = '' } = bodyOf(response.data);
  const message = `微信支付：${String(theirCode)} ${String(words)}`;
  if (theirCode === 'ORDERPAID' || theirCode === 'ORDER_PAID')
    return new GatewayError('paid', theirCode, message);
  if (theirCode === 'ORDER_CLOSED') return new GatewayError('closed', theirCode, message);
  if (theirCode === 'NO_STATEMENT_EXIST' || theirCode === 'STATEMENT_CREATING')
    return new GatewayError('no_bill', theirCode, message);
  // The gateway is busy, limits the rate or rejects the settings, which the operator can fix: a retry can succeed.
  const isPassing = response.status >= 500 || [401, 403, 429].includes(response.status);
  return new GatewayError(
    isPassing ? 'unreachable' : 'refused',
    String(theirCode || response.status),
    message,
  );
}

function bodyOf(data: unknown): { code?: unknown; message?: unknown } {
  if (Buffer.isBuffer(data)) {
    try {
      return JSON.parse(data.toString('utf8'));
    } catch {
      return {};
    }
  }
  return typeof data === 'object' && data !== null ? data : {};
}

/** A merchant at WeChat Pay. Keys are KeyObjects, which neither print nor serialise. */
export type WechatPaySettings = {
  /** `https://api.mch.weixin.qq.com` */
  api: string;
  merchantId: string;
  appId: string;
  /** For `jsapi`: needed to fetch the payer's openid. */
  appSecret: string | undefined;
  /** The API for the openid: `https://api.weixin.qq.com`. */
  identityApi: string;
  serial: string;
  privateKey: KeyObject;
  /** APIv3 key, 32 bytes; it decrypts notices. */
  apiKey: KeyObject;
  /** WeChat Pay's public keys by `PUB_KEY_ID_…`, or by the serial number of a platform certificate. */
  platformKeys: Readonly<Record<string, KeyObject>>;
};

const answer = z.object({ openid: z.string().min(1) });

/**
 * Fetches the payer's openid in the merchant's application, by a code from WeChat's browser that is valid once and for
 * ten minutes (`connect/oauth2/authorize`, scope `snsapi_base`). @throws GatewayError
 */
export async function fetchOpenId(
  { appId, appSecret = '', identityApi }: Pick<WechatPaySettings, 'appId' | 'appSecret' | 'identityApi'>,
  code: string,
): Promise<string> {
  const query = new URLSearchParams({
    appid: appId,
    secret: appSecret,
    code,
    grant_type: 'authorization_code',
  });
  const read = answer.safeParse(await fetchJson(`${identityApi}/sns/oauth2/access_token?${query}`));
  if (read.success) return read.data.openid;
  throw new GatewayError('refused', 'OPENID', '没有得到付款人的微信身份，请在微信中重新打开本页');
}

// The URL contains the secret: neither it nor an error that quotes it may reach a log.
async function fetchJson(address: string): Promise<unknown> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
    return JSON.parse(await response.text());
  } catch {
    throw new GatewayError('unreachable', 'OPENID', '微信没有响应');
  }
}

/**
 * Reads the lines of WeChat Pay's bill of all trades. Columns are found by their names, because their order differs
 * between kinds of bills; every value follows a grave accent, and commas within values are not escaped.
 */
export function readWechatBill(text: string): BillLine[] {
  const [head = '', ...rest] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const names = head.split(',').map((name) => name.trim());
  const lines: BillLine[] = [];
  for (const line of rest) {
    // The heading of the sums follows the last line.
    if (!line.startsWith('`')) break;
    const values = line.slice(1).split(',`');
    const cell = (name: string) => values[names.indexOf(name)]?.trim() ?? '';
    const kind = cell('交易状态') === 'REFUND' ? 'refund' : 'payment';
    if (kind === 'refund' && !['SUCCESS', 'PROCESSING'].includes(cell('退款状态'))) continue;
    // The requested amount, whether the shop or WeChat Pay bears a coupon in it.
    const amount = yuanToFen(
      kind === 'refund' ? cell('申请退款金额') || cell('退款金额') : cell('订单金额') || cell('应结订单金额'),
    );
    if (amount === null || !cell('商户订单号'))
      throw new GatewayError('refused', 'BILL_FORMAT', '微信支付账单的格式无法识别');
    lines.push({
      kind,
      tradeNumber: cell('商户订单号'),
      refundNumber: kind === 'refund' ? cell('商户退款单号') : '',
      gatewayNumber: kind === 'refund' ? cell('微信退款单号') : cell('微信订单号'),
      amount,
      fee: yuanToFen(cell('手续费')),
    });
  }
  return lines;
}

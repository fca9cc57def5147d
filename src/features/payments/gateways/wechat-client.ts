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
  /** A file as it is: the library does not look for a signature on those, the caller compares its hash. */
  download(path: string, query: Record<string, string>): Promise<Buffer>;
};

type Caught = { code?: unknown; response?: { status?: unknown; data?: unknown } };

/** Signs every request, and believes an answer only when it bears WeChat Pay's signature. */
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
    // The library keeps what it is given here as a key object, and its errors carry the whole of its settings.
    privateKey: privateKey as unknown as string,
    certs: { ...platformKeys },
    timeout: timeoutMs,
    maxRedirects: 0,
    proxy: false,
  });
  const ask = async (send: () => Promise<{ data: unknown }>): Promise<unknown> => {
    const again = (error: Caught) => (isLost(error) ? send() : Promise.reject(error));
    try {
      return (await send().catch(again)).data;
    } catch (error) {
      throw told(error as Caught);
    }
  };
  return {
    get: (path, query = {}) => ask(() => pay.chain(path).get({ params: query })),
    post: (path, body) => ask(() => pay.chain(path).post(body as never)),
    download: async (path, query) =>
      Buffer.from(
        (await ask(() => pay.chain(path).get({ params: query, responseType: 'arraybuffer' }))) as ArrayBuffer,
      ),
  };
}

/**
 * The connection ended without an answer, as kept ones do that the other side closes while we send. Every request bears
 * a number of ours, so it may be sent again.
 */
const isLost = ({ code }: Caught): boolean => code === 'ECONNRESET' || code === 'EPIPE';

/** What went wrong, without the library's error: that one holds the request with its signature. */
function told({ code, response }: Caught): GatewayError {
  const own = String(code ?? '');
  if (own === 'EV3_RES_HEADER_TIMESTAMP_OFFSET')
    return new GatewayError('clock', own, '本机时间与微信支付相差超过 5 分钟，请校准服务器时间');
  if (own.startsWith('EV3_')) return new GatewayError('forged', own, '微信支付的应答没有通过签名验证');
  if (typeof response?.status !== 'number') return new GatewayError('unreachable', own, '微信支付没有响应');
  const { code: theirs = '', message: words = '' } = bodyOf(response.data);
  const said = `微信支付：${String(theirs)} ${String(words)}`;
  if (theirs === 'ORDERPAID' || theirs === 'ORDER_PAID') return new GatewayError('paid', theirs, said);
  if (theirs === 'ORDER_CLOSED') return new GatewayError('closed', theirs, said);
  if (theirs === 'NO_STATEMENT_EXIST' || theirs === 'STATEMENT_CREATING')
    return new GatewayError('no_bill', theirs, said);
  // Busy, asked too often, or our settings are wrong, which the operator puts right: it goes on afterwards.
  const isPassing = response.status >= 500 || [401, 403, 429].includes(response.status);
  return new GatewayError(isPassing ? 'unreachable' : 'refused', String(theirs || response.status), said);
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

const answer = z.object({ openid: z.string().min(1) });

/**
 * Who the payer is in the application that is paid through: WeChat's own browser brought back a code, good once and for
 * ten minutes (`connect/oauth2/authorize`, scope `snsapi_base`).
 * @throws GatewayError
 */
export async function askOpenId(
  { appId, appSecret = '', identityApi }: Pick<WechatPaySettings, 'appId' | 'appSecret' | 'identityApi'>,
  code: string,
): Promise<string> {
  const query = new URLSearchParams({
    appid: appId,
    secret: appSecret,
    code,
    grant_type: 'authorization_code',
  });
  const read = answer.safeParse(await ask(`${identityApi}/sns/oauth2/access_token?${query}`));
  if (read.success) return read.data.openid;
  throw new GatewayError('refused', 'OPENID', '没有得到付款人的微信身份，请在微信中重新打开本页');
}

// The address holds the secret: neither it nor an error that quotes it may reach a log.
async function ask(address: string): Promise<unknown> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
    return JSON.parse(await response.text());
  } catch {
    throw new GatewayError('unreachable', 'OPENID', '微信没有响应');
  }
}

/**
 * The lines of WeChat Pay's bill of all trades: columns are found by their names, because their order differs between
 * kinds of bills; every value follows a grave accent, and commas within values are no commas in the file.
 */
export function readWechatBill(text: string): BillLine[] {
  const [head = '', ...rest] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const names = head.split(',').map((name) => name.trim());
  const lines: BillLine[] = [];
  for (const line of rest) {
    // The heading of the sums ends the lines.
    if (!line.startsWith('`')) break;
    const values = line.slice(1).split(',`');
    const cell = (name: string) => values[names.indexOf(name)]?.trim() ?? '';
    const kind = cell('交易状态') === 'REFUND' ? 'refund' : 'payment';
    if (kind === 'refund' && !['SUCCESS', 'PROCESSING'].includes(cell('退款状态'))) continue;
    // What people asked back, whoever of shop and WeChat Pay bears the coupon in it.
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
    });
  }
  return lines;
}

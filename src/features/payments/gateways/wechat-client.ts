import { Wechatpay } from 'wechatpay-axios-plugin';
import { GatewayError } from './gateway.ts';
import type { WechatPaySettings } from './wechat-settings.ts';

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
    try {
      return (await send()).data;
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

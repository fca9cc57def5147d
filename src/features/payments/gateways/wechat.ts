import { createHash } from 'node:crypto';
import { Formatter, Rsa } from 'wechatpay-axios-plugin';
import { z } from 'zod';
import { toIso } from '#shared/dates.ts';
import {
  type Attempt,
  type Buyer,
  type Channel,
  cutBytes,
  type Gateway,
  GatewayError,
  type GatewayName,
  type RefundAnswer,
  type Started,
  type TradeAnswer,
} from './gateway.ts';
import {
  fetchOpenId,
  openWechatClient,
  readWechatBill,
  type WechatClient,
  type WechatPaySettings,
} from './wechat-client.ts';
import { readWechatNotice, refundAnswerOf } from './wechat-notice.ts';

const trade = z.object({
  trade_state: z.string(),
  transaction_id: z.string().optional(),
  success_time: z.coerce.date().optional(),
  amount: z.object({ total: z.int().positive() }).optional(),
});
const refund = z.object({ refund_id: z.string(), status: z.string() });
const billLocation = z.object({
  download_url: z.url(),
  hash_type: z.literal('SHA1'),
  hash_value: z.string(),
});

/** Maximum length of title and reason at WeChat Pay, in bytes. */
const maxTitleBytes = 127;
const maxReasonBytes = 80;

/** The gateway for WeChat Pay v3: Native, JSAPI inside WeChat, H5 on phones; with another name it is the sandbox. */
export function wechatGateway(
  settings: WechatPaySettings,
  { name = 'wechat', label = '微信支付' }: { name?: GatewayName; label?: string } = {},
): Gateway {
  const client = openWechatClient(settings);
  const { merchantId: mchid } = settings;
  return {
    name,
    label,
    channels: settings.appSecret ? ['native', 'h5', 'jsapi'] : ['native', 'h5'],
    start: (attempt, channel, buyer) => start(settings, client, attempt, channel, buyer),
    query: (tradeNumber) => query(client, mchid, tradeNumber),
    async close(tradeNumber) {
      await client
        .post(`v3/pay/transactions/out-trade-no/${tradeNumber}/close`, { mchid })
        .catch((error: GatewayError) => {
          if (error.fault !== 'closed' && !isNotFound(error)) throw error;
        });
    },
    refund: async ({ number, tradeNumber, amount, total, reason, notifyUrl }) =>
      toRefundAnswer(
        client.post('v3/refund/domestic/refunds', {
          out_trade_no: tradeNumber,
          out_refund_no: number,
          reason: cutBytes(reason, maxReasonBytes) || undefined,
          notify_url: notifyUrl,
          amount: { refund: amount, total, currency: 'CNY' },
        }),
      ),
    async queryRefund({ number }) {
      const response = client.get(`v3/refund/domestic/refunds/${number}`);
      const answer = await response.catch((error: GatewayError) => {
        if (isNotFound(error)) return null;
        throw error;
      });
      return answer === null ? { state: 'unknown' } : toRefundAnswer(Promise.resolve(answer));
    },
    fetchBill: (day) => fetchBill(client, settings, day),
    readNotice: async (body, headers, now) => readWechatNotice(settings, body, headers, now),
    answerNotice: (isAccepted) =>
      isAccepted
        ? { status: 204, type: 'application/json', body: '' }
        : {
            status: 400,
            type: 'application/json',
            body: JSON.stringify({ code: 'FAIL', message: '通知没有被接受' }),
          },
  };
}

async function start(
  { appId, merchantId, privateKey, ...settings }: WechatPaySettings,
  client: WechatClient,
  { tradeNumber, title, amount, expiresAt, notifyUrl, returnUrl }: Attempt,
  channel: Channel,
  buyer: Buyer,
): Promise<Started> {
  const order = {
    appid: appId,
    mchid: merchantId,
    description: cutBytes(title, maxTitleBytes),
    out_trade_no: tradeNumber,
    notify_url: notifyUrl,
    time_expire: toIso(expiresAt),
    amount: { total: amount, currency: 'CNY' },
  };
  if (channel === 'native') {
    const answer = await client.post('v3/pay/transactions/native', order);
    return { codeUrl: readAnswer(z.object({ code_url: z.string().min(1) }), answer).code_url };
  }
  if (channel === 'h5') {
    const scene_info = { payer_client_ip: buyer.address, h5_info: { type: 'Wap' } };
    const answer = await client.post('v3/pay/transactions/h5', { ...order, scene_info });
    const { h5_url } = readAnswer(z.object({ h5_url: z.url() }), answer);
    return { redirectUrl: `${h5_url}&redirect_url=${encodeURIComponent(returnUrl)}` };
  }
  if (channel !== 'jsapi') throw new GatewayError('refused', 'CHANNEL', '微信支付没有这种支付方式');
  const openid = await fetchOpenId({ appId, ...settings }, buyer.code ?? '');
  const answer = await client.post('v3/pay/transactions/jsapi', { ...order, payer: { openid } });
  const { prepay_id } = readAnswer(z.object({ prepay_id: z.string().min(1) }), answer);
  return { jsapi: signForBrowser(appId, privateKey, prepay_id) };
}

/** Returns the parameters of `WeixinJSBridge`, signed over app, time, nonce and package, each on its own line. */
function signForBrowser(appId: string, privateKey: WechatPaySettings['privateKey'], prepayId: string) {
  const signed = {
    appId,
    timeStamp: String(Formatter.timestamp()),
    nonceStr: Formatter.nonce(),
    package: `prepay_id=${prepayId}`,
  };
  const message = Formatter.joinedByLineFeed(...Object.values(signed));
  return { ...signed, signType: 'RSA', paySign: Rsa.sign(message, privateKey) };
}

async function query(client: WechatClient, mchid: string, tradeNumber: string): Promise<TradeAnswer> {
  const answer = await client
    .get(`v3/pay/transactions/out-trade-no/${tradeNumber}`, { mchid })
    .catch((error: GatewayError) => {
      if (isNotFound(error)) return null;
      throw error;
    });
  if (answer === null) return { state: 'unknown' };
  const { trade_state, transaction_id, success_time, amount } = readAnswer(trade, answer);
  // A refunded trade counts as paid.
  if (['SUCCESS', 'REFUND'].includes(trade_state) && transaction_id && success_time && amount)
    return { state: 'paid', gatewayNumber: transaction_id, amount: amount.total, paidAt: success_time };
  return { state: ['CLOSED', 'REVOKED'].includes(trade_state) ? 'closed' : 'waiting' };
}

async function toRefundAnswer(response: Promise<unknown>): Promise<RefundAnswer> {
  try {
    const { refund_id, status } = readAnswer(refund, await response);
    return refundAnswerOf(status, refund_id);
  } catch (error) {
    // Insufficient funds are temporary; every other refusal needs a person.
    if (!(error instanceof GatewayError) || error.fault !== 'refused' || error.code === 'NOT_ENOUGH')
      throw error;
    return { state: 'failed', reason: error.message };
  }
}

async function fetchBill(client: WechatClient, { api }: WechatPaySettings, day: string) {
  const billAnswer = await client.get('v3/bill/tradebill', { bill_date: day, bill_type: 'ALL' });
  const { download_url, hash_value } = readAnswer(billLocation, billAnswer);
  const url = new URL(download_url);
  // The request carries our signature, so it may go only to WeChat Pay.
  if (url.origin !== new URL(api).origin && !url.hostname.endsWith('.weixin.qq.com'))
    throw new GatewayError('forged', 'BILL_PLACE', '微信支付账单的下载地址不属于微信支付');
  const bytes = await client.download(url.pathname.slice(1), Object.fromEntries(url.searchParams));
  if (createHash('sha1').update(bytes).digest('hex') !== hash_value.toLowerCase())
    throw new GatewayError('forged', 'BILL_HASH', '微信支付账单与其摘要不符');
  return readWechatBill(bytes.toString('utf8'));
}

const isNotFound = (error: GatewayError) =>
  ['ORDER_NOT_EXIST', 'ORDERNOTEXIST', 'RESOURCE_NOT_EXISTS'].includes(error.code);

function readAnswer<T>(schema: z.ZodType<T>, answer: unknown): T {
  const read = schema.safeParse(answer);
  if (read.success) return read.data;
  throw new GatewayError('unreachable', 'ANSWER_FORMAT', '微信支付的应答无法识别');
}

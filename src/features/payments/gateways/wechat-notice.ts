import { Aes, Formatter, Rsa } from 'wechatpay-axios-plugin';
import { z } from 'zod';
import { type Notice, NoticeFault, quoteGiven } from './gateway.ts';
import type { WechatPaySettings } from './wechat-client.ts';

/** WeChat Pay's own limit; an older notice may be a replay. */
const maxSkewSeconds = 300;

const envelope = z.object({
  id: z.string(),
  event_type: z.string(),
  resource: z.object({
    algorithm: z.literal('AEAD_AES_256_GCM'),
    ciphertext: z.string(),
    nonce: z.string().length(12),
    associated_data: z.string().default(''),
  }),
});

const paid = z.object({
  mchid: z.string(),
  appid: z.string(),
  out_trade_no: z.string(),
  transaction_id: z.string().min(1),
  trade_state: z.string(),
  success_time: z.coerce.date(),
  amount: z.object({ total: z.int().positive(), currency: z.literal('CNY').default('CNY') }),
});

const refunded = z.object({
  mchid: z.string(),
  out_trade_no: z.string(),
  out_refund_no: z.string(),
  refund_id: z.string(),
  refund_status: z.string(),
});

/**
 * Verifies and parses a notice of WeChat Pay: signed over time, nonce and raw body by the key that its serial names, at
 * most 300 s older or newer than now, encrypted with our APIv3 key (the associated data may be empty), and for our
 * merchant and application. @throws NoticeFault
 */
export function readWechatNotice(
  settings: Pick<WechatPaySettings, 'merchantId' | 'appId' | 'apiKey' | 'platformKeys'>,
  body: Buffer,
  headers: Readonly<Record<string, unknown>>,
  now: Date,
): Notice {
  verify(settings, body.toString('utf8'), headers, now);
  const { id, event_type, resource } = parseAs(envelope, () => JSON.parse(body.toString('utf8')));
  const { ciphertext, nonce, associated_data } = resource;
  const decrypt = () => JSON.parse(Aes.AesGcm.decrypt(ciphertext, settings.apiKey, nonce, associated_data));
  if (event_type.startsWith('REFUND.')) return toRefundNotice(settings, id, parseAs(refunded, decrypt));
  if (event_type !== 'TRANSACTION.SUCCESS')
    throw new NoticeFault('malformed', `不认识的通知类型 ${quoteGiven(event_type)}`);
  const trade = parseAs(paid, decrypt);
  refuseOtherMerchant(settings, trade.mchid);
  if (trade.appid !== settings.appId)
    throw new NoticeFault('wrong_app', `通知属于 AppID ${quoteGiven(trade.appid)}，不是设置里的`);
  const tradeNumber = trade.out_trade_no;
  if (trade.trade_state !== 'SUCCESS') return { id, tradeNumber, kind: 'other' };
  return {
    id,
    tradeNumber,
    kind: 'payment',
    gatewayNumber: trade.transaction_id,
    amount: trade.amount.total,
    paidAt: trade.success_time,
  };
}

function refuseOtherMerchant({ merchantId }: Pick<WechatPaySettings, 'merchantId'>, given: string): void {
  if (given !== merchantId)
    throw new NoticeFault('wrong_merchant', `通知属于商户号 ${quoteGiven(given)}，不是设置里的`);
}

function toRefundNotice(
  settings: Pick<WechatPaySettings, 'merchantId'>,
  id: string,
  { mchid, out_trade_no, out_refund_no, refund_id, refund_status }: z.infer<typeof refunded>,
): Notice {
  refuseOtherMerchant(settings, mchid);
  return {
    id,
    tradeNumber: out_trade_no,
    kind: 'refund',
    refundNumber: out_refund_no,
    answer: refundAnswerOf(refund_status, refund_id),
  };
}

/** Translates WeChat Pay's state of a refund. */
export function refundAnswerOf(status: string, gatewayNumber: string) {
  if (status === 'SUCCESS') return { state: 'succeeded', gatewayNumber } as const;
  if (status === 'PROCESSING') return { state: 'processing' } as const;
  const reason = status === 'ABNORMAL' ? '退款异常：收款账户不可用，请在商户平台处理' : '退款已关闭';
  return { state: 'failed', reason: `${reason}（${status}）` } as const;
}

function verify(
  { platformKeys }: Pick<WechatPaySettings, 'platformKeys'>,
  body: string,
  headers: Readonly<Record<string, unknown>>,
  now: Date,
): void {
  const header = (name: string) => String(headers[`wechatpay-${name}`] ?? '');
  const names = ['Timestamp', 'Nonce', 'Serial', 'Signature'];
  const values = names.map((name) => header(name.toLowerCase()));
  const missing = names.filter((_, index) => !values[index]).map((name) => `Wechatpay-${name}`);
  if (missing.length > 0)
    throw new NoticeFault(
      'malformed',
      `缺少请求头 ${missing.join('、')}：反向代理可能去掉了它们，或者不是微信支付发的`,
    );
  const [timestamp, nonce, serial, signature] = values as [string, string, string, string];
  const key = Object.hasOwn(platformKeys, serial) ? platformKeys[serial] : undefined;
  if (!key)
    throw new NoticeFault(
      'forged',
      `签名用的密钥 ${quoteGiven(serial)} 不在设置里：请核对微信支付公钥 ID 或平台证书`,
    );
  if (!isSigned(Formatter.response(timestamp, nonce, body), signature, key))
    throw new NoticeFault('forged', `签名与密钥 ${quoteGiven(serial)} 不符`);
  // Checked after the signature, so that `stale` is recorded only for genuine notices and points to a wrong clock.
  const skew = Math.abs(now.getTime() / 1000 - Number(timestamp));
  if (!(skew <= maxSkewSeconds))
    throw new NoticeFault('stale', `通知的时间和本机相差 ${Math.round(skew)} 秒：请校准服务器的时间`);
}

function isSigned(message: string, signature: string, key: Parameters<typeof Rsa.verify>[2]): boolean {
  try {
    return Rsa.verify(message, signature, key);
  } catch {
    return false;
  }
}

// A text that cannot be decrypted was meant for another recipient or was altered; both count as malformed.
function parseAs<T>(schema: z.ZodType<T>, read: () => unknown): T {
  try {
    return schema.parse(read());
  } catch {
    throw new NoticeFault('malformed', '通知不能解密，或缺少字段：请核对 APIv3 密钥');
  }
}

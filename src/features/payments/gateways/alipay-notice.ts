import { z } from 'zod';
import { yuanToFen } from '#shared/money.ts';
import type { AlipayClient, AlipaySettings } from './alipay-client.ts';
import { type Notice, NoticeFault, quoteGiven } from './gateway.ts';

/** Alipay repeats an unchanged notice for 25 hours; an older one is a replay. */
const maxAgeMs = 26 * 3_600_000;

const fields = z.object({
  notify_id: z.string().min(1),
  notify_time: z.string(),
  app_id: z.string(),
  seller_id: z.string(),
  out_trade_no: z.string(),
  trade_no: z.string(),
  trade_status: z.string(),
  total_amount: z.string(),
  gmt_payment: z.string().optional(),
  /** Present only in notices of refunds. */
  gmt_refund: z.string().optional(),
  out_biz_no: z.string().optional(),
});

/** Verifies and parses a notice: a form, signed over all fields, for our app and account. @throws NoticeFault */
export function readAlipayNotice(
  client: Pick<AlipayClient, 'isSigned'>,
  { appId, sellerId }: Pick<AlipaySettings, 'appId' | 'sellerId'>,
  body: Buffer,
  now: Date,
): Notice {
  const given = [...new URLSearchParams(body.toString('utf8'))];
  const form = Object.fromEntries(given);
  // With a duplicate field the verified value and the used value could differ.
  if (given.length !== Object.keys(form).length) throw new NoticeFault('malformed', '有重复的字段');
  if (!form.sign) throw new NoticeFault('malformed', '没有签名参数 sign');
  if (!client.isSigned(form)) throw new NoticeFault('forged', explainSignature(form));
  const parsed = fields.safeParse(form);
  if (!parsed.success)
    throw new NoticeFault(
      'malformed',
      `字段 ${parsed.error.issues.map(({ path }) => path.join('.')).join('、')} 缺少或不正确`,
    );
  const { data } = parsed;
  if (data.app_id !== appId)
    throw new NoticeFault('wrong_app', `通知属于应用 ${quoteGiven(data.app_id)}，不是设置里的`);
  if (data.seller_id !== sellerId)
    throw new NoticeFault('wrong_merchant', `通知属于商户 ${quoteGiven(data.seller_id)}，不是设置里的`);
  const sentAt = shanghaiTime(data.notify_time);
  if (!sentAt || now.getTime() - sentAt.getTime() > maxAgeMs)
    throw new NoticeFault('stale', `通知是 ${quoteGiven(data.notify_time)} 发的，太旧：请核对服务器的时间`);
  return toNotice(data, sentAt);
}

/** Our requests ask for UTF-8; the signature of a notice in another charset is over other bytes. */
function explainSignature({ charset = '', sign_type = '' }: Record<string, string>): string {
  if (!/^utf-?8$/i.test(charset))
    return `字符集 charset 是 ${quoteGiven(charset)}，只能核对 UTF-8 的通知：请在支付宝里改用 UTF-8`;
  if (sign_type !== 'RSA2') return `签名方式 sign_type 是 ${quoteGiven(sign_type)}，应为 RSA2`;
  return '签名不符：请核对支付宝公钥';
}

function toNotice(data: z.infer<typeof fields>, sentAt: Date): Notice {
  const base = { id: data.notify_id, tradeNumber: data.out_trade_no };
  if (data.gmt_refund && data.out_biz_no)
    return {
      ...base,
      kind: 'refund',
      refundNumber: data.out_biz_no,
      answer: { state: 'succeeded', gatewayNumber: data.trade_no },
    };
  if (!['TRADE_SUCCESS', 'TRADE_FINISHED'].includes(data.trade_status)) return { ...base, kind: 'other' };
  const amount = yuanToFen(data.total_amount);
  if (!amount || data.total_amount.startsWith('-'))
    throw new NoticeFault('malformed', `金额 ${quoteGiven(data.total_amount)} 不正确`);
  const paidAt = shanghaiTime(data.gmt_payment ?? '') ?? sentAt;
  return { ...base, kind: 'payment', gatewayNumber: data.trade_no, amount, paidAt };
}

/** Parses `2026-11-20 07:30:00` as Beijing time, the format of all times from Alipay. */
export function shanghaiTime(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d+)?$/.test(text)) return null;
  const time = new Date(`${text.replace(' ', 'T')}+08:00`);
  return Number.isNaN(time.getTime()) ? null : time;
}

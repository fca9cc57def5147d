import { z } from 'zod';
import { yuanToFen } from '#shared/money.ts';
import type { AlipayClient, AlipaySettings } from './alipay-client.ts';
import { type Notice, NoticeFault } from './gateway.ts';

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
  if (given.length !== Object.keys(form).length || !form.sign) throw new NoticeFault('malformed');
  if (!client.isSigned(form)) throw new NoticeFault('forged');
  const parsed = fields.safeParse(form);
  if (!parsed.success) throw new NoticeFault('malformed');
  const { data } = parsed;
  if (data.app_id !== appId) throw new NoticeFault('wrong_app');
  if (data.seller_id !== sellerId) throw new NoticeFault('wrong_merchant');
  const sentAt = shanghaiTime(data.notify_time);
  if (!sentAt || now.getTime() - sentAt.getTime() > maxAgeMs) throw new NoticeFault('stale');
  return toNotice(data, sentAt);
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
  if (!amount || data.total_amount.startsWith('-')) throw new NoticeFault('malformed');
  const paidAt = shanghaiTime(data.gmt_payment ?? '') ?? sentAt;
  return { ...base, kind: 'payment', gatewayNumber: data.trade_no, amount, paidAt };
}

/** Parses `2026-11-20 07:30:00` as Beijing time, the format of all times from Alipay. */
export function shanghaiTime(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d+)?$/.test(text)) return null;
  const time = new Date(`${text.replace(' ', 'T')}+08:00`);
  return Number.isNaN(time.getTime()) ? null : time;
}

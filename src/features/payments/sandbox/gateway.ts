import { createHash, randomBytes } from 'node:crypto';
import { renderBill } from './bill.ts';
import { errorResponse, type Fields, type GatewayResponse, newGatewayNumber, tradeFields } from './fields.ts';
import type { PayControl } from './notice-queue.ts';
import { type NoticeParts, payNotices } from './notices.ts';
import { payRefunds } from './refunds.ts';
import type { PayParties } from './signing.ts';
import type { Trade } from './trade-store.ts';

export type PayGateway = ReturnType<typeof payGateway>;

type Parts = NoticeParts & {
  control: PayControl;
  origin: () => string;
};

/**
 * Handles a trade as WeChat Pay's documentation describes. The caller has already verified that the request is the
 * merchant's.
 */
export function payGateway(parts: Parts) {
  const { parties, store, control, origin, now } = parts;
  const { merchantId } = parties;
  const notices = payNotices(parts);

  function start(type: Trade['type'], order: Fields): GatewayResponse {
    if (control.failStarts > 0) {
      control.failStarts -= 1;
      return errorResponse(500, 'SYSTEM_ERROR', '系统异常，请稍后重试');
    }
    const fault = orderFault(parties, type, order, now());
    if (fault) return errorResponse(400, 'PARAM_ERROR', fault);
    const number = String(order.out_trade_no);
    const known = store.trade(number);
    const amount = (order.amount as Fields).total as number;
    if (known?.state === 'SUCCESS') return errorResponse(400, 'ORDERPAID', '该订单已支付');
    if (known?.state === 'CLOSED') return errorResponse(400, 'ORDER_CLOSED', '订单已关闭');
    if (known && (known.amount !== amount || known.title !== order.description || known.type !== type))
      return errorResponse(403, 'OUT_TRADE_NO_USED', '商户订单号重复');
    const trade =
      known ??
      store.saveTrade({
        number,
        gatewayNumber: newGatewayNumber('42'),
        prepayId: `wx${randomBytes(16).toString('hex')}`,
        type,
        title: String(order.description),
        amount,
        notifyUrl: String(order.notify_url),
        expiresAt: Date.parse(String(order.time_expire)),
        state: 'NOTPAY',
        paidAt: null,
        refunded: 0,
        openId: type === 'JSAPI' ? String((order.payer as Fields).openid) : 'oSandboxPayer000000000000000',
        isTold: false,
      });
    const page = `${origin()}/pay?id=${trade.prepayId}`;
    if (type === 'NATIVE') return { status: 200, body: { code_url: page } };
    return { status: 200, body: type === 'H5' ? { h5_url: page } : { prepay_id: trade.prepayId } };
  }

  /**
   * Pays a trade, as when the payer presses 支付.
   * @returns the reason it cannot be paid, or null
   */
  function pay(trade: Trade): string | null {
    if (trade.state === 'SUCCESS') return '这笔订单已经支付过了';
    if (trade.state === 'CLOSED') return '这笔订单已经关闭';
    if (trade.expiresAt <= now()) return '这笔订单已经过期';
    const paid = store.saveTrade({ ...trade, state: 'SUCCESS', paidAt: now() });
    notices.notifyPayment(paid);
    return null;
  }

  function query(number: string, mchid: string): GatewayResponse {
    const trade = store.trade(number);
    if (mchid !== merchantId) return errorResponse(400, 'PARAM_ERROR', 'mchid 错误');
    return trade
      ? { status: 200, body: tradeFields(parties, trade) }
      : errorResponse(404, 'ORDER_NOT_EXIST', '订单不存在');
  }

  function close(number: string, { mchid }: Fields): GatewayResponse {
    const trade = store.trade(number);
    if (mchid !== merchantId) return errorResponse(400, 'PARAM_ERROR', 'mchid 错误');
    if (!trade) return errorResponse(404, 'ORDER_NOT_EXIST', '订单不存在');
    if (trade.state === 'SUCCESS') return errorResponse(400, 'ORDERPAID', '该订单已支付');
    if (trade.state === 'NOTPAY') store.saveTrade({ ...trade, state: 'CLOSED' });
    return { status: 204, body: null };
  }

  function billLocation(day: string): GatewayResponse {
    const text = renderBill(store, parties, day);
    if (!text) return errorResponse(400, 'NO_STATEMENT_EXIST', '账单文件不存在');
    return {
      status: 200,
      body: {
        hash_type: 'SHA1',
        hash_value: createHash('sha1').update(text).digest('hex'),
        download_url: `${origin()}/v3/billdownload/file?token=${day}`,
      },
    };
  }

  return {
    start,
    pay,
    query,
    close,
    ...payRefunds({ ...parts, notices }),
    billLocation,
    bill: (day: string) => renderBill(store, parties, day) ?? '',
    notifyPending: notices.notifyPending,
    noticeOf: notices.noticeOf,
  };
}

function orderFault(
  { appId, merchantId }: PayParties,
  type: Trade['type'],
  order: Fields,
  now: number,
): string | null {
  if (order.appid !== appId || order.mchid !== merchantId) return 'appid 与 mchid 不匹配';
  if (!/^[\w|*-]{6,32}$/.test(String(order.out_trade_no ?? ''))) return 'out_trade_no 格式错误';
  const description = order.description;
  if (typeof description !== 'string' || !description || Buffer.byteLength(description) > 127)
    return 'description 格式错误';
  const { total, currency } = (order.amount ?? {}) as Fields;
  if (!Number.isInteger(total) || (total as number) < 1 || currency !== 'CNY') return 'amount 格式错误';
  if (!/^https?:\/\/[^?]+$/.test(String(order.notify_url ?? ''))) return 'notify_url 格式错误';
  if (!(Date.parse(String(order.time_expire ?? '')) > now)) return 'time_expire 已过';
  if (type === 'H5' && !(order.scene_info as Fields | undefined)?.payer_client_ip)
    return '缺少 payer_client_ip';
  if (type === 'JSAPI' && !(order.payer as Fields | undefined)?.openid) return '缺少 openid';
  return null;
}

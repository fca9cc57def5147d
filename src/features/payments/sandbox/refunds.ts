import {
  errorResponse,
  type Fields,
  type GatewayResponse,
  newGatewayNumber,
  refundFields,
} from './fields.ts';
import type { PayControl } from './notice-queue.ts';
import type { Notices } from './notices.ts';
import type { RefundEntry, TradeStore } from './trade-store.ts';

type Parts = { store: TradeStore; control: PayControl; notices: Notices; now: () => number };

export function payRefunds({ store, control, notices, now }: Parts) {
  function refund(order: Fields): GatewayResponse {
    const number = String(order.out_refund_no ?? '');
    const { refund: amount, total, currency } = (order.amount ?? {}) as Fields;
    const trade = store.trade(String(order.out_trade_no ?? ''));
    if (!/^[\w|*@-]{1,64}$/.test(number)) return errorResponse(400, 'PARAM_ERROR', 'out_refund_no 格式错误');
    if (trade?.state !== 'SUCCESS') return errorResponse(404, 'RESOURCE_NOT_EXISTS', '订单不存在');
    if (total !== trade.amount || currency !== 'CNY')
      return errorResponse(400, 'PARAM_ERROR', '订单金额不一致');
    const known = store.refund(number);
    // The merchant's refund number is an idempotency key: repeating it returns the existing refund.
    if (known)
      return known.amount === amount && known.tradeNumber === trade.number
        ? { status: 200, body: refundFields(store, known) }
        : errorResponse(400, 'PARAM_ERROR', '退款单号已用于另一笔退款');
    if (!Number.isInteger(amount) || (amount as number) < 1)
      return errorResponse(400, 'PARAM_ERROR', '退款金额错误');
    if (trade.refunded + (amount as number) > trade.amount)
      return errorResponse(400, 'PARAM_ERROR', '退款金额大于可退金额');
    store.saveTrade({ ...trade, refunded: trade.refunded + (amount as number) });
    const entry = store.saveRefund({
      number,
      tradeNumber: trade.number,
      gatewayNumber: newGatewayNumber('50'),
      amount: amount as number,
      notifyUrl: String(order.notify_url ?? ''),
      state: 'PROCESSING',
      at: now(),
      isTold: false,
    });
    if (!control.holdRefunds) finishRefund(entry);
    return { status: 200, body: refundFields(store, entry) };
  }

  function finishRefund(refund: RefundEntry): void {
    const done = store.saveRefund({ ...refund, state: 'SUCCESS' });
    if (done.notifyUrl) notices.notifyRefund(done);
  }

  function queryRefund(number: string): GatewayResponse {
    const refund = store.refund(number);
    if (!refund) return errorResponse(404, 'RESOURCE_NOT_EXISTS', '退款单不存在');
    if (refund.state === 'PROCESSING' && !control.holdRefunds) finishRefund(refund);
    return { status: 200, body: refundFields(store, store.refund(number) ?? refund) };
  }

  return { refund, queryRefund };
}

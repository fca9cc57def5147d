import type { PayBook, RefundEntry } from './book.ts';
import type { PayControl } from './courier.ts';
import { type Answer, type Fields, gatewayNumber, refundFields, refuse } from './fields.ts';
import type { Notices } from './notices.ts';

type Parts = { book: PayBook; control: PayControl; notices: Notices; now: () => number };

export function payRefunds({ book, control, notices, now }: Parts) {
  function refund(order: Fields): Answer {
    const number = String(order.out_refund_no ?? '');
    const { refund: amount, total, currency } = (order.amount ?? {}) as Fields;
    const trade = book.trade(String(order.out_trade_no ?? ''));
    if (!/^[\w|*@-]{1,64}$/.test(number)) return refuse(400, 'PARAM_ERROR', 'out_refund_no 格式错误');
    if (trade?.state !== 'SUCCESS') return refuse(404, 'RESOURCE_NOT_EXISTS', '订单不存在');
    if (total !== trade.amount || currency !== 'CNY') return refuse(400, 'PARAM_ERROR', '订单金额不一致');
    const known = book.refund(number);
    // The merchant's number is good once: whoever asks again is told what became of it.
    if (known)
      return known.amount === amount && known.tradeNumber === trade.number
        ? { status: 200, body: refundFields(book, known) }
        : refuse(400, 'PARAM_ERROR', '退款单号已用于另一笔退款');
    if (!Number.isInteger(amount) || (amount as number) < 1)
      return refuse(400, 'PARAM_ERROR', '退款金额错误');
    if (trade.refunded + (amount as number) > trade.amount)
      return refuse(400, 'PARAM_ERROR', '退款金额大于可退金额');
    book.keepTrade({ ...trade, refunded: trade.refunded + (amount as number) });
    const made = book.keepRefund({
      number,
      tradeNumber: trade.number,
      gatewayNumber: gatewayNumber('50'),
      amount: amount as number,
      notifyUrl: String(order.notify_url ?? ''),
      state: 'PROCESSING',
      at: now(),
      isTold: false,
    });
    if (!control.holdRefunds) finishRefund(made);
    return { status: 200, body: refundFields(book, made) };
  }

  function finishRefund(refund: RefundEntry): void {
    const done = book.keepRefund({ ...refund, state: 'SUCCESS' });
    if (done.notifyUrl) notices.tellRefund(done);
  }

  function queryRefund(number: string): Answer {
    const refund = book.refund(number);
    if (!refund) return refuse(404, 'RESOURCE_NOT_EXISTS', '退款单不存在');
    if (refund.state === 'PROCESSING' && !control.holdRefunds) finishRefund(refund);
    return { status: 200, body: refundFields(book, book.refund(number) ?? refund) };
  }

  return { refund, queryRefund };
}

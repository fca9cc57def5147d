import { fenToYuan, yuanToFen } from '#shared/money.ts';
import { billRows } from './alipay-bill.ts';
import { toBeijingTime } from './alipay-parties.ts';
import type { Fields, Trade } from './alipay-trade.ts';

type Parts = {
  trades: Map<string, Trade>;
  origin: () => string;
  onRefund(trade: Trade, fields: Fields): void;
};

/** The methods of Alipay's open API by name, as its documentation describes them. */
export const alipayMethods = ({
  trades,
  origin,
  onRefund,
}: Parts): Record<string, (biz: Fields) => object> => ({
  'alipay.trade.query'({ out_trade_no = '' }) {
    const trade = trades.get(out_trade_no);
    if (!trade) return tradeNotFound;
    return successResponse({
      out_trade_no,
      trade_no: trade.tradeNo,
      trade_status: trade.state,
      total_amount: fenToYuan(trade.amount),
      ...(trade.paidAt ? { send_pay_date: toBeijingTime(trade.paidAt) } : {}),
    });
  },
  'alipay.trade.close'({ out_trade_no = '' }) {
    const trade = trades.get(out_trade_no);
    if (!trade) return tradeNotFound;
    if (trade.state !== 'WAIT_BUYER_PAY') return errorResponse('ACQ.TRADE_STATUS_ERROR', '交易状态不合法');
    trade.state = 'TRADE_CLOSED';
    return successResponse({ out_trade_no, trade_no: trade.tradeNo });
  },
  'alipay.trade.refund'({ out_trade_no = '', out_request_no = '', refund_amount = '' }) {
    const trade = trades.get(out_trade_no);
    const amount = yuanToFen(refund_amount) ?? 0;
    if (!trade) return tradeNotFound;
    const known = trade.refunds.find(({ number }) => number === out_request_no);
    if (known && known.amount !== amount)
      return errorResponse('ACQ.REASON_TRADE_REFUND_FEE_ERR', '退款金额不一致');
    if (!known) {
      if (trade.state !== 'TRADE_SUCCESS') return errorResponse('ACQ.TRADE_STATUS_ERROR', '交易状态不合法');
      if (refundedAmount(trade) + amount > trade.amount)
        return errorResponse('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL', '退款金额超限');
      trade.refunds.push({ number: out_request_no, amount, at: Date.now() });
      if (refundedAmount(trade) === trade.amount) trade.state = 'TRADE_CLOSED';
      const refund = { out_biz_no: out_request_no, refund_fee: refund_amount };
      onRefund(trade, { ...refund, gmt_refund: toBeijingTime(Date.now()) });
    }
    return successResponse({
      out_trade_no,
      trade_no: trade.tradeNo,
      fund_change: known ? 'N' : 'Y',
      refund_fee: fenToYuan(refundedAmount(trade)),
    });
  },
  'alipay.trade.fastpay.refund.query'({ out_trade_no = '', out_request_no = '' }) {
    const trade = trades.get(out_trade_no);
    const refund = trade?.refunds.find(({ number }) => number === out_request_no);
    if (!trade) return tradeNotFound;
    if (!refund) return successResponse({});
    return successResponse({
      trade_no: trade.tradeNo,
      out_request_no,
      refund_amount: fenToYuan(refund.amount),
      refund_status: 'REFUND_SUCCESS',
    });
  },
  'alipay.data.dataservice.bill.downloadurl.query'({ bill_date = '' }) {
    if (billRows(trades.values(), bill_date).length === 0)
      return errorResponse('isp.bill_not_exist', '账单不存在');
    return successResponse({ bill_download_url: `${origin()}/bill?day=${bill_date}` });
  },
});

export const errorResponse = (sub_code: string, sub_msg: string) => ({
  code: '40004',
  msg: 'Business Failed',
  sub_code,
  sub_msg,
});
const successResponse = (fields: object) => ({ code: '10000', msg: 'Success', ...fields });
const tradeNotFound = errorResponse('ACQ.TRADE_NOT_EXIST', '交易不存在');

const refundedAmount = ({ refunds }: Trade) => refunds.reduce((sum, { amount }) => sum + amount, 0);

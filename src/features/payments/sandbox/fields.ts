import { randomBytes } from 'node:crypto';
import { toIso } from '#shared/dates.ts';
import type { PayParties } from './signing.ts';
import type { RefundEntry, Trade, TradeStore } from './trade-store.ts';

export type Fields = Record<string, unknown>;
export type GatewayResponse = { status: number; body: unknown };

export const errorResponse = (status: number, code: string, message: string): GatewayResponse => ({
  status,
  body: { code, message },
});

export const newGatewayNumber = (prefix: string): string =>
  prefix +
  BigInt(`0x${randomBytes(11).toString('hex')}`)
    .toString()
    .padStart(27, '0')
    .slice(0, 26);

/** Returns the fields of a trade, as in answers and notices. */
export function tradeFields({ appId, merchantId }: PayParties, trade: Trade): Fields {
  return {
    appid: appId,
    mchid: merchantId,
    out_trade_no: trade.number,
    ...(trade.state === 'SUCCESS'
      ? {
          transaction_id: trade.gatewayNumber,
          trade_type: trade.type === 'H5' ? 'MWEB' : trade.type,
          bank_type: 'OTHERS',
          success_time: toIso(new Date(trade.paidAt ?? 0)),
          payer: { openid: trade.openId },
        }
      : {}),
    trade_state: trade.state === 'SUCCESS' && trade.refunded > 0 ? 'REFUND' : trade.state,
    trade_state_desc: trade.state,
    attach: '',
    amount: {
      total: trade.amount,
      currency: 'CNY',
      ...(trade.state === 'SUCCESS' ? { payer_total: trade.amount, payer_currency: 'CNY' } : {}),
    },
  };
}

export const refundFields = (store: TradeStore, refund: RefundEntry): Fields => ({
  refund_id: refund.gatewayNumber,
  out_refund_no: refund.number,
  transaction_id: store.trade(refund.tradeNumber)?.gatewayNumber,
  out_trade_no: refund.tradeNumber,
  channel: 'ORIGINAL',
  status: refund.state,
  create_time: toIso(new Date(refund.at)),
  amount: { refund: refund.amount, total: store.trade(refund.tradeNumber)?.amount, currency: 'CNY' },
});

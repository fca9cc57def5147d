import { randomBytes } from 'node:crypto';
import { toIso } from '#shared/dates.ts';
import type { PayBook, RefundEntry, Trade } from './book.ts';
import type { PayParties } from './signing.ts';

/** JSON as the gateway reads and writes it. */
export type Fields = Record<string, unknown>;
export type Answer = { status: number; body: unknown };

export const refuse = (status: number, code: string, message: string): Answer => ({
  status,
  body: { code, message },
});

export const gatewayNumber = (prefix: string): string =>
  prefix +
  BigInt(`0x${randomBytes(11).toString('hex')}`)
    .toString()
    .padStart(27, '0')
    .slice(0, 26);

/** An order as answers and notices describe it. */
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

/** A refund as answers describe it. */
export const refundFields = (book: PayBook, refund: RefundEntry): Fields => ({
  refund_id: refund.gatewayNumber,
  out_refund_no: refund.number,
  transaction_id: book.trade(refund.tradeNumber)?.gatewayNumber,
  out_trade_no: refund.tradeNumber,
  channel: 'ORIGINAL',
  status: refund.state,
  create_time: toIso(new Date(refund.at)),
  amount: { refund: refund.amount, total: book.trade(refund.tradeNumber)?.amount, currency: 'CNY' },
});

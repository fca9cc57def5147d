import { dayOf, toIso } from '#shared/dates.ts';
import { fenToYuan } from '#shared/money.ts';
import type { TradeStore } from './trade-store.ts';

const columns =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注';
const sums = '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额';

/** Returns the bill of all trades of a day in Shanghai time, in WeChat Pay's format; null for a day without trades. */
export function renderBill(
  store: TradeStore,
  { appId, merchantId }: { appId: string; merchantId: string },
  day: string,
): string | null {
  const paid = store.trades().filter(({ paidAt }) => paidAt !== null && dayOf(new Date(paidAt)) === day);
  const refunds = store.refunds().filter(({ at }) => dayOf(new Date(at)) === day);
  if (paid.length + refunds.length === 0) return null;
  const row = (at: number, trade: ReturnType<TradeStore['trades']>[number], values: string[]) =>
    [
      ...[time(at), appId, merchantId, '0', ''],
      ...[trade.gatewayNumber, trade.number, trade.openId, trade.type],
      ...values,
    ]
      .map((value) => `\`${value}`)
      .join(',');
  const title = (text: string) => text.replaceAll(',', '，');
  const lines = paid.map((trade) => {
    const yuan = fenToYuan(trade.amount);
    return row(trade.paidAt ?? 0, trade, [
      ...['SUCCESS', 'OTHERS', 'CNY', yuan, '0.00', '0', '0', '0.00', '0.00', '', ''],
      ...[title(trade.title), '', '0.00000', '0.60%', yuan, '0.00', ''],
    ]);
  });
  for (const refund of refunds) {
    const trade = store.trade(refund.tradeNumber);
    if (!trade) continue;
    const yuan = fenToYuan(refund.amount);
    lines.push(
      row(refund.at, trade, [
        ...['REFUND', 'OTHERS', 'CNY', '0.00', '0.00', refund.gatewayNumber, refund.number],
        ...[yuan, '0.00', 'ORIGINAL', refund.state === 'SUCCESS' ? 'SUCCESS' : 'PROCESSING'],
        ...[title(trade.title), '', '0.00000', '0.60%', '0.00', yuan, ''],
      ]),
    );
  }
  const sum = (list: { amount: number }[]) =>
    fenToYuan(list.reduce((total, { amount }) => total + amount, 0));
  const totals = [lines.length, sum(paid), sum(refunds), '0.00', '0.00', sum(paid), sum(refunds)];
  return `\uFEFF${[columns, ...lines, sums, totals.map((value) => `\`${value}`).join(',')].join('\r\n')}\r\n`;
}

const time = (at: number): string => toIso(new Date(at)).slice(0, 19).replace('T', ' ');

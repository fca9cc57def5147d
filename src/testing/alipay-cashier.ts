import { fenToYuan, formatFen } from '#shared/money.ts';
import type { Fields, Trade } from './alipay-trade.ts';

/** Renders the cashier's page: payee, amount, and the two buttons of the payer. */
export const renderCashier = ({ number, subject, amount, state, quitUrl }: Trade): string =>
  state === 'WAIT_BUYER_PAY'
    ? renderDocument(`<p>${escapeHtml(subject)}</p><p>${formatFen(amount)}</p>
<form method="post" action="/cashier"><input type="hidden" name="number" value="${escapeHtml(number)}">
<button name="act" value="pay">确认付款</button>${quitUrl ? '<button name="act" value="quit">取消付款</button>' : ''}</form>`)
    : renderClosedTrade();

export const renderClosedTrade = (): string => renderDocument('<p>交易已结束，或不能支付</p>');

/** Returns the address that leads back to the merchant. Its payment parameters are signed, but still prove nothing. */
export function returnUrlFor(
  { number, tradeNo, amount, returnUrl }: Trade,
  own: Fields,
  sign: (fields: Fields) => string,
): string {
  const fields: Fields = {
    ...own,
    auth_app_id: own.app_id ?? '',
    charset: 'utf-8',
    method: 'alipay.trade.page.pay.return',
    out_trade_no: number,
    total_amount: fenToYuan(amount),
    trade_no: tradeNo,
    version: '1.0',
  };
  const back = new URL(returnUrl);
  for (const [name, value] of Object.entries({ ...fields, sign_type: 'RSA2', sign: sign(fields) }))
    back.searchParams.set(name, value);
  return back.href;
}

const renderDocument = (
  body: string,
): string => `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>支付宝收银台</title></head><body>${body}</body></html>`;

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

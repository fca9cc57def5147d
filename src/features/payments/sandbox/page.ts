import { formatFen } from '#shared/money.ts';
import type { Trade } from './trade-store.ts';

type PageOptions = {
  /** Where the payer came from. The page links only to http and https addresses. */
  back: string;
};

/** Returns the page that the payer sees after scanning: the merchant, the amount, and the buttons to pay or fail. */
export function renderPayPage(trade: Trade, { back, now }: PageOptions & { now: number }): string {
  if (trade.state === 'SUCCESS') return renderError('这笔订单已经支付过了', back);
  if (trade.state === 'CLOSED') return renderError('这笔订单已经关闭', back);
  if (trade.expiresAt <= now) return renderError('这笔订单已经过期', back);
  const minutes = Math.ceil((trade.expiresAt - now) / 60_000);
  return document(
    '确认支付',
    `<p class="to">付款给 <b>演示商户</b></p>
<p class="amount">${formatFen(trade.amount)}</p>
<dl><div><dt>商品</dt><dd><span>${escapeHtml(trade.title)}</span></dd></div>
<div><dt>单号</dt><dd class="number"><span>${escapeHtml(trade.number)}</span></dd></div>
<div><dt>有效期</dt><dd><span>还有 ${minutes} 分钟</span></dd></div></dl>
<form method="post" action="/pay"><input type="hidden" name="id" value="${trade.prepayId}">
<input type="hidden" name="back" value="${escapeHtml(back)}">
<button name="act" value="pay">支付 ${formatFen(trade.amount)}</button>
<button name="act" value="fail" class="quiet">模拟支付失败</button></form>`,
  );
}

export function renderResult(trade: Trade, { isPaid, back }: PageOptions & { isPaid: boolean }): string {
  const sign = isPaid
    ? '<p class="sign" aria-hidden="true">✓</p>'
    : '<p class="sign failed" aria-hidden="true">✕</p>';
  const query = new URLSearchParams({ id: trade.prepayId, ...(back ? { redirect_url: back } : {}) });
  const again = `<a class="button first" href="/pay?${escapeHtml(query.toString())}">重新支付</a>`;
  const words = isPaid
    ? '请回到原来的页面，它会自动显示结果。'
    : '没有扣款。可以重新支付，或回到原来的页面取消订单。';
  return document(
    isPaid ? '支付成功' : '支付失败',
    `${sign}<p class="amount">${formatFen(trade.amount)}</p><p class="words">${words}</p>${isPaid ? '' : again}${returnLink(back)}`,
  );
}

export const renderError = (message: string, back = ''): string =>
  document(
    '无法支付',
    `<p class="sign failed" aria-hidden="true">!</p><p class="words">${escapeHtml(message)}</p>${returnLink(back)}`,
  );

const returnLink = (back: string): string =>
  /^https?:\/\//.test(back) ? `<a class="button" href="${escapeHtml(back)}">返回商家</a>` : '';

function document(title: string, body: string): string {
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark"><title>${title} · 支付沙箱</title><style>
:root{--ink:#1d1b18;--soft:#6a645b;--paper:#f4f1ea;--card:#fff;--line:#e6e0d5;--go:#17694a;--on:#fff;--bad:#b3261e}
@media(prefers-color-scheme:dark){:root{--ink:#ece7de;--soft:#a79f92;--paper:#161513;--card:#211f1c;--line:#3a3631;--go:#5fbf95;--on:#0d1a14;--bad:#f2958c}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;grid-template-rows:auto 1fr auto;
font:16px/1.75 system-ui,"PingFang SC","Microsoft YaHei",sans-serif;color:var(--ink);background:var(--paper)}
header{padding:14px 20px;text-align:center;border-bottom:1px solid var(--line)}
h1{margin:0;font:600 17px/1.5 "Songti SC","Noto Serif CJK SC",serif}
main{width:100%;max-width:420px;margin:0 auto;padding:28px 20px;align-self:start}
section{padding:28px 20px 20px;background:var(--card);border:1px solid var(--line);border-radius:12px;text-align:center}
p{margin:0}.to{color:var(--soft)}.to b{color:var(--ink);font-weight:600}
.amount{margin:4px 0 20px;font-size:40px;line-height:1.3;font-weight:600;font-variant-numeric:tabular-nums}
dl{margin:0 0 24px;border-top:1px solid var(--line);text-align:left;font-size:15px}
dl div{display:flex;gap:16px;padding:10px 0;border-bottom:1px solid var(--line)}
dt{flex:0 0 4em;color:var(--soft)}dd{margin:0;flex:1;min-width:0;display:flex;justify-content:flex-end;overflow-wrap:anywhere}
dd span{min-width:0}.number{font-variant-numeric:tabular-nums;font-size:12px;line-height:26px}
form{display:grid;gap:12px}
button,.button{display:block;width:100%;min-height:48px;padding:10px 16px;border:0;border-radius:8px;font:inherit;font-weight:600;
color:var(--on);background:var(--go);text-decoration:none;cursor:pointer}
button.quiet,.button{color:var(--ink);background:none;border:1px solid var(--line);font-weight:400}
button:focus-visible,.button:focus-visible{outline:3px solid #2f6fed;outline-offset:2px}
a.first{margin-bottom:12px;color:var(--on);background:var(--go);border:0;font-weight:600}
.sign{width:64px;height:64px;margin:0 auto 12px;border-radius:50%;font-size:32px;line-height:64px;color:var(--on);background:var(--go)}
.sign.failed{background:var(--bad)}.words{margin:0 0 20px;color:var(--soft)}
footer{padding:16px 20px 24px;text-align:center;font-size:13px;color:var(--soft)}
</style></head><body><header><h1>${title}</h1></header><main><section>${body}</section></main>
<footer>支付沙箱：仅供演示，不会真的扣款</footer></body></html>`;
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

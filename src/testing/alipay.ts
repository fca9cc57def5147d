import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dayOf } from '#shared/dates.ts';
import { fenToYuan, yuanToFen } from '#shared/money.ts';
import { billFile, billRows } from './alipay-bill.ts';
import { renderCashier, renderClosedTrade, returnUrlFor } from './alipay-cashier.ts';
import { alipayMethods, errorResponse } from './alipay-methods.ts';
import { appId, createParties, sellerId, toBeijingTime } from './alipay-parties.ts';
import type { Fields, Trade } from './alipay-trade.ts';
import type { Portal } from './portal.ts';

export type AlipayStandIn = {
  origin: string;
  settings: Fields;
  secrets: string[];
  trades: Map<string, Trade>;
  /** `forgeAnswers`: another party signs the answers from now on. `loseNotices`: no notices are sent. */
  faults: { forgeAnswers: boolean; loseNotices: boolean };
  /** Opens the payment page as the buyer's browser would. @returns the status */
  openPayPage(address: string): Promise<number>;
  /** Pays as the payer would; the notice is sent. */
  pay(number: string): Promise<void>;
  noticeOf(number: string, changes?: Fields): string;
  /** Signs fields as Alipay does. */
  sign(fields: Fields): string;
  sendNoticesTo(portal: Portal | null): void;
  close(): Promise<void>;
};

/**
 * Starts a stand-in for Alipay. It verifies the merchant's signature on every request by the published rules, with
 * generated keys. On a port it is complete: a cashier's page for the payer, and notices over HTTP, also of refunds.
 */
export async function startAlipay({ port = 0 }: { port?: number } = {}): Promise<AlipayStandIn> {
  const parties = createParties();
  const { sign, signText, isMerchants } = parties;
  const trades = new Map<string, Trade>();
  const faults = { forgeAnswers: false, loseNotices: false };
  let portal: Portal | null = null;
  let origin = '';
  const methods = alipayMethods({
    trades,
    origin: () => origin,
    onRefund: (trade, fields) => port && void notifyPortal(trade, fields),
  });

  function noticeOf(number: string, changes: Fields = {}): string {
    const trade = trades.get(number);
    if (!trade) throw new Error(`no trade ${number}`);
    const fields: Fields = {
      notify_time: toBeijingTime(Date.now()),
      notify_type: 'trade_status_sync',
      notify_id: randomBytes(17).toString('hex'),
      charset: 'utf-8',
      version: '1.0',
      app_id: appId,
      seller_id: sellerId,
      out_trade_no: trade.number,
      trade_no: trade.tradeNo,
      trade_status: trade.state,
      total_amount: fenToYuan(trade.amount),
      subject: trade.subject,
      gmt_payment: toBeijingTime(trade.paidAt ?? Date.now()),
      ...changes,
    };
    return new URLSearchParams({ ...fields, sign_type: 'RSA2', sign: sign(fields) }).toString();
  }

  async function notifyPortal({ number, notifyUrl, answers }: Trade, changes: Fields = {}): Promise<void> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
    const payload = noticeOf(number, changes);
    if (faults.loseNotices) return;
    if (port) answers.push(await (await fetch(notifyUrl, { method: 'POST', headers, body: payload })).text());
    else await portal?.server.inject({ method: 'POST', url: new URL(notifyUrl).pathname, headers, payload });
  }

  async function pay(number: string): Promise<void> {
    const trade = trades.get(number);
    if (trade?.state !== 'WAIT_BUYER_PAY') throw new Error('this trade is not open for payment');
    Object.assign(trade, { state: 'TRADE_SUCCESS', paidAt: Math.floor(Date.now() / 1000) * 1000 });
    await notifyPortal(trade);
  }

  /** Handles a button of the cashier's page. @returns where the payer is redirected */
  async function pressButton({ number = '', act = '' }: Fields): Promise<string | null> {
    const trade = trades.get(number);
    if (act !== 'pay') return trade?.quitUrl || null;
    if (trade?.state !== 'WAIT_BUYER_PAY') return null;
    await pay(number);
    const own = { app_id: appId, seller_id: sellerId, timestamp: toBeijingTime(Date.now()) };
    return returnUrlFor(trade, own, sign);
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://alipay.invalid');
    const body = await readBody(request);
    if (url.pathname === '/bill') {
      const day = url.searchParams.get('day') ?? '';
      return void response.end(await billFile(billRows(trades.values(), day), sellerId, day));
    }
    const fields = Object.fromEntries([...url.searchParams, ...new URLSearchParams(body)]);
    if (request.method === 'GET' && url.pathname !== '/gateway.do') return void response.writeHead(204).end();
    const html = { 'content-type': 'text/html; charset=utf-8' };
    if (request.method === 'GET') {
      const trade = isMerchants(fields) ? openTrade(trades, fields) : undefined;
      return void response
        .writeHead(trade ? 200 : 400, html)
        .end(trade ? renderCashier(trade) : renderClosedTrade());
    }
    if (url.pathname === '/cashier') {
      const location = await pressButton(fields);
      return void (location
        ? response.writeHead(302, { location }).end()
        : response.writeHead(409, html).end(renderClosedTrade()));
    }
    const method = fields.method ?? '';
    const answer = isMerchants(fields)
      ? (methods[method]?.(JSON.parse(fields.biz_content ?? '{}')) ?? errorResponse('isv.invalid-method', ''))
      : { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-signature', sub_msg: '验签出错' };
    const text = JSON.stringify(answer);
    const signature = signText(text, faults.forgeAnswers);
    response.writeHead(200, { 'content-type': 'application/json;charset=utf-8' });
    response.end(`{"${method.replaceAll('.', '_')}_response":${text},"sign":"${signature}"}`);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    trades,
    faults,
    sign,
    noticeOf,
    settings: { ...parties.settings, ALIPAY_API: origin },
    secrets: parties.secrets,
    openPayPage: async (address) => (await fetch(address)).status,
    pay,
    sendNoticesTo(next) {
      portal = next;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/**
 * Handles a buyer's browser that arrives with the signed order in its URL. @returns the trade; undefined if the order
 * is refused
 */
function openTrade(trades: Map<string, Trade>, fields: Fields): Trade | undefined {
  const isPayMethod = ['alipay.trade.page.pay', 'alipay.trade.wap.pay'].includes(fields.method ?? '');
  if (!isPayMethod) return undefined;
  const biz = JSON.parse(fields.biz_content ?? '{}') as Fields;
  const { out_trade_no = '', total_amount = '', subject = '', time_expire = '', quit_url = '' } = biz;
  const isDesktopPage = fields.method === 'alipay.trade.page.pay';
  const product = isDesktopPage ? 'FAST_INSTANT_TRADE_PAY' : 'QUICK_WAP_WAY';
  if (!isDesktopPage && !quit_url) return undefined;
  const isLate = !(Date.parse(`${time_expire.replace(' ', 'T')}+08:00`) > Date.now());
  const known = trades.get(out_trade_no);
  if (biz.product_code !== product || isLate || known?.state === 'TRADE_CLOSED') return undefined;
  if (!known)
    trades.set(out_trade_no, {
      number: out_trade_no,
      tradeNo: `${dayOf(new Date()).replaceAll('-', '')}22${randomBytes(8).readBigUInt64BE()}`.slice(0, 28),
      amount: yuanToFen(total_amount) ?? 0,
      subject,
      notifyUrl: fields.notify_url ?? '',
      returnUrl: fields.return_url ?? '',
      quitUrl: quit_url,
      state: 'WAIT_BUYER_PAY',
      paidAt: null,
      answers: [],
      refunds: [],
    });
  return trades.get(out_trade_no);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

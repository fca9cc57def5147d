import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openBook, type PayBook } from './pay/book.ts';
import { calm, openCourier, type PayControl } from './pay/courier.ts';
import type { Answer } from './pay/fields.ts';
import { type PayGateway, payGateway } from './pay/gateway.ts';
import type { SignedNotice } from './pay/notices.ts';
import { drawDone, drawFault, drawPayPage } from './pay/page.ts';
import { openPayers, type Payers } from './pay/payers.ts';
import { faultOfRequest, type PayParties, signedHeaders } from './pay/signing.ts';

export type PaySandbox = {
  origin: string;
  port: number;
  book: PayBook;
  gateway: PayGateway;
  /** What it does wrong, as it stands; may be changed at any time. */
  control: PayControl;
  /** Plays the payer. @throws when the gateway would not let them pay */
  pay(tradeNumber: string): void;
  /** When no notice is on its way. */
  settled(): Promise<void>;
  stop(): Promise<void>;
};

type Options = {
  host: string;
  /** 0 takes a free one. */
  port: number;
  parties: PayParties;
  /** Where its book is kept over a restart. */
  bookFile?: string;
  now?: () => number;
  /**
   * The H5 page opens for payers who say whose page they come from alone, as WeChat Pay's does. A demo behind TLS could not
   * be tried so: browsers tell a page without it nothing.
   */
  wantsReferer?: boolean;
  deliver?: (url: string, notice: SignedNotice) => Promise<number>;
};

const longestBody = 64 * 1024;
const deliveryMs = 5000;

/**
 * A server of our own that speaks WeChat Pay's v3 protocol: it checks the merchant's signature on every request by the
 * published rules, signs its answers, encrypts and signs its notices and brings them until they are taken, keeps a book
 * and makes a bill of each day. The payer is whoever opens the page. `POST /control` tells it what to do wrong.
 */
export async function startPaySandbox({
  host,
  port,
  parties,
  bookFile,
  now = Date.now,
  wantsReferer = false,
  deliver = deliverByHttp,
}: Options): Promise<PaySandbox> {
  const book = openBook(bookFile);
  const control: PayControl = { ...calm };
  const courier = openCourier(control);
  let origin = '';
  const gateway = payGateway({ parties, book, courier, control, origin: () => origin, now, deliver });
  const answer = desk({ parties, book, control, gateway, payers: openPayers(parties), wantsReferer, now });
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const taken = (server.address() as AddressInfo).port;
  origin = `http://${host.includes(':') ? `[${host}]` : host}:${taken}`;
  gateway.tellUntold();
  return {
    origin,
    port: taken,
    book,
    gateway,
    control,
    pay(tradeNumber) {
      const trade = book.trade(tradeNumber);
      const fault = trade ? gateway.pay(trade) : '没有这笔订单';
      if (fault) throw new Error(fault);
    },
    settled: () => courier.settled(),
    async stop() {
      courier.stop();
      await closeServer(server);
    },
  };
}

type Desk = {
  parties: PayParties;
  book: PayBook;
  control: PayControl;
  gateway: PayGateway;
  payers: Payers;
  wantsReferer: boolean;
  now: () => number;
};

function desk({ parties, book, control, gateway, payers, wantsReferer, now }: Desk) {
  /** What the merchant asks; each request proved to be theirs. */
  const ofMerchant = (method: string, url: URL, body: string): Answer | null => {
    const fields = () => JSON.parse(body) as Record<string, unknown>;
    const [, type = ''] = /^\/v3\/pay\/transactions\/(native|h5|jsapi)$/.exec(url.pathname) ?? [];
    const [, trade = '', close] =
      /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)(\/close)?$/.exec(url.pathname) ?? [];
    const [, refund = ''] = /^\/v3\/refund\/domestic\/refunds\/([^/]+)$/.exec(url.pathname) ?? [];
    if (method === 'POST' && type) return gateway.start(type.toUpperCase() as 'NATIVE', fields());
    if (method === 'POST' && close) return gateway.close(trade, fields());
    if (method === 'GET' && trade && !close) return gateway.query(trade, url.searchParams.get('mchid') ?? '');
    if (method === 'POST' && url.pathname === '/v3/refund/domestic/refunds') return gateway.refund(fields());
    if (method === 'GET' && refund) return gateway.queryRefund(refund);
    if (method === 'GET' && url.pathname === '/v3/bill/tradebill')
      return gateway.billPlace(url.searchParams.get('bill_date') ?? '');
    return null;
  };

  function serveMerchant(request: IncomingMessage, url: URL, body: string, response: ServerResponse) {
    const { method = '', url: target = '', headers } = request;
    const asked = { method, url: target, body, authorization: headers.authorization ?? '' };
    const fault = faultOfRequest(parties, asked, now());
    if (fault) return send(response, { status: 401, body: { code: 'SIGN_ERROR', message: fault } });
    if (url.pathname === '/v3/billdownload/file') {
      // Like the real one: a file bears no signature, its hash came signed.
      response.writeHead(200, { 'content-type': 'text/plain' });
      return void response.end(gateway.bill(url.searchParams.get('token') ?? ''));
    }
    send(
      response,
      ofMerchant(method, url, body) ?? { status: 404, body: { code: 'NOT_FOUND', message: '' } },
    );
  }

  function send(response: ServerResponse, { status, body }: Answer) {
    const text = body === null ? '' : JSON.stringify(body);
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      ...signedHeaders(parties, text, now()),
    });
    response.end(text);
  }

  function servePayer(
    { method, headers }: IncomingMessage,
    url: URL,
    body: string,
    response: ServerResponse,
  ) {
    const form = new URLSearchParams(body);
    const id = url.searchParams.get('id') ?? form.get('id') ?? '';
    const back = url.searchParams.get('redirect_url') ?? form.get('back') ?? '';
    const trade = book.tradeByPrepay(id);
    if (!trade) return sendHtml(response, drawFault('没有这笔订单'), 404);
    if (method === 'GET' && wantsReferer && trade.type === 'H5' && !headers.referer)
      return sendHtml(response, drawFault('商家参数格式有误，请联系商家解决'), 403);
    if (method === 'GET') return sendHtml(response, drawPayPage(trade, { back, now: now() }));
    if (form.get('act') !== 'pay') return sendHtml(response, drawDone(trade, { isPaid: false, back }));
    const fault = gateway.pay(trade);
    sendHtml(
      response,
      fault ? drawFault(fault, back) : drawDone(trade, { isPaid: true, back }),
      fault ? 409 : 200,
    );
  }

  return async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url: target = '/' } = request;
    const url = new URL(target, 'http://pay.invalid');
    const body = await readBody(request);
    if (url.pathname.startsWith('/v3/')) return serveMerchant(request, url, body, response);
    if (url.pathname === '/pay' && (method === 'GET' || method === 'POST'))
      return servePayer(request, url, body, response);
    if (url.pathname === '/connect/oauth2/authorize') return payers.authorise(url.searchParams, response);
    if (url.pathname === '/sns/oauth2/access_token')
      return sendJson(response, payers.exchange(url.searchParams));
    if (url.pathname === '/control' && method === 'POST') {
      Object.assign(control, readControl(JSON.parse(body)));
      return sendJson(response, control);
    }
    if (url.pathname === '/book' && method === 'GET')
      return sendJson(response, { trades: book.trades(), refunds: book.refunds() });
    response.writeHead(404).end();
  };
}

/** Of what was asked for only what there is, of the right kind. */
function readControl(asked: Record<string, unknown>): Partial<PayControl> {
  return Object.fromEntries(
    Object.entries(calm).flatMap(([name, value]) => {
      const given = asked[name];
      const isFit = typeof given === typeof value && (typeof given !== 'number' || given >= 0);
      return isFit ? [[name, given]] : [];
    }),
  );
}

async function deliverByHttp(url: string, { headers, body }: SignedNotice): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(deliveryMs),
  });
  await response.arrayBuffer();
  return response.status;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > longestBody) throw new Error('the body is too long');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}

function sendHtml(response: ServerResponse, html: string, status = 200): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
  });
  response.end(html);
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sandboxKeys, sandboxMerchant } from '../gateways/sandbox-keys.ts';
import type { GatewayResponse } from './fields.ts';
import { type PayGateway, payGateway } from './gateway.ts';
import { noFaults, openNoticeQueue, type PayControl } from './notice-queue.ts';
import type { SignedNotice } from './notices.ts';
import { renderError, renderPayPage, renderResult } from './page.ts';
import { openPayers, type Payers } from './payers.ts';
import { faultOfRequest, type PayParties, signedHeaders } from './signing.ts';
import { openTradeStore, type TradeStore } from './trade-store.ts';

export type PaySandbox = {
  origin: string;
  port: number;
  store: TradeStore;
  gateway: PayGateway;
  /** The current faults to simulate; may be changed at any time. */
  control: PayControl;
  /**
   * Pays as the payer would.
   * @throws if the gateway would reject the payment
   */
  pay(tradeNumber: string): void;
  /** Resolves when no notice is being delivered. */
  whenIdle(): Promise<void>;
  stop(): Promise<void>;
};

type Options = {
  host: string;
  /** 0 picks a free port. */
  port: number;
  parties: PayParties;
  /** The file that keeps the trades across restarts; without one they are in memory only. */
  storeFile?: string;
  now?: () => number;
  /**
   * Opens the H5 page only for requests with a Referer, as WeChat Pay does. Off for demos behind TLS, because browsers
   * send no Referer from an https page to an http one.
   */
  requiresReferer?: boolean;
  deliver?: (url: string, notice: SignedNotice) => Promise<number>;
};

const maxBodyLength = 64 * 1024;
const deliveryTimeoutMs = 5000;

/**
 * Starts a local server that speaks WeChat Pay's v3 protocol. It verifies the merchant's signature on every request by
 * the published rules, signs its answers, encrypts and signs its notices and retries them until they are accepted,
 * records trades, and makes a bill per day. Anyone who opens the page can play the payer. `POST /control` sets the
 * faults to simulate.
 */
export async function startPaySandbox({
  host,
  port,
  parties,
  storeFile,
  now = Date.now,
  requiresReferer = false,
  deliver = deliverByHttp,
}: Options): Promise<PaySandbox> {
  const store = openTradeStore(storeFile);
  const control: PayControl = { ...noFaults };
  const queue = openNoticeQueue(control);
  let origin = '';
  const gateway = payGateway({ parties, store, queue, control, origin: () => origin, now, deliver });
  const answer = createHandler({
    parties,
    store,
    control,
    gateway,
    payers: openPayers(parties),
    requiresReferer,
    now,
  });
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const actualPort = (server.address() as AddressInfo).port;
  origin = `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`;
  gateway.notifyPending();
  return {
    origin,
    port: actualPort,
    store,
    gateway,
    control,
    pay(tradeNumber) {
      const trade = store.trade(tradeNumber);
      const fault = trade ? gateway.pay(trade) : '没有这笔订单';
      if (fault) throw new Error(fault);
    },
    whenIdle: () => queue.whenIdle(),
    async stop() {
      queue.stop();
      await closeServer(server);
    },
  };
}

/** Starts the sandbox gateway of a portal. Its keys and trades are in the data directory, so they survive a restart. */
export function startPortalPaySandbox({
  host,
  port,
  folder,
}: {
  host: string;
  port: number;
  folder: string;
}): Promise<PaySandbox> {
  const { merchantPublic, platform, apiKey } = sandboxKeys(folder);
  return startPaySandbox({
    host,
    port,
    parties: { ...sandboxMerchant, merchantPublic, platform, apiKey },
    storeFile: join(folder, 'book.jsonl'),
  });
}

type HandlerParts = {
  parties: PayParties;
  store: TradeStore;
  control: PayControl;
  gateway: PayGateway;
  payers: Payers;
  requiresReferer: boolean;
  now: () => number;
};

function createHandler({ parties, store, control, gateway, payers, requiresReferer, now }: HandlerParts) {
  /** Handles the merchant's calls, whose signature has already been verified. */
  const handleMerchantCall = (method: string, url: URL, body: string): GatewayResponse | null => {
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
      return gateway.billLocation(url.searchParams.get('bill_date') ?? '');
    return null;
  };

  function serveMerchant(request: IncomingMessage, url: URL, body: string, response: ServerResponse) {
    const { method = '', url: target = '', headers } = request;
    const signedRequest = { method, url: target, body, authorization: headers.authorization ?? '' };
    const fault = faultOfRequest(parties, signedRequest, now());
    if (fault) return sendSigned(response, { status: 401, body: { code: 'SIGN_ERROR', message: fault } });
    if (url.pathname === '/v3/billdownload/file') {
      // As with WeChat Pay, the file itself is not signed; its hash was in a signed answer.
      response.writeHead(200, { 'content-type': 'text/plain' });
      return void response.end(gateway.bill(url.searchParams.get('token') ?? ''));
    }
    sendSigned(
      response,
      handleMerchantCall(method, url, body) ?? { status: 404, body: { code: 'NOT_FOUND', message: '' } },
    );
  }

  function sendSigned(response: ServerResponse, { status, body }: GatewayResponse) {
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
    const trade = store.tradeByPrepay(id);
    if (!trade) return sendHtml(response, renderError('没有这笔订单'), 404);
    if (method === 'GET' && requiresReferer && trade.type === 'H5' && !headers.referer)
      return sendHtml(response, renderError('商家参数格式有误，请联系商家解决'), 403);
    if (method === 'GET') return sendHtml(response, renderPayPage(trade, { back, now: now() }));
    if (form.get('act') !== 'pay') return sendHtml(response, renderResult(trade, { isPaid: false, back }));
    const fault = gateway.pay(trade);
    sendHtml(
      response,
      fault ? renderError(fault, back) : renderResult(trade, { isPaid: true, back }),
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
      Object.assign(control, parseControl(JSON.parse(body)));
      return sendJson(response, control);
    }
    if (url.pathname === '/book' && method === 'GET')
      return sendJson(response, { trades: store.trades(), refunds: store.refunds() });
    response.writeHead(404).end();
  };
}

/** Keeps only known fields of the right type. */
function parseControl(requested: Record<string, unknown>): Partial<PayControl> {
  return Object.fromEntries(
    Object.entries(noFaults).flatMap(([name, value]) => {
      const given = requested[name];
      const isValid = typeof given === typeof value && (typeof given !== 'number' || given >= 0);
      return isValid ? [[name, given]] : [];
    }),
  );
}

async function deliverByHttp(url: string, { headers, body }: SignedNotice): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(deliveryTimeoutMs),
  });
  await response.arrayBuffer();
  return response.status;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > maxBodyLength) throw new Error('the request body is too long');
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

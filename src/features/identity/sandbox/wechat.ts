import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { renderError, renderLoginPage, renderQuestion } from './wechat-page.ts';
import { newcomer, type SandboxPerson, sandboxPeople } from './wechat-people.ts';
import { createServiceAccount, type SandboxService, serviceOpenId } from './wechat-service.ts';

export type WechatSandbox = {
  origin: string;
  port: number;
  service: SandboxService;
  stop(): Promise<void>;
};

type Options = {
  host: string;
  /** 0 picks a free port. */
  port: number;
  appId: string;
  secret: string;
  /** The service account that accompanies the application. */
  service: { appId: string; secret: string; templateId: string };
  now?: () => number;
};

type Code = { person: SandboxPerson; expiresAt: number; isUsed: boolean; appId: string; scope: string };
type Token = { person: SandboxPerson; expiresAt: number; isService: boolean };

const codeMs = 10 * 60_000;
const tokenMs = 7200_000;
/** The sandbox forgets the oldest entries first. */
const maxEntries = 2000;

/**
 * Starts a local server that speaks WeChat's protocol for log-in on sites and for service accounts, on its own origin:
 * the page with the QR code, the exchange of a code for a token (once, within ten minutes), and the person behind the
 * token, with WeChat's error numbers. It authenticates nobody: anyone who opens the page can choose whom to log in as.
 */
export async function startWechatSandbox(options: Options): Promise<WechatSandbox> {
  const { answer, service } = createStandIn(options, () => origin);
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const origin = `http://${options.host}:${port}`;
  return { origin, port, service, stop: () => closeServer(server) };
}

/** The picture of every person: a grey square of one pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);

function createStandIn(
  { appId, secret, service: application, now = Date.now }: Options,
  origin: () => string,
) {
  const codes = new TokenStore<Code>();
  const tokens = new TokenStore<Token>();
  const issueCode = (person: SandboxPerson, forAppId: string, scope: string) =>
    codes.add({ person, expiresAt: now() + codeMs, isUsed: false, appId: forAppId, scope });
  const account = createServiceAccount({
    application,
    now,
    issueCode: (person, scope) => issueCode(person, application.appId, scope),
  });

  function showPage(query: URLSearchParams, response: ServerResponse) {
    const redirectUri = query.get('redirect_uri') ?? '';
    const fault = requestFault(query.get('appid'), redirectUri, query.get('scope'));
    if (fault) return sendHtml(response, renderError(fault));
    sendHtml(
      response,
      renderLoginPage({
        appId,
        redirectUri,
        state: query.get('state') ?? '',
        isSelfRedirect: query.get('self_redirect') === 'true',
        style: query.get('style') ?? '',
        lang: query.get('lang') ?? '',
      }),
    );
  }

  function requestFault(appid: string | null, redirectUri: string, scope: string | null): string | null {
    if (appid !== appId) return 'AppID 参数错误（10013）';
    if (!/^https?:$/.test(URL.parse(redirectUri)?.protocol ?? '')) return 'redirect_uri 参数错误（10003）';
    return scope === 'snsapi_login' ? null : 'Scope 参数错误或没有 Scope 权限（10005）';
  }

  /** Confirms or refuses the scan: redirects to the site, with a code or without one. */
  function confirmLogin(form: URLSearchParams, response: ServerResponse) {
    const redirectUri = form.get('redirect_uri') ?? '';
    const fault = requestFault(form.get('appid'), redirectUri, 'snsapi_login');
    if (fault) return sendHtml(response, renderError(fault));
    const key = form.get('person');
    const person = key === 'new' ? newcomer() : sandboxPeople.find((one) => one.key === key);
    const back = new URL(redirectUri);
    if (person) {
      back.searchParams.set('code', issueCode(person, appId, 'snsapi_login'));
    }
    back.searchParams.set('state', form.get('state') ?? '');
    response.writeHead(302, { location: back.href, 'cache-control': 'no-store' }).end();
  }

  function exchange(query: URLSearchParams): object {
    const requester = [{ appId, secret }, application].find((one) => one.appId === query.get('appid'));
    if (!requester) return errorBody(40013, 'invalid appid');
    if (query.get('secret') !== requester.secret) return errorBody(40125, 'invalid appsecret');
    if (query.get('grant_type') !== 'authorization_code') return errorBody(40002, 'invalid grant_type');
    const fault = requester === application && account.takeCodeFault();
    if (fault) return fault;
    const given = query.get('code');
    if (!given) return errorBody(41008, 'missing code');
    const code = codes.get(given);
    if (!code || code.expiresAt <= now() || code.appId !== requester.appId)
      return errorBody(40029, 'invalid code');
    if (code.isUsed) return errorBody(40163, 'code been used');
    code.isUsed = true;
    const { openId, unionId } = code.person;
    if (requester === application)
      return {
        access_token: tokens.add({ person: code.person, expiresAt: now() + tokenMs, isService: true }),
        expires_in: tokenMs / 1000,
        openid: serviceOpenId(code.person),
        scope: code.scope,
        ...account.unionIdOf(code.person),
      };
    return {
      access_token: tokens.add({ person: code.person, expiresAt: now() + tokenMs, isService: false }),
      expires_in: tokenMs / 1000,
      refresh_token: randomBytes(32).toString('base64url'),
      openid: openId,
      scope: 'snsapi_login',
      unionid: unionId,
    };
  }

  function userInfo(query: URLSearchParams): object {
    const token = tokens.get(query.get('access_token') ?? '');
    if (!token) return errorBody(40001, 'invalid credential, access_token is invalid or not latest');
    if (token.expiresAt <= now()) return errorBody(42001, 'access_token expired');
    const { person, isService } = token;
    const openId = isService ? serviceOpenId(person) : person.openId;
    if (query.get('openid') !== openId) return errorBody(40003, 'invalid openid');
    const union = isService ? account.unionIdOf(person) : { unionid: person.unionId };
    const emptyProfile = { sex: 0, province: '', city: '', country: '' };
    return {
      openid: openId,
      nickname: person.nickname,
      ...emptyProfile,
      headimgurl: `${origin()}/picture/${person.key}.png`,
      privilege: [],
      ...union,
    };
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://wechat.invalid');
    const key = `${request.method} ${url.pathname}`;
    if (key === 'GET /connect/qrconnect') return showPage(url.searchParams, response);
    if (key === 'POST /connect/confirm') return confirmLogin(await readForm(request), response);
    if (key === 'GET /sns/oauth2/access_token') return sendJson(response, exchange(url.searchParams));
    if (key === 'GET /sns/userinfo') return sendJson(response, userInfo(url.searchParams));
    if (key === 'GET /connect/oauth2/authorize') {
      const authorized = account.authorize(url.searchParams);
      if ('fault' in authorized) return sendHtml(response, renderError(authorized.fault));
      if ('question' in authorized) return sendHtml(response, renderQuestion(authorized.question));
      return void response
        .writeHead(302, { location: authorized.address, 'cache-control': 'no-store' })
        .end();
    }
    if (key === 'POST /cgi-bin/stable_token')
      return sendJson(response, account.issueToken(await readJson(request)));
    if (key === 'GET /cgi-bin/user/info') return sendJson(response, account.findFollower(url.searchParams));
    if (key === 'POST /cgi-bin/message/template/send')
      return sendJson(response, account.acceptMessage(url.searchParams, await readJson(request)));
    if (key === 'GET /cgi-bin/ticket/getticket')
      return sendJson(response, account.issueTicket(url.searchParams));
    if (key === 'POST /cgi-bin/media/uploadimg')
      return sendJson(response, account.acceptPicture(url.searchParams, await readMedia(request)));
    if (key === 'POST /cgi-bin/material/add_material')
      return sendJson(response, account.acceptMaterial(url.searchParams, await readMedia(request)));
    if (key === 'POST /cgi-bin/draft/add') {
      const accepted = account.acceptDraft(url.searchParams, await readJson(request, maxUploadBytes));
      return accepted ? sendJson(response, accepted) : void response.destroy();
    }
    // What WeChat's client does when a page configures the JS-SDK.
    if (key === 'GET /sandbox/verify')
      return sendJson(response, { errMsg: account.service.verify(url.searchParams) });
    if (request.method === 'GET' && url.pathname.startsWith('/picture/'))
      return void response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
    response.writeHead(404).end();
  };
  return { answer, service: account.service };
}

const errorBody = (errcode: number, errmsg: string) => ({ errcode, errmsg: `${errmsg}, rid: sandbox` });

const readForm = async (request: IncomingMessage): Promise<URLSearchParams> =>
  new URLSearchParams(await readText(request));

const readJson = async (request: IncomingMessage, maxBytes?: number): Promise<Record<string, unknown>> =>
  JSON.parse(await readText(request, maxBytes)) as Record<string, unknown>;

/** Reads the file of a form; null if it has none. */
async function readMedia(request: IncomingMessage): Promise<Uint8Array | null> {
  const body = await readBytes(request, maxUploadBytes);
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const form = await new Response(Uint8Array.from(body), { headers }).formData();
  const media = form.get('media');
  return media instanceof File ? new Uint8Array(await media.arrayBuffer()) : null;
}

const maxUploadBytes = 12 * 1024 * 1024;

const readText = async (request: IncomingMessage, maxBytes = 16_384): Promise<string> =>
  (await readBytes(request, maxBytes)).toString();

async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) throw new Error('the submitted form is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

// WeChat labels its JSON as text/plain.
function sendJson(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}

function sendHtml(response: ServerResponse, html: string): void {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  });
  response.end(html);
}

/** Stores values under unguessable tokens. */
class TokenStore<T> extends Map<string, T> {
  add(value: T): string {
    if (this.size >= maxEntries) this.delete(this.keys().next().value ?? '');
    const name = randomBytes(24).toString('base64url');
    this.set(name, value);
    return name;
  }
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

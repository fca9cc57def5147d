import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { parse as parseForm } from 'node:querystring';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteOptions,
} from 'fastify';
import type { Logger } from 'pino';
import { escapeRawBytes, toDecodable } from '../../shared/escapes.ts';
import { type Actor, visitor } from '../actor.ts';
import type { Context, EventBus, Tenant } from '../context.ts';
import { countHit } from '../db/rate-limits.ts';
import { DomainError, forbidden, invalid, rateLimited } from '../errors.ts';
import { logFailure } from '../log-failure.ts';
import {
  type Access,
  type BinaryFile,
  type Call,
  checkAccess,
  type IsOff,
  type Origin,
  requireModule,
  takesQueryFromBody,
  validateBody,
  validateQuery,
} from './calls.ts';
import { closeConnections } from './connections.ts';
import { type Failure, failureEnvelope, isCollision, okEnvelope, refusal, toFailure } from './envelope.ts';
import { hasSeveralHosts } from './hosts.ts';
import { addressOf, networkOf } from './networks.ts';
import type { ReadRouter } from './read-router.ts';
import type { ScanUpload } from './scan-upload.ts';
import { readUpload, readUploadToDisk, serveUploads } from './uploads.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access | 'page';
    /** The path contains a credential, so logs contain the route's pattern instead. */
    hasSecretPath?: true;
  }
}

export type ServerOptions = {
  calls: readonly Call[];
  apiBase: string;
  /** `id:secret` of the only API client (docs/product.md §14). */
  apiClient: string;
  /** Other origins whose pages may call the API. */
  corsOrigins?: readonly string[];
  tenants: ReadonlyMap<string, Tenant>;
  defaultTenant: Tenant;
  events: EventBus;
  log: Logger;
  /** Number of reverse proxies in front whose forwarding headers are trusted; 0 for none. */
  trustProxy: number;
  /** The portal's public address. With https, responses carry HSTS. */
  siteUrl?: string | undefined;
  /** Extends HSTS to the subdomains of the host. */
  hasHstsSubdomains?: boolean;
  now?: () => Date;
  /** Chooses the server for calls that may read a replica; without it the primary answers all. */
  reads?: ReadRouter;
  /** The folder for large uploads while their call runs. */
  uploadFolder: string;
  /** Rejects infected uploads; without it uploads are not scanned. */
  scanUpload?: ScanUpload | undefined;
  /** Returns the member that a token belongs to; null if the token is expired, revoked or unknown. */
  resolveActor: (tenant: Tenant, token: string) => Promise<Actor | null>;
  /** Returns the actor of an API key. @throws unauthenticated or rateLimited */
  resolveKey: (tenant: Tenant, key: string) => Promise<Actor>;
  /** Answers a refused address outside the API that a person may have opened in a browser; by default JSON does. */
  sendRefusedPage?: (reply: FastifyReply, failure: Failure) => FastifyReply;
  /** Whether a module is switched off; by default none is. */
  isOff?: IsOff;
  /** Called when a staff call refuses a member. Never rejects. */
  onRefused?: (ctx: Context, call: Pick<Call, 'method' | 'path'>, origin: Origin) => Promise<void>;
};

/** Enough for 100 MB at 1.5 Mbit/s. */
const maxUploadMs = 10 * 60_000;
const maxBodyMs = 60_000;

const xsrfCookie = 'XSRF-TOKEN';

const loggedPath = ({ url, routeOptions }: FastifyRequest): string | undefined =>
  routeOptions.config.hasSecretPath ? routeOptions.url : url.split('?')[0];

/**
 * Creates the HTTP server with all API calls. The composition root adds pages and files, each route with `config: {
 * access: 'page' }`. The server refuses to start with a route that declares no access.
 */
export function createServer(options: ServerOptions): FastifyInstance {
  const { apiBase, trustProxy, log, sendRefusedPage = sendFailure } = options;
  const isApiPath = (url: string) => url.startsWith(`${apiBase}/`);
  /** Answers what no route answers: calls with the envelope, all other addresses with a page. */
  const refuse = (request: FastifyRequest, reply: FastifyReply, failure: Failure) => {
    if (isApiPath(request.url) || !['GET', 'HEAD'].includes(request.method))
      return sendFailure(reply, failure);
    return sendRefusedPage(reply, failure);
  };
  const app: FastifyInstance = Fastify({
    trustProxy: (_, hop) => hop < trustProxy,
    // Ten thousand bytes of Chinese in a URL become thirty thousand when percent-encoded, and must get an answer.
    // `optimizeEmptyRequests` skips creating a stream for requests without a body: a tenth of the cost of a cached
    // page.
    http: { maxHeaderSize: 128 * 1024, headersTimeout: 60_000, optimizeEmptyRequests: true },
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    // The router refuses a path that it cannot decode, before any route could answer with a page or a redirect. Calls get
    // that refusal.
    rewriteUrl: ({ url = '/' }) => (isApiPath(url) ? url : toDecodable(url)),
    // Large uploads may come over slow connections; bodies of other calls are limited to a minute (limitBodyTime).
    requestTimeout: maxUploadMs,
    frameworkErrors: (error, request, reply) => {
      refuse(request as FastifyRequest, reply as FastifyReply, toFailure(error, ''));
    },
    clientErrorHandler: (error, socket) => refuseConnection(error, socket, (path) => !isApiPath(path)),
  });
  app.decorateRequest('ctx', null);
  closeConnections(app.server);
  app.server.on('checkExpectation', refuseExpectation);
  const headers = safeHeaders(options);
  app.addHook('onRequest', (request, reply, next) => {
    reply.headers(headers);
    if (hasSeveralHosts(request.raw))
      return sendFailure(reply, { ...refusal(400), msg: '请求里有不止一个 Host，请只留一个' });
    next();
  });
  allowOrigins(app, options);
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    routes.push(route);
  });
  app.addHook('onReady', async () => {
    const undeclared = routes.find(({ config, method }) => !config?.access && method !== 'HEAD');
    if (undeclared) throw new Error(`route ${undeclared.url} declares no access`);
  });
  dropTypesWithoutBody(app);
  parseBodies(app);
  app.setErrorHandler((error, request, reply) => {
    // The only detail of an unexpected error that a client sees: the number to search for in the log.
    const number = randomBytes(6).toString('hex');
    const failure = toFailure(error, number);
    // A client that disconnected during a download is not an error worth logging.
    const isGone = (error as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE' && reply.raw.destroyed;
    if (failure.status >= 500 && !isGone)
      logFailure(log, error, { path: loggedPath(request), number }, 'request failed');
    if (isCollision(error))
      log.warn({ err: error, path: loggedPath(request) }, 'a change was aborted by a concurrent one');
    refuse(request, reply, failure);
  });
  for (const call of options.calls) if (!call.upload) serveCall(app, options, call);
  serveUploads(app, (forms) => {
    for (const call of options.calls) if (call.upload) serveCall(forms, options, call);
  });
  const unknownCall = (_: FastifyRequest, reply: FastifyReply) => sendFailure(reply, refusal(404));
  // A GET route is needed because pages answer every path; other methods have no page route.
  for (const url of [apiBase, `${apiBase}/*`])
    app.route({ method: 'GET', url, config: { access: 'open' }, handler: unknownCall });
  app.setNotFoundHandler((request, reply) =>
    isApiPath(request.url)
      ? unknownCall(request, reply)
      : refuse(request, reply, { ...refusal(404), msg: '没有这个地址' }),
  );
  return app;
}

const corsHeaders = {
  'access-control-expose-headers': 'X-Session, Retry-After, Content-Disposition',
};
const preflightHeaders = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'Authorization, Blade-Auth, Tenant-Id, Content-Type, X-XSRF-TOKEN',
  // Browsers cap it: Chromium at two hours.
  'access-control-max-age': '7200',
};

/**
 * Lets pages of the listed origins call the API (the Fetch standard's CORS protocol) and answers their preflights.
 * Without credentials: a session is a header, never a cookie. The headers are set on Node's response, since event
 * streams bypass Fastify's.
 */
function allowOrigins(app: FastifyInstance, { apiBase, corsOrigins = [] }: ServerOptions): void {
  if (corsOrigins.length === 0) return;
  app.addHook('onRequest', (request, reply, next) => {
    if (!request.url.startsWith(`${apiBase}/`)) return next();
    const setHeaders = (headers: Record<string, string>) => {
      for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value);
    };
    setHeaders({ vary: 'Origin' });
    const { origin, 'access-control-request-method': requested } = request.headers;
    if (!origin || !corsOrigins.includes(origin)) return next();
    setHeaders({ ...corsHeaders, 'access-control-allow-origin': origin });
    if (request.method !== 'OPTIONS' || !requested) return next();
    setHeaders(preflightHeaders);
    reply.code(204).send();
  });
}

/**
 * Headers of every response. Pages and files replace the content security policy; anything else, such as an API
 * response opened as a document, runs no script and cannot be framed.
 */
export const safeHeaders = ({
  siteUrl,
  hasHstsSubdomains = false,
}: Pick<ServerOptions, 'siteUrl' | 'hasHstsSubdomains'>): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'content-security-policy':
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'strict-origin-when-cross-origin',
  ...(siteUrl?.startsWith('https:') && {
    'strict-transport-security': `max-age=31536000${hasHstsSubdomains ? '; includeSubDomains' : ''}`,
  }),
});

/** Sends the failure envelope with its status. */
export function sendFailure(reply: FastifyReply, failure: Failure): FastifyReply {
  if (failure.retryAfter !== undefined) reply.header('retry-after', failure.retryAfter);
  return reply
    .code(failure.status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(failureEnvelope(failure));
}

function serveCall(app: FastifyInstance, options: ServerOptions, call: Call): void {
  const contextOf = contextResolver(options);
  app.route({
    method: call.method,
    url: options.apiBase + call.path,
    config: { access: call.access },
    bodyLimit: call.maxBodyBytes,
    // Access is checked before validation and before the body is read (docs/product.md §14).
    onRequest: async (request, reply) => {
      if (!call.upload) limitBodyTime(request);
      const ctx = await contextOf(request, reply, call);
      if (options.isOff) await requireModule(call, ctx, options.isOff);
      try {
        checkAccess(call.access, ctx);
      } catch (error) {
        await reportRefusal(options, call, ctx, originOf(request, reply, options), error);
      }
      request.setDecorator('ctx', ctx);
      if (!call.body && !call.upload && !hasQueryInBody(call, request)) ignoreBody(request);
    },
    handler: async (request, reply) => {
      const ctx = request.getDecorator<Context>('ctx');
      const origin = originOf(request, reply, options);
      const query = validateQuery(call.query, hasQueryInBody(call, request) ? request.body : request.query);
      const hasKey = readKey(request.headers.authorization) !== undefined;
      const run = (chosen: Context) => runCall(call, chosen, { request, query, origin }, options);
      const data = await (options.reads?.runCall({ call, ctx, origin, hasKey, run }) ?? run(ctx)).catch(
        (error) => reportRefusal(options, call, ctx, origin, error),
      );
      if (call.setsXsrf) setXsrfCookie(request, reply);
      if (call.binary) return sendBinary(reply, call.binary, data as BinaryFile);
      reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store');
      return reply.send(call.raw ? JSON.stringify(data) : okEnvelope(data));
    },
  });
}

/** Counts a call that declares a limit. @throws rateLimited */
async function countCall(ctx: Context, { path, limit }: Call, { address }: Origin): Promise<void> {
  if (!limit) return;
  const subject = ctx.actor.kind === 'member' ? `member ${ctx.actor.memberId}` : networkOf(address);
  const refuse = (wait: number) => rateLimited(`操作太频繁，请 ${wait} 秒后再试`, wait);
  await countHit(ctx, ctx.tenant.db, { name: `call ${path}`, ...limit, refuse }, subject);
}

/** Rethrows the error; calls `onRefused` first if a staff call refuses a member. */
async function reportRefusal(
  { onRefused }: ServerOptions,
  call: Call,
  ctx: Context,
  origin: Origin,
  error: unknown,
): Promise<never> {
  const isRefusal = error instanceof DomainError && error.kind === 'forbidden';
  if (
    isRefusal &&
    (call.access === 'staff' || typeof call.access === 'object') &&
    ctx.actor.kind === 'member'
  )
    await onRefused?.(ctx, call, origin);
  throw error;
}

/** Reads the body, or the form with its file, and makes the call. Afterwards deletes an upload on disk. */
async function runCall(
  call: Call,
  ctx: Context,
  { request, query, origin }: { request: FastifyRequest; query: unknown; origin: Origin },
  { uploadFolder, scanUpload }: Pick<ServerOptions, 'uploadFolder' | 'scanUpload'>,
): Promise<unknown> {
  if (!call.upload) {
    const body = validateBody(call.body, request.body);
    await countCall(ctx, call, origin);
    return call.run(ctx, { query, body, origin });
  }
  await countCall(ctx, call, origin);
  if (!call.upload.onDisk) {
    const { file, fields } = await readUpload(request, call.upload);
    await scanUpload?.(ctx, [file.bytes]);
    return call.run(ctx, { query, body: validateBody(call.body, fields), file, origin });
  }
  const { file, fields, cleanUp } = await readUploadToDisk(request, call.upload, uploadFolder);
  try {
    await scanUpload?.(ctx, createReadStream(file.path));
    return await call.run(ctx, { query, body: validateBody(call.body, fields), file, origin });
  } finally {
    await cleanUp();
  }
}

/** Refuses a body that takes longer than a minute, since it holds a connection; slow headers are limited likewise. */
function limitBodyTime({ raw }: FastifyRequest): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers;
  // An injected request has no connection.
  if (!(raw.socket instanceof Socket)) return;
  if (length === undefined && encoding === undefined) return;
  const timer = setTimeout(() => {
    if (!raw.complete) refuseConnection({ code: 'ERR_HTTP_REQUEST_TIMEOUT' } as never, raw.socket);
  }, maxBodyMs);
  timer.unref();
  for (const over of ['end', 'close']) raw.once(over, () => clearTimeout(timer));
}

// Headers that proxies, CDNs and cloud load balancers add: variants of the client's address, and their own markers.
const forwarding =
  /^(forwarded|via|cdn-loop|(x-)?forwarded-.*|x-original-.*|x-proxyuser-.*|(.*-)?(client|real|connecting|socket|remote|user|source)-?(ip|addr|address|host)|cf-.*|x-(envoy|azure|arr|amzn?|amz|appengine|cloud|vercel|nf|fly|akamai|ali|tencent|tt)-.*|fly-.*|fastly-.*|akamai-.*|ali-.*|eagleeye-.*|ngrok-.*|tailscale-.*|x-host|x-remote-.*|x-varnish|(wl-)?proxy-.*|front-end-https)$/;
// Any domain can resolve to this machine (DNS rebinding), so only names that always mean this machine count.
const localHost = /^(localhost|[\w.-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;
const loopback = /^(::1|127\.\d+\.\d+\.\d+|::ffff:127\.\d+\.\d+\.\d+)$/;

/** Whether an address, if there is one, leads to the machine of whoever opens it. */
export const isLocalAddress = (address: string | undefined): boolean =>
  address === undefined || localHost.test(URL.parse(address)?.host ?? '');

/**
 * Returns whether a client on this machine calls the portal directly. A proxy on this machine forwards requests of
 * strangers, whether it is trusted or not, so every sign of one counts: settings that mention a proxy or a public
 * address, the headers it adds, a host name that is not this machine's, HTTP/1.0 (nginx by default sends that, with the
 * portal's own name and no extra header), and a page of another origin.
 */
function isLocal({ raw, headers, socket }: FastifyRequest, { trustProxy, siteUrl }: ServerOptions): boolean {
  return (
    trustProxy === 0 &&
    [siteUrl, headers.origin, headers.referer].every(isLocalAddress) &&
    raw.httpVersion !== '1.0' &&
    loopback.test(socket.remoteAddress ?? '') &&
    localHost.test(headers.host ?? '') &&
    !Object.keys(headers).some((name) => forwarding.test(name))
  );
}

function originOf(request: FastifyRequest, reply: FastifyReply, options: ServerOptions): Origin {
  const { headers } = request;
  return {
    address: addressOf(request),
    userAgent: String(headers['user-agent'] ?? '').slice(0, 300),
    cookie: headers.cookie ?? '',
    sessionToken: readSessionToken(request),
    site: `${request.protocol}://${request.host}`,
    // Computed when it is read: few calls do, and it looks at every header.
    get isLocal() {
      return isLocal(request, options);
    },
    setHeader: (name, value) => {
      reply.header(name, value);
    },
  };
}

/** Sends a file as a download, never inline: content from a member must not run on this origin. */
function sendBinary(reply: FastifyReply, type: string, { name, bytes }: BinaryFile): FastifyReply {
  return reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('cache-control', 'no-store')
    .send(bytes);
}

/**
 * Resolves tenant, client and actor of a request from its three headers (docs/product.md §7, §14). An API key as bearer
 * replaces client and session (docs/product.md §30).
 * @throws invalid for an unknown tenant, forbidden for a wrong client; the errors of `resolveKey`
 */
export function contextResolver(options: ServerOptions) {
  const credential = `Basic ${Buffer.from(options.apiClient).toString('base64')}`;
  const now = options.now ?? (() => new Date());
  const base = { events: options.events, log: options.log, now };
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    call: Pick<Call, 'access'>,
  ): Promise<Context> => {
    const { authorization, 'tenant-id': tenantId } = request.headers;
    const tenant = findTenant(options, tenantId);
    const key = readKey(authorization);
    const token = readSessionToken(request);
    if (key !== undefined) {
      if (token !== undefined) throw invalid('接口密钥和 Blade-Auth 不能一起用，请去掉一个');
      const owner = await options.resolveKey(tenant, key);
      // An open call answers as for a visitor: a key gives permissions, not what its owner may read.
      return { tenant, db: tenant.db, actor: call.access === 'open' ? visitor : owner, ...base };
    }
    if (authorization !== credential) throw forbidden('客户端凭证不正确');
    const actor = token === undefined ? visitor : await options.resolveActor(tenant, token);
    // An open call with an invalid token is answered as for a visitor, and the header reports it (docs/product.md §14).
    if (!actor && call.access === 'open') reply.header('x-session', 'expired');
    return { tenant, db: tenant.db, actor: actor ?? visitor, ...base };
  };
}

/**
 * Returns the tenant that the caller names by its id, else the default one. @throws invalid for an unknown tenant, whose
 * caller must not get the content of another
 */
export function findTenant(
  { tenants, defaultTenant }: Pick<ServerOptions, 'tenants' | 'defaultTenant'>,
  id: unknown,
): Tenant {
  const tenant = id ? tenants.get(String(id)) : defaultTenant;
  if (!tenant) throw invalid(`租户不存在：${String(id).slice(0, 20)}`);
  return tenant;
}

/** Returns the API key of an `Authorization` header; undefined if it has another scheme. */
const readKey = (authorization: string | undefined): string | undefined =>
  authorization && /^bearer\s/i.test(authorization) ? readBearer(authorization) : undefined;

const readSessionToken = ({ headers: { 'blade-auth': session } }: FastifyRequest): string | undefined =>
  session === undefined ? undefined : readBearer(String(session));

const readBearer = (header: string): string => header.replace(/^bearer\s+/i, '').trim();

function setXsrfCookie(request: FastifyRequest, reply: FastifyReply): void {
  if (request.headers.cookie?.includes(`${xsrfCookie}=`)) return;
  const secure = request.protocol === 'https' ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${xsrfCookie}=${randomBytes(16).toString('base64url')}; Path=/; SameSite=Lax${secure}`,
  );
}

/** Whether the body holds the parameters of the call, which belong in the address: many clients send them so. */
const hasQueryInBody = (call: Call, { headers, query }: FastifyRequest): boolean =>
  /^application\/(json|x-www-form-urlencoded)\b/i.test(headers['content-type'] ?? '') &&
  takesQueryFromBody(call, query);

/** Skips reading a body that the call does not declare: Node discards received data with the response. */
function ignoreBody({ raw: { headers } }: FastifyRequest): void {
  delete headers['content-type'];
  delete headers['content-length'];
  delete headers['transfer-encoding'];
}

/** Removes the content type from requests without a body; a parser would wait for the body's end for ever. */
function dropTypesWithoutBody(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _, next) => {
    const { headers } = request.raw;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)
      delete headers['content-type'];
    next();
  });
}

/** Parses JSON and forms. An empty JSON body is accepted, since many clients send the content type without a body. */
function parseBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    return parseJson(request, body as string, done);
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) => {
    // A repeated key becomes a list.
    done(null, { ...parseForm(body as string) });
  });
}

/** Refuses an `Expect` with the envelope; Node would answer an unknown one with an empty 417. */
function refuseExpectation(_: IncomingMessage, response: ServerResponse): void {
  response.writeHead(417, {
    ...safeHeaders({}),
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(failureEnvelope(refusal(417)));
}

/** `rawPacket` is the buffer that could not be parsed; Fastify types it otherwise. */
type ParserError = NodeJS.ErrnoException & { rawPacket?: unknown };

const rawHeaders = Object.entries(safeHeaders({}))
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

/**
 * Answers errors of the HTTP parser (431, 408, malformed requests) with the envelope too. The address of a page with bytes
 * that its client should have escaped leads to the escaped one.
 */
function refuseConnection(
  error: ParserError,
  socket: Socket,
  isPage: (path: string) => boolean = () => false,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const escaped = error.code === 'HPE_INVALID_URL' ? escapedTarget(error.rawPacket) : null;
  if (escaped !== null && isPage(escaped))
    return void socket.end(
      `HTTP/1.1 302 Found\r\n${rawHeaders}Location: ${escaped}\r\nCache-Control: no-cache\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    );
  const status =
    error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const body = failureEnvelope(refusal(status));
  socket.end(
    `HTTP/1.1 ${status} Refused\r\n${rawHeaders}Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** Returns the path and query of a request line whose only fault are raw bytes, escaped; never another host. */
function escapedTarget(packet: unknown): string | null {
  const line = Buffer.isBuffer(packet) ? packet.toString('latin1', 0, 8192) : '';
  const target = /^(?:GET|HEAD) \/+([\x21-\x7e\x80-\xff]*) HTTP\/1\.[01]\r\n/.exec(line)?.[1];
  const isRaw = target !== undefined && /[\x80-\xff]/.test(target) && !target.startsWith('\\');
  return isRaw ? `/${escapeRawBytes(target)}` : null;
}

import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteOptions,
} from 'fastify';
import type { Logger } from 'pino';
import { type Actor, visitor } from '../actor.ts';
import type { Context, EventBus, Tenant } from '../context.ts';
import { DomainError, forbidden, invalid } from '../errors.ts';
import {
  type Access,
  admit,
  type BinaryFile,
  type Call,
  type Origin,
  validateBody,
  validateQuery,
} from './calls.ts';
import { closeConnections } from './connections.ts';
import { type Failure, failureEnvelope, isCollision, okEnvelope, refusal, toFailure } from './envelope.ts';
import type { ScanUpload } from './scan-upload.ts';
import { serveUploads, takeUpload, takeUploadToDisk } from './uploads.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access | 'page';
  }
}

export type AppParts = {
  calls: readonly Call[];
  apiBase: string;
  /** `id:secret` of the one client (PRODUCT §4). */
  apiClient: string;
  tenants: ReadonlyMap<string, Tenant>;
  defaultTenant: Tenant;
  events: EventBus;
  log: Logger;
  /** How many proxies stand in front and may say whom they speak for; 0 for none. */
  trustProxy: number;
  /** Where readers reach the portal. With https, browsers are told never to use http again. */
  siteUrl?: string | undefined;
  /** Tells browsers the same of the host's subdomains. */
  hasHstsSubdomains?: boolean;
  now?: () => Date;
  /** Where large uploads lie until their call is over. */
  uploadFolder: string;
  /** Refuses an upload that is infected; without it none is scanned. */
  scanUpload?: ScanUpload | undefined;
  /** Who holds this token now; null when nobody does (expired, revoked, invented). */
  resolveActor: (tenant: Tenant, token: string) => Promise<Actor | null>;
  /** A member was refused a call of staff, or what they wanted of it. Never rejects. */
  onRefused?: (ctx: Context, call: Pick<Call, 'method' | 'path'>, origin: Origin) => Promise<void>;
};

/** 100 MB at 1.5 Mbit/s. */
const longestUploadMs = 10 * 60_000;
const longestBodyMs = 60_000;

const xsrfCookie = 'XSRF-TOKEN';

/**
 * The HTTP server with every call on it. Pages and files are added by the composition root, each route with
 * `config: { access: 'page' }`; a route without a declared access does not boot.
 */
export function createServer(parts: AppParts): FastifyInstance {
  const { apiBase, trustProxy, log } = parts;
  const app: FastifyInstance = Fastify({
    trustProxy: (_, hop) => hop < trustProxy,
    // Ten thousand bytes of Chinese in an address are thirty thousand once encoded, and must get an answer.
    // A request without a body is not made a stream to be read to its end: a tenth of what a kept page costs.
    http: { maxHeaderSize: 128 * 1024, headersTimeout: 60_000, optimizeEmptyRequests: true },
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    // Whoever sends a large file may be on a slow line; a body of any other call has a minute (endSlowBody).
    requestTimeout: longestUploadMs,
    frameworkErrors: (error, _, reply) => {
      sendFailure(reply as FastifyReply, toFailure(error, ''));
    },
    clientErrorHandler: refuseConnection,
  });
  app.decorateRequest('ctx', null);
  closeConnections(app.server);
  app.server.on('checkExpectation', refuseExpectation);
  const headers = safeHeaders(parts);
  app.addHook('onRequest', (_, reply, next) => {
    reply.headers(headers);
    next();
  });
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    routes.push(route);
  });
  app.addHook('onReady', async () => {
    const open = routes.find(({ config, method }) => !config?.access && method !== 'HEAD');
    if (open) throw new Error(`route ${open.url} declares no access`);
  });
  forgetTypesOfNothing(app);
  parseBodies(app);
  app.setErrorHandler((error, request, reply) => {
    // The one thing a stranger learns of an unforeseen fault: the number under which we find it in the log.
    const number = randomBytes(6).toString('hex');
    const failure = toFailure(error, number);
    // Who left while a file was on its way is no fault of ours to look into.
    const isGone = (error as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE' && reply.raw.destroyed;
    if (failure.status >= 500 && !isGone)
      log.error({ err: error, path: request.url.split('?')[0], number }, 'request failed');
    if (isCollision(error)) log.warn({ err: error, path: request.url.split('?')[0] }, 'two changes met');
    sendFailure(reply, failure);
  });
  for (const call of parts.calls) if (!call.upload) serveCall(app, parts, call);
  serveUploads(app, (forms) => {
    for (const call of parts.calls) if (call.upload) serveCall(forms, parts, call);
  });
  const unknownCall = (_: FastifyRequest, reply: FastifyReply) => sendFailure(reply, refusal(404));
  // GET has to be taken from the pages, which answer every path; other methods have no route at all.
  for (const url of [apiBase, `${apiBase}/*`])
    app.route({ method: 'GET', url, config: { access: 'open' }, handler: unknownCall });
  app.setNotFoundHandler((request, reply) =>
    request.url.startsWith(`${apiBase}/`)
      ? unknownCall(request, reply)
      : sendFailure(reply, { ...refusal(404), msg: '没有这个地址' }),
  );
  return app;
}

/**
 * Headers of every answer. Pages and files replace the policy by their own; what does not, such as an answer of a call
 * opened as a document, runs nothing and is framed by nobody.
 */
export const safeHeaders = ({
  siteUrl,
  hasHstsSubdomains = false,
}: Pick<AppParts, 'siteUrl' | 'hasHstsSubdomains'>): Record<string, string> => ({
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

function serveCall(app: FastifyInstance, parts: AppParts, call: Call): void {
  const contextOf = contextResolver(parts);
  app.route({
    method: call.method,
    url: parts.apiBase + call.path,
    config: { access: call.access },
    bodyLimit: call.maxBodyBytes,
    // Access is decided before validation, and before a body is read (PRODUCT §4).
    onRequest: async (request, reply) => {
      if (!call.upload) endSlowBody(request);
      const ctx = await contextOf(request, reply, call);
      try {
        admit(call.access, ctx);
      } catch (error) {
        await noteRefusal(parts, call, ctx, originOf(request, reply, parts), error);
      }
      request.setDecorator('ctx', ctx);
      if (!call.body && !call.upload) ignoreBody(request);
    },
    handler: async (request, reply) => {
      const ctx = request.getDecorator<Context>('ctx');
      const origin = originOf(request, reply, parts);
      const query = validateQuery(call.query, request.query);
      const data = await run(call, ctx, { request, query, origin }, parts).catch((error) =>
        noteRefusal(parts, call, ctx, origin, error),
      );
      if (call.setsXsrf) giveXsrfCookie(request, reply);
      if (call.binary) return sendBinary(reply, call.binary, data as BinaryFile);
      reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store');
      return reply.send(call.raw ? JSON.stringify(data) : okEnvelope(data));
    },
  });
}

/** Throws the error on, after `onRefused` heard of it if it refuses a member something of staff. */
async function noteRefusal(
  { onRefused }: AppParts,
  call: Call,
  ctx: Context,
  origin: Origin,
  error: unknown,
): Promise<never> {
  const isRefusal = error instanceof DomainError && error.kind === 'forbidden';
  if (isRefusal && typeof call.access === 'object' && ctx.actor.kind === 'member')
    await onRefused?.(ctx, call, origin);
  throw error;
}

/** Reads the body, or the form with its file, and makes the call; of a file on disk nothing is left afterwards. */
async function run(
  call: Call,
  ctx: Context,
  { request, query, origin }: { request: FastifyRequest; query: unknown; origin: Origin },
  { uploadFolder, scanUpload }: Pick<AppParts, 'uploadFolder' | 'scanUpload'>,
): Promise<unknown> {
  if (!call.upload) return call.run(ctx, { query, body: validateBody(call.body, request.body), origin });
  if (!call.upload.onDisk) {
    const { file, fields } = await takeUpload(request, call.upload);
    await scanUpload?.(ctx, [file.bytes]);
    return call.run(ctx, { query, body: validateBody(call.body, fields), file, origin });
  }
  const { file, fields, forget } = await takeUploadToDisk(request, call.upload, uploadFolder);
  try {
    await scanUpload?.(ctx, createReadStream(file.path));
    return await call.run(ctx, { query, body: validateBody(call.body, fields), file, origin });
  } finally {
    await forget();
  }
}

/** A body that trickles in holds a connection: after a minute it is refused like slow headers are. */
function endSlowBody({ raw }: FastifyRequest): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers;
  // An injected request has no connection that could be held.
  if (!(raw.socket instanceof Socket)) return;
  if (length === undefined && encoding === undefined) return;
  const timer = setTimeout(() => {
    if (!raw.complete) refuseConnection({ code: 'ERR_HTTP_REQUEST_TIMEOUT' } as never, raw.socket);
  }, longestBodyMs);
  timer.unref();
  for (const over of ['end', 'close']) raw.once(over, () => clearTimeout(timer));
}

// What proxies, CDNs and clouds add: the client's address in one of its many names, and marks of their own.
const forwarding =
  /^(forwarded|via|cdn-loop|(x-)?forwarded-.*|x-original-.*|x-proxyuser-.*|(.*-)?(client|real|connecting|socket|remote|user|source)-?(ip|addr|address|host)|cf-.*|x-(envoy|azure|arr|amzn?|amz|appengine|cloud|vercel|nf|fly|akamai|ali|tencent|tt)-.*|fly-.*|fastly-.*|akamai-.*|ali-.*|eagleeye-.*|ngrok-.*|tailscale-.*|x-host|x-remote-.*|x-varnish|(wl-)?proxy-.*|front-end-https)$/;
// A stranger's page may have its own name lead to this machine: only the names that always do are ours.
const localHost = /^(localhost|[\w.-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;
const loopback = /^(::1|127\.\d+\.\d+\.\d+|::ffff:127\.\d+\.\d+\.\d+)$/;

/**
 * Whether somebody on this machine asks the portal directly. A proxy on this machine speaks for strangers, whether it is
 * trusted or not, so every sign of one counts: settings that mention one or a public address, the headers it adds, a name
 * that is not this machine's, HTTP/1.0 (nginx as it comes sends that, with our own name and without a header), a page of
 * another origin.
 */
function isLocal({ raw, headers, socket }: FastifyRequest, { trustProxy, siteUrl }: AppParts): boolean {
  const pages = [headers.origin, headers.referer].filter((page) => page !== undefined);
  return (
    trustProxy === 0 &&
    [siteUrl, ...pages].every((page) => page === undefined || localHost.test(URL.parse(page)?.host ?? '')) &&
    raw.httpVersion !== '1.0' &&
    loopback.test(socket.remoteAddress ?? '') &&
    localHost.test(headers.host ?? '') &&
    !Object.keys(headers).some((name) => forwarding.test(name))
  );
}

function originOf(request: FastifyRequest, reply: FastifyReply, parts: AppParts): Origin {
  const { headers } = request;
  return {
    address: request.ip,
    userAgent: String(headers['user-agent'] ?? '').slice(0, 300),
    cookie: headers.cookie ?? '',
    site: `${request.protocol}://${request.host}`,
    isLocal: isLocal(request, parts),
    setHeader: (name, value) => {
      reply.header(name, value);
    },
  };
}

/** A file to be saved, never shown: what a member put into it must not run on our origin. */
function sendBinary(reply: FastifyReply, type: string, { name, bytes }: BinaryFile): FastifyReply {
  return reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('cache-control', 'no-store')
    .send(bytes);
}

/**
 * Tenant, client and person of a request, from its three headers (seed §7, PRODUCT §4).
 * @throws invalid for an unknown tenant, forbidden for a wrong client
 */
export function contextResolver(parts: AppParts) {
  const credential = `Basic ${Buffer.from(parts.apiClient).toString('base64')}`;
  const now = parts.now ?? (() => new Date());
  const base = { events: parts.events, log: parts.log, now };
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    call: Pick<Call, 'access'>,
  ): Promise<Context> => {
    const { authorization, 'tenant-id': tenantId, 'blade-auth': session } = request.headers;
    const tenant = tenantId ? parts.tenants.get(String(tenantId)) : parts.defaultTenant;
    if (!tenant) throw invalid(`租户（Tenant-Id）不存在：${String(tenantId).slice(0, 20)}`);
    if (authorization !== credential) throw forbidden('客户端凭证（Authorization）不正确');
    const token = session === undefined ? null : readBearer(String(session));
    const actor = token === null ? visitor : await parts.resolveActor(tenant, token);
    // A dead token on an open call is answered as a visitor's, and said (PRODUCT §4).
    if (!actor && call.access === 'open') reply.header('x-session', 'expired');
    return { tenant, db: tenant.db, actor: actor ?? visitor, ...base };
  };
}

const readBearer = (header: string): string => header.replace(/^bearer\s+/i, '').trim();

function giveXsrfCookie(request: FastifyRequest, reply: FastifyReply): void {
  if (request.headers.cookie?.includes(`${xsrfCookie}=`)) return;
  const secure = request.protocol === 'https' ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${xsrfCookie}=${randomBytes(16).toString('base64url')}; Path=/; SameSite=Lax${secure}`,
  );
}

/** A body that no schema describes is not read: Node drops what has come of it with the answer. */
function ignoreBody({ raw: { headers } }: FastifyRequest): void {
  delete headers['content-type'];
  delete headers['content-length'];
  delete headers['transfer-encoding'];
}

/** Who names the type of a body that is not even announced sends none; a parser would wait for its end for ever. */
function forgetTypesOfNothing(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _, next) => {
    const { headers } = request.raw;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)
      delete headers['content-type'];
    next();
  });
}

/** JSON (an empty body is no body: many clients name the type of a body they do not send) and forms. */
function parseBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    return parseJson(request, body as string, done);
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body as string)));
  });
}

/** Node answers an `Expect` that it does not know with an empty 417. */
function refuseExpectation(_: IncomingMessage, response: ServerResponse): void {
  response.writeHead(417, {
    ...safeHeaders({}),
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(failureEnvelope(refusal(417)));
}

const rawHeaders = Object.entries(safeHeaders({}))
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

/** What the HTTP parser itself refuses (431, 408, malformed requests) is answered in the envelope too. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status =
    error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const body = failureEnvelope(refusal(status));
  socket.end(
    `HTTP/1.1 ${status} Refused\r\n${rawHeaders}Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

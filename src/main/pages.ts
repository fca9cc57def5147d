import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { listColumns } from '#features/columns/index.ts';
import {
  chooseEncoding,
  type Encoding,
  type MadeFrom,
  type MadePage,
  PageCache,
  type StoredPage,
} from '#kernel/cache/page-cache.ts';
import { remembered } from '#kernel/cache/remembered.ts';
import type { Context, Tenant } from '#kernel/context.ts';
import { DatabaseUnavailable } from '#kernel/errors.ts';
import { toFailure } from '#kernel/http/envelope.ts';
import { answerFirst, sendWire, takesWire } from '#kernel/http/wire.ts';
import { dayMs, dayOf } from '#shared/dates.ts';
import type { Plan, SiteRenderer } from '../web/entry.server.tsx';
import type { App } from './app.ts';
import { asker, countsMs } from './page-answers.ts';
import { drawBrokenPage, pageHeaders, siteFields, tenantOf } from './page-frame.ts';
import { serveBuilt } from './serve-built.ts';
import { clientFolder, type SiteBuild } from './site-build.ts';

export type Pages = { cache: PageCache };

type SentPage = StoredPage | { redirect: string };

/** How long a reader waits for a new page where an older one is there. */
const patienceMs = 2000;
const awayMs = 5000;

/**
 * Serves the reader's site: the anonymous page, the same for everyone, rendered once and kept; redirects; the
 * one shell of guarded views; static files that never change.
 */
export async function servePages(app: FastifyInstance, house: App, build: SiteBuild): Promise<Pages> {
  const ask = asker(house.calls);
  const makeSite = async (ctx: Context) => build.createSite(await listColumns(ctx));
  const siteOf = build.isLive ? makeSite : remembered(['columns'], makeSite);
  const headers = pageHeaders(house.config, build.isLive);
  const cache = new PageCache(house.config.pageCacheBytes, headers);
  // Addresses as they were asked for → keys of pages, so that a kept page is found without parsing the address.
  const aliases = new LRUCache<string, string>({ max: 20_000 });

  if (!build.isLive) {
    await serveBuilt(app, clientFolder, 'assets');
    servePublic(app);
  }
  app.get(
    '/*',
    { config: { access: 'page' }, errorHandler: sendBrokenPage(house) },
    async (request, reply) => {
      const tenant = tenantOf(house, request);
      const encoding = chooseEncoding(request.headers['accept-encoding']);
      const known = aliases.get(`${tenant.id}${request.url}`);
      const quick = known && cache.find(known, encoding, Date.now());
      if (quick) return sendPage(request, reply, quick, encoding, headers);
      const stale = known && (await cache.takeStale(known, encoding, Date.now()));
      const page = await (stale
        ? orStale(() => makePage(request, tenant, encoding), stale)
        : makePage(request, tenant, encoding));
      if (!('body' in page) || page.redirect !== undefined)
        return reply.header('cache-control', 'no-cache').redirect(page.redirect ?? '/index', 302);
      if (stale && page === stale) {
        const ttl = -Math.max(1, Math.round(stale.ageMs / 1000));
        reply.header('cache-status', `guanlan; hit; ttl=${ttl}; detail=not-renewed`);
      }
      return sendPage(request, reply, page, encoding, headers);
    },
  );

  // While the database is away, every reader would wait for the same failure.
  let awayUntilMs = 0;

  /** The stale page where a new one cannot be made for want of the database, or not soon. */
  async function orStale(make: () => Promise<SentPage>, stale: StoredPage): Promise<SentPage> {
    if (Date.now() < awayUntilMs) return stale;
    const made = make().catch((error: unknown) => {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      awayUntilMs = Date.now() + awayMs;
      return stale;
    });
    // Given up on, it goes on: the next reader may find it.
    made.catch(() => undefined);
    return Promise.race([made, setTimeout(patienceMs, stale, { ref: false })]);
  }

  async function makePage(request: FastifyRequest, tenant: Tenant, encoding: Encoding): Promise<SentPage> {
    const nowMs = Date.now();
    const ctx = house.contextOf(tenant);
    const hasSameColumns = columnsWatch(tenant);
    const renderer = await siteOf(ctx);
    const plan = await renderer.plan(readAddress(request.url));
    if (plan.kind === 'redirect') return { redirect: plan.to };
    const key = `${tenant.id} ${plan.key}`;
    if (plan.tags && request.url.length <= 500) aliases.set(`${tenant.id}${request.url}`, key);
    const from: MadeFrom | null = plan.tags && {
      generations: tenant.tags,
      tags: [...plan.tags, 'settings'],
    };
    return cache.take(key, from, encoding, nowMs, () => render(renderer, plan, ctx, hasSameColumns));
  }

  if (!build.isLive && house.config.tenants.length === 1) answerKeptFirst();

  /** A kept page needs nothing of what the application does for a request; another tenant's needs its host. */
  function answerKeptFirst(): void {
    let isClosing = false;
    // The application then says in its answers that the connection ends.
    app.addHook('preClose', async () => {
      isClosing = true;
    });
    answerFirst(app.server, (request, response) => {
      const key = aliases.get(`${house.defaultTenant.id}${request.url}`);
      if (key === undefined || isClosing || !takesWire(request, response)) return false;
      const nowMs = Date.now();
      const page = cache.find(key, chooseEncoding(request.headers['accept-encoding']), nowMs);
      if (page?.wire) sendWire(response, page.wire, nowMs);
      return page?.wire !== undefined;
    });
  }

  async function render(
    renderer: SiteRenderer,
    plan: Extract<Plan, { kind: 'page' }>,
    ctx: Context,
    hasSameColumns: () => boolean,
  ): Promise<MadePage> {
    const now = ctx.now();
    let isWhole = true;
    let isAway: DatabaseUnavailable | undefined;
    const noteFault = (error: unknown) => {
      isWhole = false;
      if (error instanceof DatabaseUnavailable) isAway = error;
    };
    const rendered = await renderer.render(plan, {
      site: await siteFields(house, ctx.tenant),
      today: dayOf(now),
      ask: ask(ctx, noteFault),
      assets: build.assetsOf(plan.source),
    });
    // Of a page without its parts a reader has nothing.
    if (isAway) throw isAway;
    if (rendered.kind === 'redirect') return { status: 302, html: '', untilMs: 0, redirect: rendered.to };
    // A page that lacks a part because something failed is for those who asked now; the next reader's is whole.
    const isKept = rendered.isComplete && isWhole && hasSameColumns() && !build.isLive;
    const untilMs = isKept ? Math.min(now.getTime() + countsMs, nextDay(now)) : 0;
    return { status: rendered.status, html: await build.finish(rendered.html, plan.address), untilMs };
  }
  return { cache };
}

/** The address as one of ours: `//host` is a path here and no host, and nothing that arrives is a fault. */
export function readAddress(url: string): URL {
  const own = 'http://guanlan.invalid';
  return URL.parse(url.startsWith('/') ? own + url : url, own) ?? new URL('/404', own);
}

/** What a reader sees when a page cannot even be rendered: no stack, a way on, the number to ask us with. */
function sendBrokenPage({ log, config }: App) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const number = randomBytes(6).toString('hex');
    const { status, msg, retryAfter } = toFailure(error, number);
    if (status >= 500)
      log.error({ err: error, path: request.url.split('?')[0], number }, 'a page could not be rendered');
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    const html = drawBrokenPage({
      name: config.site.name,
      message: msg,
      reloadSeconds: status === 503 ? 10 : null,
    });
    return reply
      .code(status)
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(html);
  };
}

/** The routes are made from the column list before the page's own tags are noted: says whether it still stands. */
function columnsWatch({ tags }: Tenant): () => boolean {
  const stamp = tags.stamp(['columns']);
  return () => tags.isCurrent(['columns'], stamp);
}

// 昨天 is another day after midnight in Shanghai.
const nextDay = (now: Date): number => Date.parse(`${dayOf(now)}T00:00:00+08:00`) + dayMs;

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: StoredPage,
  encoding: string,
  headers: Record<string, string>,
) {
  reply.headers(headers).header('etag', page.etag);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  if (page.status === 200 && request.headers['if-none-match']?.includes(page.etag))
    return reply.code(304).send();
  return reply.code(page.status).send(page.body);
}

function servePublic(app: FastifyInstance): void {
  const icon = readPublic('favicon.svg');
  app.get('/favicon.svg', { config: { access: 'page' } }, (_, reply) =>
    reply.header('content-type', 'image/svg+xml').header('cache-control', 'max-age=86400').send(icon),
  );
  // Asked for anew each time: its name does not change with its content, and a log-in hangs on it.
  const callback = readPublic('wechat-callback.js');
  app.get('/wechat-callback.js', { config: { access: 'page' } }, (_, reply) =>
    reply
      .header('content-type', 'text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(callback),
  );
  app.get('/favicon.ico', { config: { access: 'page' } }, (_, reply) => reply.redirect('/favicon.svg', 301));
}

function readPublic(name: string): Buffer {
  const file = join(clientFolder, name);
  return existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
}

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import {
  chooseEncoding,
  type Encoding,
  PageCache,
  type PageDependencies,
  type StoredPage,
  sharedFor,
} from '#kernel/cache/page-cache.ts';
import type { Tenant } from '#kernel/context.ts';
import { DatabaseUnavailable } from '#kernel/errors.ts';
import type { Moved } from '#kernel/feature.ts';
import { canSendRaw, interceptRequests, sendRawResponse } from '#kernel/http/raw-response.ts';
import { tenantOf } from '#kernel/http/tenant-of.ts';
import type { App } from './app.ts';
import { sendBrokenPage } from './broken-page.ts';
import { findElsewhere, sendMoved } from './old-addresses.ts';
import { pageHeaders } from './page-frame.ts';
import { createPageRenderer, tagsOf, watchColumns } from './render-page.ts';
import { serveBuilt } from './serve-built.ts';
import { clientFolder, type SiteBuild, siteBuilt } from './site-build.ts';

export type Pages = { cache: PageCache };

/** What an address leads to. A page has an age in ms if it is stale and could not be renewed. */
type Found = (StoredPage & { ageMs?: number }) | { redirect: string } | { moved: Moved };

/** How long a reader waits for a fresh page if a stale one is cached. */
const maxWaitMs = 2000;
const databaseRetryMs = 5000;

/**
 * Serves the reader's site: anonymous pages, which are the same for everyone, rendered once and cached; redirects; the
 * one shell of views that need a log-in; immutable static files.
 */
export async function servePages(server: FastifyInstance, app: App, build: SiteBuild): Promise<Pages> {
  const headers = pageHeaders(app.config, build.isLive);
  const finder = createPageFinder(app, build, headers);
  if (!build.isLive) {
    await serveBuilt(server, siteBuilt, app.findOtherBuild);
    servePublic(server);
  }
  const options = { config: { access: 'page' }, errorHandler: sendBrokenPage(app) } as const;
  server.get('/*', options, async (request, reply) => {
    const tenant = tenantOf(app, request);
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    const found = await finder.find(request, tenant, encoding);
    if ('moved' in found) return sendMoved(app.contextOf(tenant), reply, found.moved);
    if (!('body' in found) || found.redirect !== undefined)
      return reply
        .header('cache-control', 'no-cache')
        .redirect(found.redirect ?? '/index', 'status' in found ? found.status : 302);
    return sendPage(request, reply, found, encoding, headers);
  });
  if (!build.isLive && app.config.tenants.length === 1)
    answerFromCacheFirst(server, app.defaultTenant, finder);
  return { cache: finder.cache };
}

type PageFinder = ReturnType<typeof createPageFinder>;

function createPageFinder(app: App, build: SiteBuild, headers: Record<string, string>) {
  const cache = new PageCache(app.config.pageCacheBytes, headers);
  const { loadSite, render } = createPageRenderer(app, build);
  // Maps requested URLs to page keys, so that a cached page is found without parsing the URL.
  const aliases = new LRUCache<string, string>({ max: 20_000 });
  // After a database failure, readers get the stale page at once, instead of each waiting for the same failure.
  let databaseAwayUntilMs = 0;

  const findCached = (tenant: Tenant, url: string, encoding: Encoding): StoredPage | undefined => {
    const key = aliases.get(`${tenant.id}${url}`);
    return key === undefined ? undefined : cache.find(key, encoding, Date.now());
  };

  /** Finds the page in the cache, else renders it; a stale one if that fails for want of the database, or takes too long. */
  async function find(request: FastifyRequest, tenant: Tenant, encoding: Encoding): Promise<Found> {
    // Of an address that is not in UTF-8 the site may only show where it leads.
    if (request.url !== request.originalUrl) return findFresh(request, tenant, encoding);
    const cached = findCached(tenant, request.url, encoding);
    if (cached) return cached;
    const key = aliases.get(`${tenant.id}${request.url}`);
    const stale = key === undefined ? null : await cache.findStale(key, encoding, Date.now());
    if (!stale) return findFresh(request, tenant, encoding);
    if (Date.now() < databaseAwayUntilMs) return stale;
    const fresh = findFresh(request, tenant, encoding).catch((error: unknown) => {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      databaseAwayUntilMs = Date.now() + databaseRetryMs;
      return stale;
    });
    // Rendering continues after the time-out, and the next reader may find its result in the cache.
    fresh.catch(() => undefined);
    return Promise.race([fresh, setTimeout(maxWaitMs, stale, { ref: false })]);
  }

  async function findFresh(request: FastifyRequest, tenant: Tenant, encoding: Encoding): Promise<Found> {
    const nowMs = Date.now();
    const ctx = app.contextOf(tenant);
    const hasSameColumns = watchColumns(tenant);
    const site = await loadSite(ctx);
    const url = parseUrl(request.url);
    const plan = await site.plan(url);
    const sent = parseUrl(request.originalUrl);
    const elsewhere = await findElsewhere(ctx, request, { url, sent }, site, plan);
    if (elsewhere) return elsewhere;
    if (plan.kind === 'redirect') return { redirect: plan.to };
    const key = `${tenant.id} ${plan.key}`;
    if (plan.tags && request.url.length <= 500) aliases.set(`${tenant.id}${request.url}`, key);
    const from: PageDependencies | null = plan.tags && {
      generations: tenant.tags,
      tags: tagsOf(plan.tags),
    };
    return cache.findOrRender(key, from, encoding, nowMs, (lastDigest) =>
      render(site, plan, ctx, { hasSameColumns, lastDigest }),
    );
  }

  return { cache, find, findCached };
}

/**
 * Answers from the cache before Fastify handles the request: a cached page needs none of its hooks. Not used with
 * several tenants, because finding the tenant needs the host name.
 */
function answerFromCacheFirst(
  server: FastifyInstance,
  tenant: Tenant,
  { cache, findCached }: PageFinder,
): void {
  let isClosing = false;
  // While closing, Fastify announces in its responses that the connection ends, so requests go through it.
  server.addHook('preClose', async () => {
    isClosing = true;
  });
  interceptRequests(server.server, (request, response) => {
    if (isClosing || !canSendRaw(request, response)) return false;
    const page = findCached(tenant, request.url ?? '', chooseEncoding(request.headers['accept-encoding']));
    if (!page?.raw || (page.shared && !sharedFor(request, page.shared))) return false;
    cache.noteRaw();
    sendRawResponse(response, page.raw, Date.now());
    return true;
  });
}

/** Parses a request target as a URL of this site: `//host` is a path and not a host, and invalid input never throws. */
export function parseUrl(url: string): URL {
  const origin = 'http://guanlan.invalid';
  return URL.parse(url.startsWith('/') ? origin + url : url, origin) ?? new URL('/404', origin);
}

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: StoredPage & { ageMs?: number },
  encoding: string,
  headers: Record<string, string>,
) {
  reply
    .headers({ ...headers, ...page.headers, ...sharedFor(request, page.shared) })
    .header('etag', page.etag);
  if (page.ageMs !== undefined) {
    const ttl = -Math.max(1, Math.round(page.ageMs / 1000));
    reply.header('cache-status', `guanlan; hit; ttl=${ttl}; detail=not-renewed`);
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  if (page.status === 200 && request.headers['if-none-match']?.includes(page.etag))
    return reply.code(304).send();
  return reply.code(page.status).send(page.body);
}

function servePublic(server: FastifyInstance): void {
  // Revalidated each time, because its name does not change with its content, and log-ins depend on it.
  const callback = readPublic('wechat-callback.js');
  server.get('/wechat-callback.js', { config: { access: 'page' } }, (_, reply) =>
    reply
      .header('content-type', 'text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(callback),
  );
}

function readPublic(name: string): Buffer {
  const file = join(clientFolder, name);
  return existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
}

import { hash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { listColumns } from '#features/columns/index.ts';
import { readMenu } from '#features/pages/index.ts';
import { lastBrandOf } from '#features/settings/index.ts';
import { cachedByTag } from '#kernel/cache/cached-by-tag.ts';
import {
  chooseEncoding,
  type Encoding,
  PageCache,
  type PageDependencies,
  type RenderedPage,
  type StoredPage,
  sharedFor,
  type UnchangedPage,
} from '#kernel/cache/page-cache.ts';
import { createPartCache } from '#kernel/cache/part-cache.ts';
import type { Context, Tenant } from '#kernel/context.ts';
import { DatabaseUnavailable } from '#kernel/errors.ts';
import type { Moved } from '#kernel/feature.ts';
import { toFailure } from '#kernel/http/envelope.ts';
import { documentPolicy } from '#kernel/http/message-page.ts';
import { canSendRaw, interceptRequests, sendRawResponse } from '#kernel/http/raw-response.ts';
import { tenantOf } from '#kernel/http/tenant-of.ts';
import type { CacheTag } from '#shared/cache-tags.ts';
import { dayMs, dayOf } from '#shared/dates.ts';
import type { PagePlan, SiteRenderer } from '../web/entry.server.tsx';
import type { App } from './app.ts';
import { findElsewhere, sendMoved } from './old-addresses.ts';
import { countsTtlMs, createPageFetch } from './page-fetch.ts';
import { pageHeaders, readBrandHead, renderBrokenPage, siteFields, siteTags } from './page-frame.ts';
import { serveBuilt } from './serve-built.ts';
import { clientFolder, type SiteBuild, siteBuilt } from './site-build.ts';
import { statisticsSources } from './statistics-policy.ts';

export type Pages = { cache: PageCache };

type PageOrRedirect = StoredPage | { redirect: string } | { moved: Moved };

/** How long a reader waits for a fresh page if a stale one is cached. */
const maxWaitMs = 2000;
const databaseRetryMs = 5000;
/** Parts of some hundred pages; each web process has this cache beside that of whole pages. */
const partCacheBytes = 8_000_000;

/**
 * Serves the reader's site: anonymous pages, which are the same for everyone, rendered once and cached; redirects; the
 * one shell of views that need a log-in; immutable static files.
 */
export async function servePages(server: FastifyInstance, app: App, build: SiteBuild): Promise<Pages> {
  const { cdn } = app.config;
  const fetchFor = createPageFetch(app);
  const createSite = async (ctx: Context) => build.createSite(await listColumns(ctx), await readMenu(ctx));
  const loadSiteRenderer = build.isLive ? createSite : cachedByTag(['columns'], createSite);
  // The same object until a tag is purged, by which the renderer knows parts that show it.
  const readSite = cachedByTag(siteTags, (ctx) => siteFields(app, ctx.tenant));
  const readHead = cachedByTag(['settings'], (ctx) => readBrandHead(app, ctx.tenant));
  const partCache = build.isLive ? undefined : createPartCache(partCacheBytes);
  const headers = pageHeaders(app.config, build.isLive);
  const cache = new PageCache(app.config.pageCacheBytes, headers);
  // Maps requested URLs to page keys, so that a cached page is found without parsing the URL.
  const aliases = new LRUCache<string, string>({ max: 20_000 });

  if (!build.isLive) {
    await serveBuilt(server, siteBuilt, app.findOtherBuild);
    servePublic(server);
  }
  server.get(
    '/*',
    { config: { access: 'page' }, errorHandler: sendBrokenPage(app) },
    async (request, reply) => {
      const tenant = tenantOf(app, request);
      const encoding = chooseEncoding(request.headers['accept-encoding']);
      // Of an address that is not in UTF-8 the site may only show where it leads.
      const known =
        request.url === request.originalUrl ? aliases.get(`${tenant.id}${request.url}`) : undefined;
      const cachedPage = known && cache.find(known, encoding, Date.now());
      if (cachedPage) return sendPage(request, reply, cachedPage, encoding, headers);
      const stale = known && (await cache.findStale(known, encoding, Date.now()));
      const page = await (stale
        ? withStaleFallback(() => renderPage(request, tenant, encoding), stale)
        : renderPage(request, tenant, encoding));
      if ('moved' in page) return sendMoved(app.contextOf(tenant), reply, page.moved);
      if (!('body' in page) || page.redirect !== undefined)
        return reply
          .header('cache-control', 'no-cache')
          .redirect(page.redirect ?? '/index', 'status' in page ? page.status : 302);
      if (stale && page === stale) {
        const ttl = -Math.max(1, Math.round(stale.ageMs / 1000));
        reply.header('cache-status', `guanlan; hit; ttl=${ttl}; detail=not-renewed`);
      }
      return sendPage(request, reply, page, encoding, headers);
    },
  );

  // After a database failure, readers get the stale page at once, instead of each waiting for the same failure.
  let databaseAwayUntilMs = 0;

  /** Returns the stale page if the database is unavailable or rendering takes longer than `maxWaitMs`. */
  async function withStaleFallback(
    renderFresh: () => Promise<PageOrRedirect>,
    stale: StoredPage,
  ): Promise<PageOrRedirect> {
    if (Date.now() < databaseAwayUntilMs) return stale;
    const freshPage = renderFresh().catch((error: unknown) => {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      databaseAwayUntilMs = Date.now() + databaseRetryMs;
      return stale;
    });
    // Rendering continues after the time-out, and the next reader may find its result in the cache.
    freshPage.catch(() => undefined);
    return Promise.race([freshPage, setTimeout(maxWaitMs, stale, { ref: false })]);
  }

  async function renderPage(
    request: FastifyRequest,
    tenant: Tenant,
    encoding: Encoding,
  ): Promise<PageOrRedirect> {
    const nowMs = Date.now();
    const ctx = app.contextOf(tenant);
    const hasSameColumns = watchColumns(tenant);
    const renderer = await loadSiteRenderer(ctx);
    const url = parseUrl(request.url);
    const plan = await renderer.plan(url);
    const sent = parseUrl(request.originalUrl);
    const elsewhere = await findElsewhere(ctx, request, { url, sent }, renderer, plan);
    if (elsewhere) return elsewhere;
    if (plan.kind === 'redirect') return { redirect: plan.to };
    const key = `${tenant.id} ${plan.key}`;
    if (plan.tags && request.url.length <= 500) aliases.set(`${tenant.id}${request.url}`, key);
    const from: PageDependencies | null = plan.tags && {
      generations: tenant.tags,
      tags: tagsOf(plan.tags),
    };
    return cache.findOrRender(key, from, encoding, nowMs, (lastDigest) =>
      render(renderer, plan, ctx, { hasSameColumns, lastDigest }),
    );
  }

  if (!build.isLive && app.config.tenants.length === 1) answerFromCacheFirst();

  /**
   * Answers from the cache before Fastify handles the request: a cached page needs none of its hooks. Not used with
   * several tenants, because finding the tenant needs the host name.
   */
  function answerFromCacheFirst(): void {
    let isClosing = false;
    // While closing, Fastify announces in its responses that the connection ends, so requests go through it.
    server.addHook('preClose', async () => {
      isClosing = true;
    });
    interceptRequests(server.server, (request, response) => {
      const key = aliases.get(`${app.defaultTenant.id}${request.url}`);
      if (key === undefined || isClosing || !canSendRaw(request, response)) return false;
      const nowMs = Date.now();
      const page = cache.find(key, chooseEncoding(request.headers['accept-encoding']), nowMs);
      if (!page?.raw || (page.shared && !sharedFor(request, page.shared))) return false;
      cache.noteRaw();
      sendRawResponse(response, page.raw, nowMs);
      return true;
    });
  }

  async function render(
    renderer: SiteRenderer,
    plan: Extract<PagePlan, { kind: 'page' }>,
    ctx: Context,
    { hasSameColumns, lastDigest }: { hasSameColumns: () => boolean; lastDigest: string | undefined },
  ): Promise<RenderedPage | UnchangedPage> {
    const now = ctx.now();
    let hasNoFault = true;
    let databaseError: DatabaseUnavailable | undefined;
    const noteFault = (error: unknown) => {
      hasNoFault = false;
      if (error instanceof DatabaseUnavailable) databaseError = error;
    };
    const site = await readSite(ctx);
    const brandHead = await readHead(ctx);
    let digest: string | undefined;
    const rendered = await renderer.render(plan, {
      site,
      brandHead,
      today: dayOf(now),
      fetchCall: fetchFor({ ctx, tags: plan.tags, noteFault }),
      partCache,
      isUnchanged(shown) {
        digest = hash('sha256', [plan.source, brandHead, shown].join('\n'), 'base64url');
        return digest === lastDigest;
      },
      assets: build.assetsOf(plan.source),
    });
    // A page whose parts are missing is useless to a reader, so the failure is reported instead.
    if (databaseError) throw databaseError;
    if (rendered.kind === 'redirect')
      return { status: rendered.status, html: '', untilMs: 0, redirect: rendered.to };
    // A page that lacks a part because a call failed is sent but not cached, so that the next reader gets a complete
    // one.
    const isComplete = rendered.kind === 'unchanged' || rendered.isComplete;
    const isCacheable = isComplete && hasNoFault && hasSameColumns() && !build.isLive;
    const untilMs = isCacheable ? Math.min(now.getTime() + countsTtlMs, nextDay(now)) : 0;
    if (rendered.kind === 'unchanged') return { html: null, untilMs };
    return {
      status: rendered.status,
      html: await build.finish(rendered.html, plan.address),
      digest,
      untilMs,
      headers: site.statistics
        ? pageHeaders(app.config, build.isLive, statisticsSources(site.statistics))
        : undefined,
      shared:
        cdn && plan.tags && isCacheable && rendered.status === 200 && !plan.isGuarded
          ? (await loadCdn()).sharePage(cdn, ctx.tenant, plan.address, tagsOf(plan.tags))
          : undefined,
    };
  }
  return { cache };
}

const loadCdn = () => import('#scale/cdn/cdn-headers.ts');

/** The tags of a rendered page: those of the view, and of what every page shows. */
const tagsOf = (tags: readonly CacheTag[]): CacheTag[] => [...tags, 'settings', 'footer'];

/** Parses a request target as a URL of this site: `//host` is a path and not a host, and invalid input never throws. */
export function parseUrl(url: string): URL {
  const origin = 'http://guanlan.invalid';
  return URL.parse(url.startsWith('/') ? origin + url : url, origin) ?? new URL('/404', origin);
}

/**
 * Answers with a page for readers if rendering failed: no stack trace, a link to continue, and the error number to
 * quote.
 */
function sendBrokenPage(app: App) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const number = randomBytes(6).toString('hex');
    const { status, msg, retryAfter } = toFailure(error, number);
    if (status >= 500)
      app.log.error({ err: error, path: request.url.split('?')[0], number }, 'a page could not be rendered');
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    const html = renderBrokenPage({
      brand: lastBrandOf(tenantOf(app, request)),
      message: msg,
      reloadSeconds: status === 503 ? 10 : null,
    });
    return (
      reply
        .code(status)
        .header('content-type', 'text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        // The policy of everything that is no page would refuse its style.
        .header('content-security-policy', documentPolicy)
        .send(html)
    );
  };
}

/**
 * The routes are built from the columns before the page's own tags are stamped: returns whether the columns are
 * unchanged.
 */
function watchColumns({ tags }: Tenant): () => boolean {
  const stamp = tags.stamp(['columns']);
  return () => tags.isCurrent(['columns'], stamp);
}

// Relative dates such as 昨天 change at midnight in Shanghai.
const nextDay = (now: Date): number => Date.parse(`${dayOf(now)}T00:00:00+08:00`) + dayMs;

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: StoredPage,
  encoding: string,
  headers: Record<string, string>,
) {
  reply
    .headers({ ...headers, ...page.headers, ...sharedFor(request, page.shared) })
    .header('etag', page.etag);
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

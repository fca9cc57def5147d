import { hash } from 'node:crypto';
import { listColumns } from '#features/columns/index.ts';
import { readMenu } from '#features/pages/index.ts';
import { cachedByTag } from '#kernel/cache/cached-by-tag.ts';
import type { RenderedPage, UnchangedPage } from '#kernel/cache/page-cache.ts';
import { createPartCache } from '#kernel/cache/part-cache.ts';
import type { Context, Tenant } from '#kernel/context.ts';
import { DatabaseUnavailable } from '#kernel/errors.ts';
import type { CacheTag } from '#shared/cache-tags.ts';
import { dayMs, dayOf } from '#shared/dates.ts';
import type { PagePlan, SiteRenderer } from '../web/entry.server.tsx';
import type { App } from './app.ts';
import { countsTtlMs, createPageFetch } from './page-fetch.ts';
import { pageHeaders, readBrandHead, siteFields, siteTags } from './page-frame.ts';
import type { SiteBuild } from './site-build.ts';
import { statisticsSources } from './statistics-policy.ts';

/** Parts of some hundred pages; each web process has this cache beside that of whole pages. */
const partCacheBytes = 8_000_000;

/** Returns functions that load the site's routes as its columns are now, and render one of its pages for the page cache. */
export function createPageRenderer(app: App, build: SiteBuild) {
  const { cdn } = app.config;
  const fetchFor = createPageFetch(app);
  const createSite = async (ctx: Context) => build.createSite(await listColumns(ctx), await readMenu(ctx));
  const loadSite = build.isLive ? createSite : cachedByTag(['columns'], createSite);
  // The same object until a tag is purged, by which the renderer knows parts that show it.
  const readSite = cachedByTag(siteTags, (ctx) => siteFields(app, ctx.tenant));
  const readHead = cachedByTag(['settings'], (ctx) => readBrandHead(app, ctx.tenant));
  const partCache = build.isLive ? undefined : createPartCache(partCacheBytes);

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

  return { loadSite, render };
}

const loadCdn = () => import('#scale/cdn/cdn-headers.ts');

/** The tags of a rendered page: those of the view, and of what every page shows. */
export const tagsOf = (tags: readonly CacheTag[]): CacheTag[] => [...tags, 'settings', 'footer'];

/**
 * The routes are built from the columns before the page's own tags are stamped: returns whether the columns are
 * unchanged.
 */
export function watchColumns({ tags }: Tenant): () => boolean {
  const stamp = tags.stamp(['columns']);
  return () => tags.isCurrent(['columns'], stamp);
}

// Relative dates such as 昨天 change at midnight in Shanghai.
const nextDay = (now: Date): number => Date.parse(`${dayOf(now)}T00:00:00+08:00`) + dayMs;

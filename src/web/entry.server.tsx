import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  type RouteObject,
  RouterContextProvider,
  type StaticHandler,
  StaticRouterProvider,
} from 'react-router';
import { buildRoutes, firstLeaf } from '#client/routes.ts';
import type { Column } from '#features/columns/schema.ts';
import type { CacheTag } from '#shared/cache-tags.ts';
import type { SiteMenu } from '#shared/menu.ts';
import { type FetchCall, fetchCallContext } from './api.ts';
import { type DocumentParts, renderDocument, serializeJson } from './document.ts';
import { canonicalAddress, type PageLocation, type RouteHandle } from './page.ts';
import { type PartCache, PartRenderContext } from './parts/cached-part.tsx';
import type { Payload } from './payload.ts';
import { startParts } from './render-parts.ts';
import { createRoutes } from './routes.tsx';
import { describePage } from './shell/head.tsx';
import { type Site, SiteContext } from './site.ts';

export type { FetchCall } from './api.ts';
export type { Site } from './site.ts';

/** What is known of a page before it is rendered: enough to look it up in the cache. */
export type PagePlan =
  | { kind: 'redirect'; to: string }
  | {
      kind: 'page';
      key: string;
      tags: CacheTag[] | null;
      source: string;
      isGuarded: boolean;
      isFound: boolean;
      address: string;
    };

export type Rendered =
  | { kind: 'redirect'; to: string; status: number }
  /** All that the page shows is as `isUnchanged` knows it. */
  | { kind: 'unchanged' }
  /** The document in pieces. */
  | { kind: 'html'; status: number; html: string[]; isComplete: boolean };

export type RenderOptions = {
  site: Site;
  /** The links to the icons, as HTML. */
  brandHead: string;
  today: string;
  fetchCall: FetchCall;
  /** Keeps the HTML of parts of pages; without it each page is rendered whole. */
  partCache?: PartCache | undefined;
  /**
   * Returns whether a page showed this before, which is then not rendered again. The text is what the browser hydrates
   * the page from, so the HTML depends on nothing else but the address.
   */
  isUnchanged?: ((shown: string) => boolean) | undefined;
  assets: DocumentParts['assets'];
};

/** Renders the site for one column list; create a new renderer when the list changes. */
export type SiteRenderer = {
  plan(url: URL): Promise<PagePlan>;
  render(plan: Extract<PagePlan, { kind: 'page' }>, options: RenderOptions): Promise<Rendered>;
  /** The public paths for the sitemap, without the posts. */
  publicPaths(): string[];
};

export function createSite(columns: Column[], menu: SiteMenu): SiteRenderer {
  const routes = createRoutes({ columns, menu });
  const handler = createStaticHandler(routes);
  const items = buildRoutes(columns, menu);
  const scopeOf = createPartScope();
  const findRoute = createRouteFinder(routes);
  return {
    plan: planPage,
    render: (plan, options) => renderPage(plan, handler, columns, scopeOf(options), options),
    publicPaths: () =>
      items.filter(({ meta, noMenu }) => !meta.auth && noMenu !== 1).map(({ fullPath }) => fullPath),
  };

  async function planPage(url: URL): Promise<PagePlan> {
    if (url.pathname === '/') return { kind: 'redirect', to: firstLeaf(items) };
    const route = findRoute(url.pathname);
    const handle = route?.handle as RouteHandle | undefined;
    if (!handle)
      return {
        kind: 'page',
        // Not shared between addresses: the page contains the requested address, to return to after a log-in.
        key: '404',
        tags: null,
        source: '',
        isGuarded: false,
        isFound: false,
        address: url.pathname,
      };
    if (!handle.module && typeof route?.lazy === 'function') await route.lazy();
    const { module, item, source, column } = handle;
    const { path, query, address } = canonicalAddress(url, module);
    const pageLocation: PageLocation = { item, column, path, query };
    // All guarded views share one anonymous shell per path, whatever the query.
    const tags: CacheTag[] | null = item.meta.auth ? ['columns'] : (module?.tags?.(pageLocation) ?? null);
    return {
      kind: 'page',
      key: item.meta.auth ? `shell ${path}` : address,
      tags,
      source,
      isGuarded: item.meta.auth,
      isFound: true,
      address,
    };
  }
}

async function renderPage(
  plan: Extract<PagePlan, { kind: 'page' }>,
  handler: StaticHandler,
  columns: Column[],
  scope: string,
  options: RenderOptions,
): Promise<Rendered> {
  const { site, brandHead, today, fetchCall, partCache, isUnchanged, assets } = options;
  const siteContext = { site, columns, today, fetchCall };
  if (plan.isGuarded) return renderGuardedShell(columns, options);
  const request = new Request(`http://guanlan.invalid${plan.address}`);
  const context = await handler.query(request, {
    requestContext: new RouterContextProvider(new Map([[fetchCallContext, fetchCall]])),
  });
  if (context instanceof Response)
    return { kind: 'redirect', to: context.headers.get('location') ?? '/', status: context.status };
  const isComplete = !context.errors && plan.isFound;
  // A 404 page hydrates like any other; a page whose load failed is loaded again in the browser.
  const payload = serializePayload({
    site,
    columns,
    today,
    ...(context.errors ? {} : { loaderData: context.loaderData }),
  });
  if (isComplete && isUnchanged?.(payload)) return { kind: 'unchanged' };
  // The matches in the context have their routes. Converting all routes again takes a fifth of the time of a page, and
  // only a page that shows an error needs their error boundaries.
  const router = createStaticRouter(context.errors ? handler.dataRoutes : [], context);
  const parts = partCache ? startParts(partCache, scope) : null;
  const rendered = renderToString(
    <StrictMode>
      <SiteContext value={siteContext}>
        <PartRenderContext value={parts}>
          <StaticRouterProvider router={router} context={context} hydrate={false} />
        </PartRenderContext>
      </SiteContext>
    </StrictMode>,
  );
  const body = parts?.fill(rendered) ?? rendered;
  const matches = context.matches.map(({ route, pathname }) => ({
    handle: route.handle,
    pathname,
    loaderData: context.loaderData[route.id],
  }));
  const status = plan.isFound ? context.statusCode : 404;
  const head = describePage(matches, { site, columns }, new URL(request.url).search);
  const html = renderDocument({
    head: status === 200 ? head : { ...head, isNoindex: true },
    body,
    payload,
    assets,
    site,
    brandHead,
  });
  return { kind: 'html', status, html, isComplete };
}

const serializePayload = (payload: Payload): string => serializeJson(payload);

let partScopes = 0;

/** Returns a function that numbers what parts show beside their data: the site, its columns and the day. */
function createPartScope(): (options: Pick<RenderOptions, 'site' | 'today'>) => string {
  let last: { site?: Site; today?: string; scope: string } = { scope: '' };
  return ({ site, today }) => {
    if (last.site !== site || last.today !== today) last = { site, today, scope: String(++partScopes) };
    return last.scope;
  };
}

const maxKnownPaths = 1000;

/**
 * Returns a function that finds the route of a path. It keeps the routes of found paths, since `matchRoutes` ranks all
 * routes for each path.
 */
function createRouteFinder(routes: RouteObject[]): (path: string) => RouteObject | undefined {
  const known = new Map<string, RouteObject>();
  return (path) => {
    const route = known.get(path) ?? matchRoutes(routes, path)?.at(-1)?.route;
    if (route?.handle && known.size < maxKnownPaths) known.set(path, route);
    return route;
  };
}

/**
 * Renders the anonymous shell of a guarded view. The browser, which has the token, checks access (docs/product.md §13).
 */
function renderGuardedShell(columns: Column[], { site, brandHead, today, assets }: RenderOptions): Rendered {
  const payload = serializePayload({ site, columns, today });
  const body = `<div class="shell-waiting" role="status"><span class="vh">正在打开 …</span></div>`;
  const head = { title: site.name, isNoindex: true };
  return {
    kind: 'html',
    status: 200,
    html: renderDocument({ head, body, payload, assets, site, brandHead }),
    isComplete: true,
  };
}

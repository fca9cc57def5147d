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
import { type Ask, askContext } from './api.ts';
import { type DocumentParts, writeDocument } from './document.ts';
import { ownAddress, type Place, type RouteHandle } from './page.ts';
import type { Payload } from './payload.ts';
import { createRoutes } from './routes.tsx';
import { headOf } from './shell/head.tsx';
import { type Site, SurroundingsContext } from './site.ts';

export type { Ask } from './api.ts';
export type { Site } from './site.ts';

/** What a page is before it is rendered: enough to look for it in a cache. */
export type Plan =
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
  | { kind: 'redirect'; to: string }
  | { kind: 'html'; status: number; html: string; isComplete: boolean };

export type RenderOptions = { site: Site; today: string; ask: Ask; assets: DocumentParts['assets'] };

/** The reader's site for one column list; make a new one when the list changes. */
export type SiteRenderer = {
  plan(url: URL): Promise<Plan>;
  render(plan: Extract<Plan, { kind: 'page' }>, options: RenderOptions): Promise<Rendered>;
  /** The addresses open to everyone that a sitemap should name, besides the pieces themselves. */
  openPaths(): string[];
};

export function createSite(columns: Column[]): SiteRenderer {
  const routes = createRoutes({ columns });
  const handler = createStaticHandler(routes);
  const items = buildRoutes(columns);
  return {
    plan: (url) => planPage(url, routes),
    render: (plan, options) => renderPage(plan, handler, columns, options),
    openPaths: () =>
      items.filter(({ meta, noMenu }) => !meta.auth && noMenu !== 1).map(({ fullPath }) => fullPath),
  };

  async function planPage(url: URL, tree: RouteObject[]): Promise<Plan> {
    if (url.pathname === '/') return { kind: 'redirect', to: firstLeaf(items) };
    const matches = matchRoutes(tree, url.pathname) ?? [];
    const handle = matches.at(-1)?.route.handle as RouteHandle | undefined;
    if (!handle)
      return {
        kind: 'page',
        // Not shared: it carries the address that was asked for, to come back to after a log-in.
        key: '404',
        tags: null,
        source: '',
        isGuarded: false,
        isFound: false,
        address: url.pathname,
      };
    const route = matches.at(-1)?.route;
    if (!handle.module && typeof route?.lazy === 'function') await route.lazy();
    const { module, item, source, column } = handle;
    const { path, query, address } = ownAddress(url, module);
    const place: Place = { item, column, path, query };
    // A guarded view is the same shell for everybody, whatever is asked of it.
    const tags: CacheTag[] | null = item.meta.auth ? ['columns'] : (module?.tags?.(place) ?? null);
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
  plan: Extract<Plan, { kind: 'page' }>,
  handler: StaticHandler,
  columns: Column[],
  { site, today, ask, assets }: RenderOptions,
): Promise<Rendered> {
  const surroundings = { site, columns, today, ask };
  if (plan.isGuarded) return guardedShell(columns, site, today, assets);
  const request = new Request(`http://guanlan.invalid${plan.address}`);
  const context = await handler.query(request, {
    requestContext: new RouterContextProvider(new Map([[askContext, ask]])),
  });
  if (context instanceof Response) return { kind: 'redirect', to: context.headers.get('location') ?? '/' };
  const isComplete = !context.errors && plan.isFound;
  const body = renderToString(
    <StrictMode>
      <SurroundingsContext value={surroundings}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </SurroundingsContext>
    </StrictMode>,
  );
  const matches = context.matches.map(({ route, pathname }) => ({
    handle: route.handle,
    pathname,
    loaderData: context.loaderData[route.id],
  }));
  const status = plan.isFound ? context.statusCode : 404;
  const head = headOf(matches, site, new URL(request.url).search);
  // The 404 page hydrates like any other; a page whose load failed is loaded again in the browser.
  const payload: Payload = {
    site,
    columns,
    today,
    ...(context.errors ? {} : { loaderData: context.loaderData }),
  };
  const html = writeDocument({
    head: status === 200 ? head : { ...head, isNoindex: true },
    body,
    payload,
    assets,
    site,
  });
  return { kind: 'html', status, html, isComplete };
}

/** One anonymous shell: who may look inside is decided where the token lives, in the browser (PRODUCT §3). */
function guardedShell(
  columns: Column[],
  site: Site,
  today: string,
  assets: DocumentParts['assets'],
): Rendered {
  const payload: Payload = { site, columns, today };
  const body = `<div class="shell-waiting" role="status"><span class="vh">正在打开 …</span></div>`;
  const head = { title: site.name, isNoindex: true };
  return {
    kind: 'html',
    status: 200,
    html: writeDocument({ head, body, payload, assets, site }),
    isComplete: true,
  };
}

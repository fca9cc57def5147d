import {
  data,
  type LoaderFunctionArgs,
  Outlet,
  type RouteObject,
  redirect,
  redirectDocument,
  useLoaderData,
  useLocation,
  useMatches,
} from 'react-router';
import { KeptPage } from '#client/keep-alive.tsx';
import { guardView } from '#client/return-path.ts';
import { buildRoutes, firstLeaf, type RouteItem, standaloneRoutes } from '#client/routes.ts';
import type { Column } from '#features/columns/schema.ts';
import type { SiteMenu } from '#shared/menu.ts';
import { fetchCallContext, statusOf } from './api.ts';
import type { PageLocation, PageModule, RouteHandle } from './page.ts';
import { FailedPage, NotFoundPage } from './shell/failed-page.tsx';
import { Shell } from './shell/shell.tsx';
import { findView, hasView } from './views.ts';

export type RoutesOptions = {
  columns: readonly Column[];
  menu: SiteMenu;
  /** Returns whether a member is logged in; absent on the server, where guarded views are never loaded. */
  isLoggedIn?: () => boolean;
  /** Path and query of the loaded document; absent on the server. */
  documentAddress?: string;
  /** Returns whether the columns have changed since these routes were created. */
  isOutdated?: () => boolean;
};

/**
 * Creates the route tree of docs/product.md §2 for a column list: the shell with home, columns and the catch-all 404,
 * and the standalone views without header and footer. Routes come from `client/routes.ts`, views from `views.ts`.
 */
export function createRoutes(options: RoutesOptions): RouteObject[] {
  const items = buildRoutes(options.columns, options.menu);
  const framedRoutes = items.flatMap((item) => toRoutes(item, options));
  const standaloneTree = standaloneRoutes.flatMap((item) => toRoutes(item, options));
  return [
    {
      id: 'root',
      path: '/',
      Component: Shell,
      ErrorBoundary: FailedPage,
      children: [
        {
          // Errors of all pages bubble to this route: React Router renders no error boundary of a route whose `lazy`
          // has failed, which left the page blank.
          id: 'pages',
          ErrorBoundary: FailedPage,
          children: [
            {
              id: 'first-leaf',
              index: true,
              loader: ({ request }) => redirectFrom(new URL(request.url), redirect(firstLeaf(items))),
            },
            ...framedRoutes,
            ...standaloneTree,
            { id: '404', path: '*', loader: (args) => leaveSite(args, options), Component: NotFoundPage },
          ],
        },
      ],
    },
  ];
}

/**
 * Loads an address that is no page of the site, such as a file or a feed, as a document. Its answer decides what a
 * reader sees; only the document at this very address shows the 404 page.
 */
function leaveSite(
  { request }: Pick<LoaderFunctionArgs, 'request'>,
  { documentAddress }: RoutesOptions,
): null {
  const { pathname, search } = new URL(request.url);
  if (documentAddress === undefined || documentAddress === pathname + search) return null;
  throw redirectDocument(pathname + search);
}

function toRoutes(item: RouteItem, options: RoutesOptions): RouteObject[] {
  if (!hasView(item)) return [];
  if (item.children.length === 0) return [toRoute(item, item.path, options)];
  const children = item.children.filter(hasView).map((child) => toRoute(child, child.path, options, item));
  // The parent route of a section, whose list and detail views render in its outlet.
  return [{ id: item.name, path: item.path, Component: Outlet, children }];
}

function toRoute(item: RouteItem, path: string, options: RoutesOptions, parent?: RouteItem): RouteObject {
  const view = findView(item.file);
  if (!view) throw new Error(`There is no view ${item.file}.`);
  const column = options.columns.find(({ id }) => id === parent?.id);
  const handle: RouteHandle = { item, column, source: view.source };
  const route = {
    id: item.name,
    handle,
    lazy: async () => {
      // On the server each page asks again, and a dynamic import looks up its module each time.
      const module = handle.module ?? ((await view.load()).page as unknown as PageModule<unknown>);
      handle.module = module;
      return {
        loader: (args: LoaderFunctionArgs) => loadPage(module, args, item, column, options),
        Component: LoadedPage,
      };
    },
  };
  return path === '' ? { ...route, index: true } : { ...route, path };
}

async function loadPage(
  module: PageModule<unknown>,
  { request, context }: LoaderFunctionArgs,
  item: RouteItem,
  column: Column | undefined,
  options: RoutesOptions,
): Promise<unknown> {
  const url = new URL(request.url);
  const { isLoggedIn, isOutdated } = options;
  // A new document brings the routes of the changed columns. Not to load the page on screen again, which stays.
  if (isOutdated?.() && url.pathname !== location.pathname) throw redirectDocument(url.pathname + url.search);
  const loginHref = isLoggedIn && guardView(item.meta, isLoggedIn(), url.pathname + url.search + url.hash);
  if (loginHref) throw redirectFrom(url, redirect(loginHref));
  try {
    return await module.load({
      fetchCall: context.get(fetchCallContext),
      pageLocation: { item, column, path: url.pathname, query: url.searchParams },
    });
  } catch (error) {
    if (error instanceof Response) throw redirectFrom(url, error);
    // An own page may have moved to another address, which only the server knows.
    if (item.file === 'own-page' && statusOf(error) === 404) leaveSite({ request }, options);
    throw data({ message: error instanceof Error ? error.message : '' }, { status: statusOf(error) });
  }
}

/**
 * Makes a redirect replace the entry of the history that it leaves, if the browser is there already, as after Back. A new
 * entry would lead Back to the redirect again for ever.
 */
function redirectFrom(url: URL, response: Response): Response {
  const { pathname, search } = globalThis.location ?? {};
  if (pathname === url.pathname && search === url.search) response.headers.set('X-Remix-Replace', 'true');
  return response;
}

function LoadedPage() {
  const handle = useMatches().at(-1)?.handle as RouteHandle;
  const pageData = useLoaderData<unknown>();
  const { pathname, search } = useLocation();
  const { item, column, module } = handle;
  if (!module) return null;
  const pageLocation: PageLocation = { item, column, path: pathname, query: new URLSearchParams(search) };
  return (
    <KeptPage address={pathname + search} isKept={item.meta.keepAlive}>
      <module.Page data={pageData} pageLocation={pageLocation} />
    </KeptPage>
  );
}

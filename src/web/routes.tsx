import {
  data,
  type LoaderFunctionArgs,
  Outlet,
  type RouteObject,
  redirect,
  useLoaderData,
  useLocation,
  useMatches,
} from 'react-router';
import { KeptPage } from '#client/keep-alive.tsx';
import { guardView } from '#client/return-path.ts';
import { buildRoutes, type RouteItem, standaloneRoutes } from '#client/routes.ts';
import type { Column } from '#features/columns/schema.ts';
import { askContext, statusOf } from './api.ts';
import type { PageModule, Place, RouteHandle } from './page.ts';
import { FailedPage, NotFoundPage } from './shell/failed-page.tsx';
import { Shell } from './shell/shell.tsx';
import { hasView, views } from './views.ts';

export type RoutesOptions = {
  columns: readonly Column[];
  /** Whether somebody is logged in; absent on the server, where guarded views are never loaded. */
  isLoggedIn?: () => boolean;
};

/**
 * The route tree of seed §2 for this column list: the shell with home, columns and the catch-all 404, and the
 * views that stand outside the frame. Routes come from `client/routes.ts`, views from `views.ts`.
 */
export function createRoutes(options: RoutesOptions): RouteObject[] {
  const framed = buildRoutes(options.columns).flatMap((item) => toRoutes(item, options));
  const standalone = standaloneRoutes.flatMap((item) => toRoutes(item, options));
  return [
    {
      id: 'root',
      path: '/',
      Component: Shell,
      ErrorBoundary: FailedPage,
      children: [...framed, ...standalone, { id: '404', path: '*', Component: NotFoundPage }],
    },
  ];
}

function toRoutes(item: RouteItem, options: RoutesOptions): RouteObject[] {
  if (!hasView(item)) return [];
  if (item.children.length === 0) return [leaf(item, item.path, options)];
  const children = item.children.filter(hasView).map((child) => leaf(child, child.path, options, item));
  // The entry page of a section: its list and its detail are shown in its place.
  return [{ id: item.name, path: item.path, Component: Outlet, ErrorBoundary: FailedPage, children }];
}

function leaf(item: RouteItem, path: string, options: RoutesOptions, parent?: RouteItem): RouteObject {
  const view = views[item.file];
  if (!view) throw new Error(`no view ${item.file}`);
  const column = options.columns.find(({ id }) => id === parent?.id);
  const handle: RouteHandle = { item, column, source: view.source };
  const route = {
    id: item.name,
    handle,
    ErrorBoundary: FailedPage,
    lazy: async () => {
      const module = (await view.load()).page as unknown as PageModule<unknown>;
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
  { isLoggedIn }: RoutesOptions,
): Promise<unknown> {
  const url = new URL(request.url);
  const login = isLoggedIn && guardView(item.meta, isLoggedIn(), url.pathname + url.search + url.hash);
  if (login) throw redirect(login);
  try {
    return await module.load({
      ask: context.get(askContext),
      place: { item, column, path: url.pathname, query: url.searchParams },
    });
  } catch (error) {
    if (error instanceof Response) throw error;
    throw data({ message: error instanceof Error ? error.message : '' }, { status: statusOf(error) });
  }
}

function LoadedPage() {
  const handle = useMatches().at(-1)?.handle as RouteHandle;
  const loaded = useLoaderData<unknown>();
  const { pathname, search } = useLocation();
  const { item, column, module } = handle;
  if (!module) return null;
  const place: Place = { item, column, path: pathname, query: new URLSearchParams(search) };
  return (
    <KeptPage address={pathname + search} isKept={item.meta.keepAlive}>
      <module.Page data={loaded} place={place} key={pathname} />
    </KeptPage>
  );
}

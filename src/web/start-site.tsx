import { StrictMode, startTransition, useEffect, useMemo, useState } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject, RouterContextProvider } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createStore, type StoreApi, useStore } from 'zustand';
import { type Client, createClient } from '#client/client.ts';
import { addressAfterRoutes, buildNav, buildRoutes, firstLeaf } from '#client/routes.ts';
import { isLoggedIn } from '#client/session.ts';
import { writeStored } from '#client/storage.ts';
import { useMenu } from '#client/stores.ts';
import { saveInitialLocation } from '#client/visited-paths.ts';
import type { ApiCalls } from '#features/calls.ts';
import type { Column } from '#features/columns/schema.ts';
import { dayOf } from '#shared/dates.ts';
import { type FetchCall, fetchCallContext } from './api.ts';
import { ClientContext } from './client-context.ts';
import type { RouteHandle } from './page.ts';
import { countVisits } from './parts/count-visits.ts';
import type { Payload } from './payload.ts';
import { refreshColumns } from './refresh-columns.ts';
import { createRoutes } from './routes.tsx';
import { SiteContext } from './site.ts';

type Router = ReturnType<typeof createBrowserRouter>;
type StartedSite = { router: Router; reactRoot: Root };

/**
 * Starts the site in the browser: hydrates a rendered page, or renders a shell once its view has loaded. The caller
 * loads the style sheets. @throws if the view of a rendered page does not arrive
 */
export async function startSite(payload: Payload, container: HTMLElement): Promise<StartedSite> {
  const { site, columns, loaderData } = payload;
  let items = buildRoutes(columns, site.menu);
  const client = createClient<ApiCalls>({
    baseURL: site.apiBase,
    client: site.client,
    tenantId: site.tenantId,
    goTo: (path) => void router.navigate(path),
    wantedAddress: () => toAddress(router.state.navigation.location ?? location),
    visitorAddress: () => (isGuarded(router.state.matches) ? firstLeaf(items) : undefined),
  });
  const fetchCall: FetchCall = (key, ...[query, options]) =>
    client.call(key, ...([{ query, ...(options?.isSilent && { silent: true }) }] as never));

  saveInitialLocation(currentAddress());
  const columnStore = createStore(() => ({ columns }));
  const saveColumns = (list: Column[]) => {
    items = buildRoutes(list, site.menu);
    writeStored('columnList', list);
    useMenu.setState({ routes: items, nav: buildNav(items, list, site.menu.entries) });
    columnStore.setState({ columns: list });
  };
  saveColumns(columns);

  const routes = createRoutes({
    columns,
    menu: site.menu,
    isLoggedIn,
    documentAddress: location.pathname + location.search,
    isOutdated: () => columnStore.getState().columns !== columns,
  });
  // Hydration of a rendered page must be synchronous, so its view is loaded before React starts. If it does not arrive,
  // the rendered text stays; a shell has none, so there the router shows the failed page.
  await loadMatchedViews(routes).catch((error: unknown) => {
    if (loaderData) throw error;
  });
  const router = createBrowserRouter(routes, {
    ...(loaderData ? { hydrationData: { loaderData } } : {}),
    getContext: () => new RouterContextProvider(new Map([[fetchCallContext, fetchCall]])),
  });

  if (site.statistics) countVisits(site.statistics, router);
  refreshColumns({ router, fetchCall, columns, onChanged: saveColumns });
  const app = <Application {...{ payload, client, fetchCall, router, columnStore }} />;
  if (loaderData)
    return new Promise((resolve) => {
      startTransition(() => resolve({ router, reactRoot: hydrateRoot(container, app) }));
    });

  // A guarded or failed view came as a shell: load the view with the current session, then replace the shell.
  const target = addressAfterRoutes(currentAddress(), items);
  if (target !== currentAddress()) await router.navigate(target, { replace: true });
  await waitUntilInitialized(router);
  container.replaceChildren();
  const reactRoot = createRoot(container);
  reactRoot.render(app);
  return { router, reactRoot };
}

type ApplicationProps = {
  payload: Payload;
  client: Client<ApiCalls>;
  fetchCall: FetchCall;
  router: Router;
  columnStore: StoreApi<{ columns: Column[] }>;
};

/**
 * The root component. In a tab that stays open, it updates `today`, since 昨天 would be wrong after midnight, and the
 * columns.
 */
function Application({ payload, client, fetchCall, router, columnStore }: ApplicationProps) {
  const { site } = payload;
  const { columns } = useStore(columnStore);
  const [today, setToday] = useState(payload.today);
  useEffect(() => {
    const timer = setInterval(() => setToday(dayOf(new Date())), 60_000);
    return () => clearInterval(timer);
  }, []);
  const siteContext = useMemo(() => ({ site, columns, today, fetchCall }), [site, columns, today, fetchCall]);
  return (
    <StrictMode>
      <ClientContext value={client}>
        <SiteContext value={siteContext}>
          <RouterProvider router={router} />
        </SiteContext>
      </ClientContext>
    </StrictMode>
  );
}

const toAddress = ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>) =>
  pathname + search + hash;
const currentAddress = () => toAddress(location);

const isGuarded = (matches: Router['state']['matches']): boolean =>
  (matches.at(-1)?.route.handle as RouteHandle | undefined)?.item.meta.auth ?? false;

async function waitUntilInitialized(router: Router): Promise<void> {
  if (router.state.initialized) return;
  await new Promise<void>((resolve) => {
    const stop = router.subscribe((state) => {
      if (!state.initialized) return;
      stop();
      resolve();
    });
  });
}

async function loadMatchedViews(routes: RouteObject[]): Promise<void> {
  for (const { route } of matchRoutes(routes, location) ?? []) {
    if (typeof route.lazy !== 'function') continue;
    Object.assign(route, await route.lazy(), { lazy: undefined });
  }
}

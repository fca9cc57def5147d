import { StrictMode, startTransition, useEffect, useMemo, useState } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject, RouterContextProvider } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { type Client, createClient } from '#client/client.ts';
import { rememberInitialLocation } from '#client/places.ts';
import { addressAfterRoutes, buildNav, buildRoutes } from '#client/routes.ts';
import { isLoggedIn } from '#client/session.ts';
import { writeStored } from '#client/storage.ts';
import { useMenu } from '#client/stores.ts';
import type { ApiCalls } from '#features/calls.ts';
import { dayOf } from '#shared/dates.ts';
import { type Ask, askContext } from './api.ts';
import { ClientContext } from './client-context.ts';
import type { Payload } from './payload.ts';
import { createRoutes } from './routes.tsx';
import { SurroundingsContext } from './site.ts';

type Router = ReturnType<typeof createBrowserRouter>;
type StartedSite = { router: Router; reactRoot: Root };

/**
 * Starts the site in the browser: hydrates a rendered page, or renders a shell once its view has loaded.
 * The caller loads the style sheets.
 */
export async function startSite(payload: Payload, container: HTMLElement): Promise<StartedSite> {
  const { site, columns, loaderData } = payload;
  const client = createClient<ApiCalls>({
    baseURL: site.apiBase,
    client: site.client,
    tenantId: site.tenantId,
    goTo: (path) => void router.navigate(path),
    currentAddress,
  });
  const ask: Ask = (key, ...[query, manner]) =>
    client.call(key, ...([{ query, ...(manner?.isSilent && { silent: true }) }] as never));

  rememberInitialLocation(currentAddress());
  writeStored('columnList', columns);
  const items = buildRoutes(columns);
  useMenu.setState({ routes: items, nav: buildNav(items, columns) });

  const routes = createRoutes({ columns, isLoggedIn });
  // The page that came rendered must be hydrated in one go, so its view is here before React begins.
  await loadViewsOf(routes);
  const router = createBrowserRouter(routes, {
    ...(loaderData ? { hydrationData: { loaderData } } : {}),
    getContext: () => new RouterContextProvider(new Map([[askContext, ask]])),
  });

  const app = <Application {...{ payload, client, ask, router }} />;
  if (loaderData)
    return new Promise((resolve) => {
      startTransition(() => resolve({ router, reactRoot: hydrateRoot(container, app) }));
    });

  // A guarded view or a failed one came as a shell: load it here, as whoever is there, then take its place.
  const wanted = addressAfterRoutes(currentAddress(), items);
  if (wanted !== currentAddress()) await router.navigate(wanted, { replace: true });
  await initialized(router);
  container.replaceChildren();
  const reactRoot = createRoot(container);
  reactRoot.render(app);
  return { router, reactRoot };
}

type ApplicationProps = { payload: Payload; client: Client<ApiCalls>; ask: Ask; router: Router };

/** The whole application. The day goes on in a tab that stays open, or 昨天 would be wrong after midnight. */
function Application({ payload, client, ask, router }: ApplicationProps) {
  const { site, columns } = payload;
  const [today, setToday] = useState(payload.today);
  useEffect(() => {
    const timer = setInterval(() => setToday(dayOf(new Date())), 60_000);
    return () => clearInterval(timer);
  }, []);
  const surroundings = useMemo(() => ({ site, columns, today, ask }), [site, columns, today, ask]);
  return (
    <StrictMode>
      <ClientContext value={client}>
        <SurroundingsContext value={surroundings}>
          <RouterProvider router={router} />
        </SurroundingsContext>
      </ClientContext>
    </StrictMode>
  );
}

const currentAddress = () => location.pathname + location.search + location.hash;

async function initialized(router: Router): Promise<void> {
  if (router.state.initialized) return;
  await new Promise<void>((resolve) => {
    const stop = router.subscribe((state) => {
      if (!state.initialized) return;
      stop();
      resolve();
    });
  });
}

async function loadViewsOf(tree: RouteObject[]): Promise<void> {
  for (const { route } of matchRoutes(tree, location) ?? []) {
    if (typeof route.lazy !== 'function') continue;
    Object.assign(route, await route.lazy(), { lazy: undefined });
  }
}

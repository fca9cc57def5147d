import '#ui/tokens.css';
import '#ui/base.css';
import '#ui/progress.css';
import { StrictMode, startTransition, useEffect, useMemo, useState } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject, RouterContextProvider } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createClient } from '#client/client.ts';
import { rememberInitialLocation } from '#client/places.ts';
import { addressAfterRoutes, buildNav, buildRoutes } from '#client/routes.ts';
import { isLoggedIn } from '#client/session.ts';
import { writeStored } from '#client/storage.ts';
import { useMenu } from '#client/stores.ts';
import { dayOf } from '#shared/dates.ts';
import { type Ask, askContext, type SiteCalls } from './api.ts';
import { ClientContext } from './client-context.ts';
import type { Payload } from './payload.ts';
import { createRoutes } from './routes.tsx';
import { SurroundingsContext } from './site.ts';

const payload = JSON.parse(document.getElementById('payload')?.textContent ?? '{}') as Payload;
const { site, columns, today, loaderData } = payload;
const root = document.getElementById('root') as HTMLElement;

const currentAddress = () => location.pathname + location.search + location.hash;
const client = createClient<SiteCalls>({
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

/** The whole application. The day goes on in a tab that stays open, or 昨天 would be wrong after midnight. */
function Application() {
  const [day, setDay] = useState(today);
  useEffect(() => {
    const timer = setInterval(() => setDay(dayOf(new Date())), 60_000);
    return () => clearInterval(timer);
  }, []);
  const surroundings = useMemo(() => ({ site, columns, today: day, ask }), [day]);
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

const app = <Application />;

if (loaderData) startTransition(() => void hydrateRoot(root, app));
else await renderShell();

/** A guarded view or a failed one came as a shell: load it here, as whoever is there, then take its place. */
async function renderShell(): Promise<void> {
  const wanted = addressAfterRoutes(currentAddress(), items);
  if (wanted !== currentAddress()) await router.navigate(wanted, { replace: true });
  if (!router.state.initialized)
    await new Promise<void>((resolve) => {
      const stop = router.subscribe((state) => {
        if (!state.initialized) return;
        stop();
        resolve();
      });
    });
  root.replaceChildren();
  createRoot(root).render(app);
}

async function loadViewsOf(tree: RouteObject[]): Promise<void> {
  for (const { route } of matchRoutes(tree, location) ?? []) {
    if (typeof route.lazy !== 'function') continue;
    Object.assign(route, await route.lazy(), { lazy: undefined });
  }
}

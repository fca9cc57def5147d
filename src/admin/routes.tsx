import type { RouteObject } from 'react-router';
import { AuthGate } from './shell/auth-gate.tsx';
import { FailedScreen } from './shell/failed-screen.tsx';
import { menu } from './shell/menu-entries.ts';
import { NotFoundScreen } from './shell/not-found-screen.tsx';
import { RequirePermission } from './shell/require-permission.tsx';

type ScreenModule = { Screen: () => React.ReactNode };

/** All screens, by file. The file name is the path: `.` for `/`, `$id` for a parameter, `index` for the home screen. */
const screens = import.meta.glob<ScreenModule>('./pages/**/*.screen.tsx');

/** Creates the lazy route of a screen. The menu entry above it sets the permission. */
function toRoute([file, load]: [string, () => Promise<ScreenModule>]): RouteObject {
  const name = file.slice(file.lastIndexOf('/') + 1, -'.screen.tsx'.length);
  const path = name === 'index' ? '' : name.replaceAll('.', '/').replaceAll('$', ':');
  const entry = menu.find(({ to }) => to === `/${path.split('/')[0]}`);
  if (!entry) throw new Error(`${file} has no menu entry`);
  return {
    ...(path === '' ? { index: true } : { path }),
    lazy: async () => {
      const { Screen } = await load();
      return {
        element: (
          <RequirePermission entry={entry}>
            <Screen />
          </RequirePermission>
        ),
      };
    },
  };
}

export const routes: RouteObject[] = [
  // First-time setup: no account exists yet that could pass the auth gate.
  {
    path: 'setup',
    errorElement: <FailedScreen />,
    hydrateFallbackElement: <p className="vh">正在打开 …</p>,
    lazy: async () => ({ Component: (await import('./pages/start/setup-screen.tsx')).Screen }),
  },
  {
    // A person who opens an invitation is not yet a member of staff.
    path: 'invitation',
    errorElement: <FailedScreen />,
    hydrateFallbackElement: <p className="vh">正在打开 …</p>,
    lazy: async () => ({ Component: (await import('./pages/people/accept/accept-screen.tsx')).Screen }),
  },
  {
    element: <AuthGate />,
    errorElement: <FailedScreen />,
    hydrateFallbackElement: <p className="vh">正在打开 …</p>,
    children: [...Object.entries(screens).map(toRoute), { path: '*', element: <NotFoundScreen /> }],
  },
];

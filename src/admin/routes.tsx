import type { RouteObject } from 'react-router';
import { AuthGate } from './shell/auth-gate.tsx';
import { FailedScreen } from './shell/failed-screen.tsx';
import { menu } from './shell/menu-entries.ts';
import { NotFoundScreen } from './shell/not-found-screen.tsx';
import { RequirePermission } from './shell/require-permission.tsx';

type ScreenModule = { Screen: () => React.ReactNode };

/**
 * All screens of the features, by file. The file name is the path: `.` for `/`, `$id` for a parameter, `index` for the home
 * screen.
 */
const screens = import.meta.glob<ScreenModule>('../features/*/admin/**/*.screen.tsx');

/** Screens for people who are not staff yet: the first-time setup, and the acceptance of an invitation. */
const publicScreens = import.meta.glob<ScreenModule>('../features/*/admin/**/*.public-screen.tsx');

/**
 * Creates the lazy route of a screen. The menu entry above it sets the permission; a module that is switched off has no
 * entry, and its screens do not exist.
 */
function toRoutes([file, load]: [string, () => Promise<ScreenModule>]): RouteObject[] {
  const name = nameOf(file);
  const path = name === 'index' ? '' : name.replaceAll('.', '/').replaceAll('$', ':');
  const entry = menu.find(({ to }) => to === `/${path.split('/')[0]}`);
  if (!entry) return [];
  const route = {
    ...(path === '' ? ({ index: true } as const) : { path }),
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
  return [route];
}

const nameOf = (file: string) => file.replace(/^.*\/|\.(public-)?screen\.tsx$/g, '');

const states = {
  errorElement: <FailedScreen />,
  hydrateFallbackElement: <p className="vh">正在打开 …</p>,
};

export const routes: RouteObject[] = [
  ...Object.entries(publicScreens).map(([file, load]) => ({
    ...states,
    path: nameOf(file),
    lazy: async () => ({ Component: (await load()).Screen }),
  })),
  {
    ...states,
    element: <AuthGate />,
    children: [...Object.entries(screens).flatMap(toRoutes), { path: '*', element: <NotFoundScreen /> }],
  },
];

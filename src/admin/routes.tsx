import type { RouteObject } from 'react-router';
import { FailedScreen } from './shell/failed-screen.tsx';
import { Gate } from './shell/gate.tsx';
import { menu } from './shell/menu-entries.ts';
import { Missing } from './shell/missing.tsx';
import { Needs } from './shell/needs.tsx';

type ScreenModule = { Screen: () => React.ReactNode };

/**
 * All screens, by file. The file name is the path: `.` stands for `/`, `$id` for a parameter, `index` for the first screen.
 */
const screens = import.meta.glob<ScreenModule>('./pages/**/*.screen.tsx');

/** A screen and its permission: that of the menu entry above it. It loads when it is first opened. */
function toRoute([file, load]: [string, () => Promise<ScreenModule>]): RouteObject {
  const name = file.slice(file.lastIndexOf('/') + 1, -'.screen.tsx'.length);
  const path = name === 'index' ? '' : name.replaceAll('.', '/').replaceAll('$', ':');
  const entry = menu.find(({ to }) => to === `/${path.split('/')[0]}`);
  if (!entry) throw new Error(`${file} has no menu entry`);
  return {
    ...(path === '' ? { index: true } : { path }),
    lazy: async () => {
      const { Screen } = await load();
      return { element: path === '' ? <Screen /> : <Needs code={entry.permission}>{<Screen />}</Needs> };
    },
  };
}

/** The screens of the back office. */
export const routes: RouteObject[] = [
  // Before there is anybody who could pass the gate.
  {
    path: 'setup',
    errorElement: <FailedScreen />,
    hydrateFallbackElement: <p className="vh">正在打开 …</p>,
    lazy: async () => ({ Component: (await import('./pages/start/setup-screen.tsx')).Screen }),
  },
  {
    // Whoever opens an invitation is not of the staff yet.
    path: 'invitation',
    errorElement: <FailedScreen />,
    hydrateFallbackElement: <p className="vh">正在打开 …</p>,
    lazy: async () => ({ Component: (await import('./pages/people/accept/accept-screen.tsx')).Screen }),
  },
  {
    element: <Gate />,
    errorElement: <FailedScreen />,
    hydrateFallbackElement: <p className="vh">正在打开 …</p>,
    children: [...Object.entries(screens).map(toRoute), { path: '*', element: <Missing /> }],
  },
];

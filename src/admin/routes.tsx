import { type ReactNode, useRef } from 'react';
import { Link, type RouteObject, useRouteError } from 'react-router';
import { useReloadIfUpgraded } from '#client/missing-file.ts';
import { useMayOpen } from '#client/permissions.tsx';
import { useIsLoggedIn } from '#client/session.ts';
import { EmptyState, ErrorState } from '#ui/states/empty-state.tsx';
import { useTitle } from './parts/use-title.ts';
import { AuthGate } from './shell/auth-gate.tsx';
import s from './shell/bare.module.css';
import { type Entry, menu } from './shell/menu-entries.ts';

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

/**
 * Error screen: the screen threw, or its file failed to load. After an upgrade of the portal, which replaced the file,
 * it reloads the document first.
 */
function FailedScreen() {
  const isReloading = useReloadIfUpgraded(useRouteError());
  if (isReloading) return <p className="vh">正在重新打开 …</p>;
  return (
    <main className={s.bare}>
      <ErrorState
        level={1}
        title="这一页没能打开"
        message="可能是网络断了，或者后台刚刚更新过。刷新后再试；写到一半的稿件已留在本机。"
        onRetry={() => location.reload()}
      />
    </main>
  );
}

function NotFoundScreen() {
  useTitle('页面不存在');
  return (
    <EmptyState
      illustration="404"
      level={1}
      title="后台没有这一页"
      actions={
        <Link className="link" to="/posts">
          回到文章列表
        </Link>
      }
    />
  );
}

/** Renders the screen for members who may open its menu entry, else an empty state. The screen stays if the session ends. */
function RequirePermission({ entry, children }: { entry: Entry; children: ReactNode }) {
  const isPermitted = useMayOpen()(entry);
  const isLoggedIn = useIsLoggedIn();
  const wasPermitted = useRef(isPermitted);
  if (isLoggedIn) wasPermitted.current = isPermitted;
  if (wasPermitted.current) return children;
  return (
    <EmptyState title="权限不足" level={1}>
      <p>这一页需要你的账号没有的权限，可以请管理员开通。</p>
    </EmptyState>
  );
}

import type { RouteObject } from 'react-router';
import { FailedScreen } from './shell/failed-screen.tsx';
import { Gate } from './shell/gate.tsx';
import { Missing } from './shell/missing.tsx';
import { Needs } from './shell/needs.tsx';

const screen = (
  path: string,
  permission: string,
  load: () => Promise<{ Screen: () => React.ReactNode }>,
): RouteObject => ({
  path,
  lazy: async () => {
    const { Screen } = await load();
    return { element: <Needs code={permission}>{<Screen />}</Needs> };
  },
});

/** The screens of the back office; each comes with its own file when it is first opened. */
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
    lazy: async () => {
      const { Screen } = await import('./pages/people/accept/accept-screen.tsx');
      return { element: <Screen /> };
    },
  },
  {
    element: <Gate />,
    errorElement: <FailedScreen />,
    hydrateFallbackElement: <p className="vh">正在打开 …</p>,
    children: [
      {
        index: true,
        lazy: async () => ({ Component: (await import('./pages/start/start-screen.tsx')).Screen }),
      },
      screen('posts', 'content.view', () => import('./pages/posts/list/list-screen.tsx')),
      screen('posts/:id', 'content.view', () => import('./pages/posts/editor/editor-screen.tsx')),
      screen('flashes', 'content.publish', () => import('./pages/posts/flashes/flashes-screen.tsx')),
      screen('columns', 'columns.manage', () => import('./pages/columns/columns-screen.tsx')),
      screen('frontpage', 'frontpage.manage', () => import('./pages/frontpage/frontpage-screen.tsx')),
      screen('feeds', 'feeds.manage', () => import('./pages/feeds/feeds-screen.tsx')),
      screen('moderation', 'content.review', () => import('./pages/moderation/queue/queue-screen.tsx')),
      screen('comments', 'comments.moderate', () => import('./pages/comments/comments-screen.tsx')),
      screen('words', 'words.manage', () => import('./pages/moderation/words/words-screen.tsx')),
      screen('media', 'content.view', () => import('./pages/media/media-screen.tsx')),
      screen('contest', 'contest.manage', () => import('./pages/contest/contest-screen.tsx')),
      screen('contest/:id', 'contest.manage', () => import('./pages/contest/season/season-screen.tsx')),
      screen('analytics', 'analytics.view', () => import('./pages/analytics/analytics-screen.tsx')),
      screen('settings', 'settings.manage', () => import('./pages/settings/settings-screen.tsx')),
      screen('transfers', 'transfers.manage', () => import('./pages/transfers/transfers-screen.tsx')),
      screen('leaks', 'leaks.manage', () => import('./pages/leaks/leaks-screen.tsx')),
      screen('members', 'members.view', () => import('./pages/people/members/members-screen.tsx')),
      screen('authors', 'authors.manage', () => import('./pages/people/authors/authors-screen.tsx')),
      screen('staff', 'staff.manage', () => import('./pages/people/staff/staff-screen.tsx')),
      screen(
        'invitations',
        'staff.manage',
        () => import('./pages/people/invitations/invitations-screen.tsx'),
      ),
      screen('orders', 'orders.view', () => import('./pages/sales/orders/orders-screen.tsx')),
      screen('refunds', 'orders.view', () => import('./pages/sales/refunds/refunds-screen.tsx')),
      screen('offers', 'offers.manage', () => import('./pages/sales/offers/offers-screen.tsx')),
      screen('ledger', 'ledger.view', () => import('./pages/sales/ledger/ledger-screen.tsx')),
      screen('audit', 'audit.view', () => import('./pages/audit/audit-screen.tsx')),
      { path: '*', element: <Missing /> },
    ],
  },
];

import type { AnyPage } from './page.ts';

type View = {
  /** The source file, by which the build's manifest names what a browser must load for it. */
  source: string;
  load: () => Promise<{ page: AnyPage }>;
};

const view = (source: string, load: () => Promise<{ page: AnyPage }>): View => ({
  source: `src/web/pages/${source}`,
  load,
});

const newsList = view('news-list/news-list-page.tsx', () => import('./pages/news-list/news-list-page.tsx'));
const articleList = view(
  'article-list/article-list-page.tsx',
  () => import('./pages/article-list/article-list-page.tsx'),
);
const detail = view('detail/detail-page.tsx', () => import('./pages/detail/detail-page.tsx'));

/**
 * The views there are, by the `file` of a route. A route whose view is not here is not made, so the menu never
 * leads to a page that does not exist.
 */
export const views: Readonly<Record<string, View>> = {
  home: view('home/home-page.tsx', () => import('./pages/home/home-page.tsx')),
  'news-list': newsList,
  'news-detail': detail,
  'report-list': articleList,
  'report-detail': detail,
  'vip-list': articleList,
  'vip-detail': detail,
  'dynamic-list': articleList,
  'dynamic-detail': detail,
  search: view('search/search-page.tsx', () => import('./pages/search/search-page.tsx')),
  'advanced-search': view(
    'search/advanced-search-page.tsx',
    () => import('./pages/search/advanced-search-page.tsx'),
  ),
  author: view('author/author-page.tsx', () => import('./pages/author/author-page.tsx')),
  contest: view('contest/contest-page.tsx', () => import('./pages/contest/contest-page.tsx')),
  'contest-player': view('contest/player-page.tsx', () => import('./pages/contest/player-page.tsx')),
  'contest-rules': view('contest/rules-page.tsx', () => import('./pages/contest/rules-page.tsx')),
  agreement: view('agreement/agreement-page.tsx', () => import('./pages/agreement/agreement-page.tsx')),
  login: view('login/login-page.tsx', () => import('./pages/login/login-page.tsx')),
  password: view('password/password-page.tsx', () => import('./pages/password/password-page.tsx')),
  outbox: view('outbox/outbox-page.tsx', () => import('./pages/outbox/outbox-page.tsx')),
  unsubscribe: view(
    'unsubscribe/unsubscribe-page.tsx',
    () => import('./pages/unsubscribe/unsubscribe-page.tsx'),
  ),
  'mobile-detail': view(
    'mobile-detail/mobile-detail-page.tsx',
    () => import('./pages/mobile-detail/mobile-detail-page.tsx'),
  ),
  'contest-trade': view('contest/trade/trade-page.tsx', () => import('./pages/contest/trade/trade-page.tsx')),
  'personal-index': view(
    'personal/personal-index-page.tsx',
    () => import('./pages/personal/personal-index-page.tsx'),
  ),
  'personal-info': view('personal/info/info-page.tsx', () => import('./pages/personal/info/info-page.tsx')),
  'personal-purchase': view(
    'personal/purchase/purchase-page.tsx',
    () => import('./pages/personal/purchase/purchase-page.tsx'),
  ),
  'personal-reference': view(
    'personal/reference/reference-page.tsx',
    () => import('./pages/personal/reference/reference-page.tsx'),
  ),
  'personal-reference-add': view(
    'personal/reference/add/add-page.tsx',
    () => import('./pages/personal/reference/add/add-page.tsx'),
  ),
  'personal-password': view(
    'personal/settings/change-password-page.tsx',
    () => import('./pages/personal/settings/change-password-page.tsx'),
  ),
  'personal-collect': view(
    'personal/lists/collect-page.tsx',
    () => import('./pages/personal/lists/collect-page.tsx'),
  ),
  'personal-follow': view(
    'personal/lists/follow-page.tsx',
    () => import('./pages/personal/lists/follow-page.tsx'),
  ),
  'personal-history': view(
    'personal/lists/history-page.tsx',
    () => import('./pages/personal/lists/history-page.tsx'),
  ),
  'personal-messages': view(
    'personal/messages/messages-page.tsx',
    () => import('./pages/personal/messages/messages-page.tsx'),
  ),
  'personal-security': view(
    'personal/security/security-page.tsx',
    () => import('./pages/personal/security/security-page.tsx'),
  ),
  'personal-notices': view(
    'personal/settings/notices-page.tsx',
    () => import('./pages/personal/settings/notices-page.tsx'),
  ),
};

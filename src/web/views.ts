import type { RouteItem } from '#client/routes.ts';
import type { AnyPage } from './page.ts';

/** The items of `buildRoutes` for which there is a view, for the menu. */
export const hasView = (item: RouteItem): boolean =>
  item.children.length === 0 ? item.file in views : item.children.some(hasView);

type View = {
  /** The source file, by which the build's manifest names what a browser must load for it. */
  source: string;
  load: () => Promise<{ page: AnyPage }>;
};

// `PersonalPage` is the frame of the personal pages, not a page.
const pages = import.meta.glob<{ page: AnyPage }>([
  './pages/**/*-page.tsx',
  '!./pages/personal/personal-page.tsx',
]);

function view(source: string): View {
  const load = pages[`./pages/${source}`];
  if (!load) throw new Error(`There is no page ${source}.`);
  return { source: `src/web/pages/${source}`, load };
}

const newsList = view('news-list/news-list-page.tsx');
const articleList = view('article-list/article-list-page.tsx');
const detail = view('detail/detail-page.tsx');

/**
 * The views there are, by the `file` of a route. A route whose view is not here is not made, so the menu never
 * leads to a page that does not exist.
 */
export const views: Readonly<Record<string, View>> = {
  home: view('home/home-page.tsx'),
  'news-list': newsList,
  'news-detail': detail,
  'report-list': articleList,
  'report-detail': detail,
  'vip-list': articleList,
  'vip-detail': detail,
  'dynamic-list': articleList,
  'dynamic-detail': detail,
  search: view('search/search-page.tsx'),
  'advanced-search': view('search/advanced-search-page.tsx'),
  author: view('author/author-page.tsx'),
  contest: view('contest/contest-page.tsx'),
  'contest-player': view('contest/player-page.tsx'),
  'contest-rules': view('contest/rules-page.tsx'),
  agreement: view('agreement/agreement-page.tsx'),
  login: view('login/login-page.tsx'),
  password: view('password/password-page.tsx'),
  outbox: view('outbox/outbox-page.tsx'),
  unsubscribe: view('unsubscribe/unsubscribe-page.tsx'),
  'mobile-detail': view('mobile-detail/mobile-detail-page.tsx'),
  'contest-trade': view('contest/trade/trade-page.tsx'),
  'personal-index': view('personal/personal-index-page.tsx'),
  'personal-info': view('personal/info/info-page.tsx'),
  'personal-purchase': view('personal/purchase/purchase-page.tsx'),
  'personal-reference': view('personal/reference/reference-page.tsx'),
  'personal-reference-add': view('personal/reference/add/add-page.tsx'),
  'personal-password': view('personal/settings/change-password-page.tsx'),
  'personal-collect': view('personal/lists/collect-page.tsx'),
  'personal-follow': view('personal/lists/follow-page.tsx'),
  'personal-history': view('personal/lists/history-page.tsx'),
  'personal-messages': view('personal/messages/messages-page.tsx'),
  'personal-security': view('personal/security/security-page.tsx'),
  'personal-notices': view('personal/settings/notices-page.tsx'),
};

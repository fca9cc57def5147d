import type { RouteItem } from '#client/routes.ts';
import type { AnyPage } from './page.ts';

/** Returns whether a route of `buildRoutes`, or one of its children, has a view. The menu shows only such routes. */
export const hasView = (item: RouteItem): boolean =>
  item.children.length === 0 ? item.file in views : item.children.some(hasView);

type View = {
  /** Path of the source file, under which the build manifest lists the assets to load. */
  source: string;
  load: () => Promise<{ page: AnyPage }>;
};

// `PersonalPage` is the layout of the personal pages, not a page.
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
 * All views by the `file` of a route. A route without a view is not created, so the menu never links to a page that
 * does not exist.
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
  membership: view('membership/membership-page.tsx'),
  tag: view('tag/tag-page.tsx'),
  topics: view('topic/topics-page.tsx'),
  topic: view('topic/topic-page.tsx'),
  stock: view('stock/stock-page.tsx'),
  contest: view('contest/contest-page.tsx'),
  'contest-player': view('contest/player-page.tsx'),
  'contest-rules': view('contest/rules-page.tsx'),
  agreement: view('agreement/agreement-page.tsx'),
  'own-page': view('own-page/own-page.tsx'),
  login: view('login/login-page.tsx'),
  password: view('password/password-page.tsx'),
  outbox: view('outbox/outbox-page.tsx'),
  preview: view('preview/preview-page.tsx'),
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
  'personal-feed': view('personal/lists/feed-page.tsx'),
  'personal-stocks': view('personal/stocks/stocks-page.tsx'),
  'personal-history': view('personal/lists/history-page.tsx'),
  'personal-messages': view('personal/messages/messages-page.tsx'),
  'personal-security': view('personal/security/security-page.tsx'),
  'personal-notices': view('personal/settings/notices-page.tsx'),
};

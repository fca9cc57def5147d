import type { RouteItem } from '#client/routes.ts';
import type { AnyPage } from './page.ts';

type View = {
  /** Path of the source file, under which the build manifest lists the assets to load. */
  source: string;
  load: () => Promise<{ page: AnyPage }>;
};

const files = import.meta.glob<{ page: AnyPage }>([
  './pages/**/*.page.tsx',
  '../features/*/web/**/*.page.tsx',
]);

/** All pages by name: the file `contest-rules.page.tsx` is the page of routes with the `file` contest-rules. */
const pages = new Map(
  Object.entries(files).map(([path, load]): [string, View] => [
    path.replace(/^.*\/|\.page\.tsx$/g, ''),
    { source: path.replace(/^\.\.?/, (dots) => (dots === '.' ? 'src/web' : 'src')), load },
  ]),
);

/** The pages that several kinds of columns share, by the names that routes use for each kind. */
const sharedPages: Readonly<Record<string, string>> = {
  'news-detail': 'detail',
  'report-list': 'article-list',
  'report-detail': 'detail',
  'vip-list': 'article-list',
  'vip-detail': 'detail',
  'dynamic-list': 'article-list',
  'dynamic-detail': 'detail',
};

/** Returns the view of a route by its `file`; undefined if no feature has it. */
export const findView = (file: string): View | undefined => pages.get(sharedPages[file] ?? file);

/**
 * Returns whether a route of `buildRoutes`, or one of its children, has a view. A route without a view is not created, so
 * the menu never links to a page that does not exist.
 */
export const hasView = (item: RouteItem): boolean =>
  item.children.length === 0 ? findView(item.file) !== undefined : item.children.some(hasView);

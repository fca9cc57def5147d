import { buildRoutes, type RouteItem, standaloneRoutes } from '#client/routes.ts';
import { listColumns, listOffColumns } from '#features/columns/index.ts';
import { features } from '#features/index.ts';
import type { Config } from '#kernel/config.ts';
import type { Context } from '#kernel/context.ts';
import { isPattern } from '#shared/old-address.ts';

/**
 * Addresses that the server answers beside the pages of the site and the calls; `*` stands for anything.
 * `name-routes.test.ts` compares them with the routes of a running server.
 */
export const serverPaths: readonly string[] = [
  '/admin',
  '/admin/*',
  '/admin-assets/*',
  '/assets/*',
  '/files/*',
  '/favicon.ico',
  '/favicon.svg',
  '/manifest.webmanifest',
  '/sw.js',
  '/offline.html',
  '/offline.js',
  '/brand/*',
  '/share/*',
  '/wechat-callback.js',
  '/healthz',
  '/readyz',
  '/robots.txt',
  '/sitemap.xml',
  '/sitemap-*',
  '/feed.xml',
  '/feed.json',
  '/atom.xml',
  '/*/feed.xml',
  '/*/feed.json',
  '/tag/*/feed.xml',
  '/tag/*/feed.json',
  '/author/*/feed.xml',
  '/author/*/feed.json',
  '/topic/*/feed.xml',
  '/topic/*/feed.json',
  '/feed/private/*',
];

/** Returns a function that names what this site shows at a source, so that no redirect pretends to replace it. */
export function createRouteNamer({ apiBase }: Pick<Config, 'apiBase'>) {
  const fixedPaths = [
    ...serverPaths,
    apiBase,
    `${apiBase}/*`,
    ...standaloneRoutes.map(({ fullPath }) => fullPath),
  ];
  return async (ctx: Context): Promise<(source: string) => string | null> => {
    const columns = [...(await listColumns(ctx)), ...(await listOffColumns(ctx))];
    const routes = pathsOf(buildRoutes(columns)).filter((path) => !path.includes('/:'));
    const others = await Promise.all(features.map(async ({ site }) => (await site?.paths?.(ctx)) ?? []));
    const paths = new Set([...fixedPaths, ...routes, ...others.flat()]);
    return (source) => [...paths].find((path) => doOverlap(path, source)) ?? null;
  };
}

const pathsOf = (routes: readonly RouteItem[]): string[] =>
  routes.flatMap(({ fullPath, children }) => [
    // An address of a tag that no post has may be redirected: another site may have had its tags there.
    ...(fullPath.includes(':') ? [] : [fullPath]),
    ...pathsOf(children),
  ]);

/** Whether a source may match the same address as a route. The site ignores case, as its router does. */
function doOverlap(route: string, source: string): boolean {
  const path = (source.split('?', 1)[0] ?? '').toLowerCase();
  if (path === '/') return false;
  const [start = '', end] = route.toLowerCase().split('*', 2);
  if (!isPattern(path)) return end === undefined ? path === start : matches(path, start, end);
  const prefix = path.slice(0, -1);
  if (end === undefined) return start.startsWith(prefix) || `${start}/` === prefix;
  // A route for any column has no fixed start; a pattern within it is not meant for that one file.
  return start !== '/' && (start.startsWith(prefix) || reaches(prefix, start, end));
}

/** Whether a prefix may be continued to a route; the part between `start` and `end` has no slash. */
function reaches(prefix: string, start: string, end: string): boolean {
  if (!prefix.startsWith(start)) return false;
  const slash = prefix.indexOf('/', start.length);
  return end === '' || slash === -1 || end.startsWith(prefix.slice(slash));
}

function matches(path: string, start: string, end: string): boolean {
  const isInside = path.startsWith(start) && path.endsWith(end) && path.length >= start.length + end.length;
  return isInside && (end === '' || !path.slice(start.length, path.length - end.length).includes('/'));
}

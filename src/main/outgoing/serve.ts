import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RouteItem } from '#client/routes.ts';
import { features } from '#features/index.ts';
import {
  type FeedContext,
  listSitemapParts,
  readRecentPosts,
  readSitemapPart,
} from '#features/posts/index.ts';
import { offModules } from '#features/settings/index.ts';
import { chooseEncoding, PageCache, type PageDependencies, sharedFor } from '#kernel/cache/page-cache.ts';
import { originOf } from '#kernel/http/origin-of.ts';
import { tenantOf } from '#kernel/http/tenant-of.ts';
import type { CacheTag } from '#shared/cache-tags.ts';
import { isOffAddress } from '#shared/modules.ts';
import type { App } from '../app.ts';
import { siteFields } from '../page-frame.ts';
import { readRoutes } from '../site-routes.ts';
import { feedSources } from './feed-sources.ts';
import { writeJsonFeed } from './json-feed.ts';
import { openColumns } from './open-columns.ts';
import { writeAtom, writeRss } from './rss.ts';
import { writeNewsSitemap, writeSitemapIndex, writeSitemapPages, writeSitemapPart } from './sitemap.ts';

const cacheBytes = 64 * 1024 * 1024;
// Cached documents are invalidated by tag; this only limits the age of what no tag invalidates.
const maxAgeMs = 10 * 60_000;

const sourceTags: CacheTag[] = ['posts', 'columns', 'tags', 'settings', 'own-pages', 'topics'];

type RenderContext = FeedContext & { base: string; routes: readonly RouteItem[] };

const sitemapParts = features.flatMap(({ site }) => site?.sitemap ?? []).sort((a, b) => a.order - b.order);
type Kind = 'rss' | 'atom' | 'json' | 'sitemap' | 'robots';

const mediaTypes: Record<Kind, string> = {
  rss: 'application/rss+xml; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
  sitemap: 'application/xml; charset=utf-8',
  robots: 'text/plain; charset=utf-8',
};

const feedFormats = [
  { file: 'feed.xml', kind: 'rss', write: writeRss },
  { file: 'feed.json', kind: 'json', write: writeJsonFeed },
  { file: 'atom.xml', kind: 'atom', write: writeAtom },
] as const;

const keyOf = ({ params }: FastifyRequest): string => (params as { key?: string }).key ?? '';

/**
 * Serves feeds, the sitemap and robots.txt. They list only what is behind views that open without a log-in, and contain
 * only what anyone may read (docs/product.md §13). They are cached like pages, and invalidated as soon as a post
 * changes.
 */
export function serveOutgoing(server: FastifyInstance, app: App): void {
  const { cdn } = app.config;
  const cache = new PageCache(cacheBytes);
  answerVerification(server, app);

  /** Registers a route; if `render` returns null, it answers 404. */
  const declareRoute = (
    path: string,
    kind: Kind,
    render: (context: RenderContext, request: FastifyRequest) => Promise<string | null>,
    tagsOf: (request: FastifyRequest) => CacheTag[] = () => [],
  ) =>
    server.get(path, { config: { access: 'page' } }, async (request, reply) => {
      const tenant = tenantOf(app, request);
      const ctx = app.contextOf(tenant);
      const { name: siteName, description, url } = await siteFields(app, tenant);
      const base = url || originOf(request);
      const [address = ''] = request.url.split('?', 1);
      const key = `${tenant.id} ${base} ${address}`;
      const from: PageDependencies = { generations: tenant.tags, tags: [...sourceTags, ...tagsOf(request)] };
      const nowMs = Date.now();
      const encoding = chooseEncoding(request.headers['accept-encoding']);
      const page = await cache.findOrRender(key, from, encoding, nowMs, async () => {
        const routes = await readRoutes(ctx);
        const text = await render(
          { ctx, base, siteName, description, routes, openColumns: openColumns(routes) },
          request,
        );
        // A 404 is not cached: clients can request any number of unknown addresses.
        return {
          status: text === null ? 404 : 200,
          html: text ?? '',
          untilMs: text === null ? 0 : nowMs + maxAgeMs,
          // Without a configured address, the links in it are those of the Host header, which anyone can choose.
          shared:
            url && cdn
              ? (await import('#scale/cdn/cdn-headers.ts')).sharePage(cdn, tenant, address, from.tags)
              : undefined,
        };
      });
      if (page.status === 404) return sendNotFound(reply);
      reply
        .header('content-type', mediaTypes[kind])
        .header('cache-control', 'no-cache')
        .headers(sharedFor(request, page.shared) ?? {})
        .header('vary', 'accept-encoding')
        .header('etag', page.etag);
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      if (request.headers['if-none-match']?.includes(page.etag)) return reply.code(304).send();
      return reply.send(page.body);
    });

  for (const { path, tags, read } of feedSources)
    for (const { file, kind, write } of feedFormats) {
      // Only the site has an Atom feed.
      if (kind === 'atom' && path !== '') continue;
      declareRoute(
        `${path}/${file}`,
        kind,
        async (context, request) => {
          const content = await read(context, keyOf(request));
          if (!content) return null;
          const { folder, posts, ...channel } = content;
          return write({ ...channel, base: context.base, self: `${folder}/${file}` }, posts);
        },
        (request) => tags?.(keyOf(request)) ?? [],
      );
    }

  declareRoute('/sitemap.xml', 'sitemap', async ({ ctx, base }) =>
    writeSitemapIndex(base, await listSitemapParts(ctx)),
  );
  declareRoute('/sitemap-news.xml', 'sitemap', async ({ ctx, base, siteName, openColumns: open }) =>
    writeNewsSitemap(base, siteName, await readRecentPosts(ctx, [...open])),
  );
  declareRoute('/sitemap-pages.xml', 'sitemap', async ({ ctx, base, routes, openColumns: open }) => {
    const columns = routes.filter(({ id }) => open.has(id)).map(({ fullPath }) => fullPath);
    const others = await Promise.all(sitemapParts.map(({ list }) => list(ctx)));
    const off = await offModules(ctx);
    const paths = ['/index', ...columns, '/membership', ...others.flat()];
    return writeSitemapPages(
      base,
      paths.filter((path) => !isOffAddress(path, off)),
    );
  });
  declareRoute(
    '/sitemap-:part(^\\d{1,9}$).xml',
    'sitemap',
    async ({ ctx, base, openColumns: open }, request) => {
      const { part } = request.params as { part: string };
      const posts = await readSitemapPart(ctx, [...open], Number(part));
      return posts.length === 0 && !(await listSitemapParts(ctx)).includes(Number(part))
        ? null
        : writeSitemapPart(base, posts);
    },
  );
  declareRoute('/robots.txt', 'robots', async ({ base }) => writeRobots(base));
}

/**
 * Serves the key of IndexNow and the operator's verification file, in the root of the site. A hook, because all other
 * names there may be old addresses that redirect.
 */
function answerVerification(server: FastifyInstance, app: App): void {
  server.addHook('onRequest', async (request, reply) => {
    const [, file, type] = rootFile.exec(request.url) ?? [];
    if (file === undefined) return;
    const { engines } = await app.settings(app.contextOf(tenantOf(app, request)));
    const { indexNowKey, fileName, fileText } = engines;
    const isKey = indexNowKey !== '' && file === `${indexNowKey}.txt`;
    if (!isKey && (fileName === '' || file !== fileName)) return;
    // Never a page of the site's origin, whatever was typed.
    return reply
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'no-cache')
      .type(`text/${type === 'txt' ? 'plain' : type}; charset=utf-8`)
      .send(isKey ? indexNowKey : fileText);
  });
}

const rootFile = /^\/([\w-]{1,128}\.(txt|html|xml))(?:\?|$)/;

const sendNotFound = (reply: FastifyReply) =>
  reply
    .code(404)
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send('没有这个地址\n');

/** Paths that search engines must not crawl: the back office, personal pages, calls, endless queries. */
const disallowedPaths = [
  '/admin',
  '/api/',
  '/personal',
  '/login',
  '/password',
  '/search',
  '/index/search',
  '/mobileDetail',
  '/preview',
  '/feed/private',
];

const writeRobots = (base: string): string =>
  [
    'User-agent: *',
    ...disallowedPaths.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${base}/sitemap.xml`,
    '',
  ].join('\n');

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { buildRoutes, type RouteItem } from '#client/routes.ts';
import { columnRows, listColumns } from '#features/columns/index.ts';
import { listSitemapParts, readSitemapPart, readSyndicated } from '#features/posts/index.ts';
import { chooseEncoding, type MadeFrom, PageCache } from '#kernel/cache/page-cache.ts';
import type { Context } from '#kernel/context.ts';
import { isId } from '#shared/ids.ts';
import type { App } from '../app.ts';
import { siteFields, tenantOf } from '../page-frame.ts';
import { writeRobots } from './robots.ts';
import { type Channel, writeAtom, writeRss } from './rss.ts';
import { writeSitemapIndex, writeSitemapPages, writeSitemapPart } from './sitemap.ts';

/** As many pieces as readers' programs look back over; the rest is the site's. */
const feedSize = 30;
const cacheBytes = 64 * 1024 * 1024;
// What is kept goes by tag; this only bounds what nobody has purged.
const keptMs = 10 * 60_000;

type Making = { ctx: Context; base: string; siteName: string; routes: readonly RouteItem[] };
type Kind = 'rss' | 'atom' | 'sitemap' | 'robots';

const types: Record<Kind, string> = {
  rss: 'application/rss+xml; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  sitemap: 'application/xml; charset=utf-8',
  robots: 'text/plain; charset=utf-8',
};

/**
 * Serves what programs read of the site: feeds, the sitemap, robots.txt. They list only what is behind views that open
 * without a log-in, and hold only what anyone may read (PRODUCT §3). Kept like pages, and gone like them the moment a
 * piece changes.
 */
export function serveOutgoing(app: FastifyInstance, house: App): void {
  const cache = new PageCache(cacheBytes);

  /** Declares an address; `make` answers null where there is nothing. */
  const serve = (
    path: string,
    kind: Kind,
    make: (making: Making, request: FastifyRequest) => Promise<string | null>,
  ) =>
    app.get(path, { config: { access: 'page' } }, async (request, reply) => {
      const tenant = tenantOf(house, request);
      const ctx = house.contextOf(tenant);
      const { name: siteName, url } = await siteFields(house, tenant);
      const base = url || originOf(request);
      const key = `${tenant.id} ${base} ${request.url.split('?', 1)[0]}`;
      const from: MadeFrom = { generations: tenant.tags, tags: ['posts', 'columns', 'settings'] };
      const nowMs = Date.now();
      const encoding = chooseEncoding(request.headers['accept-encoding']);
      const page = await cache.take(key, from, encoding, nowMs, async () => {
        const routes = buildRoutes(await listColumns(ctx));
        const text = await make({ ctx, base, siteName, routes }, request);
        // What is not there is not kept: anybody can ask for any address.
        return {
          status: text === null ? 404 : 200,
          html: text ?? '',
          untilMs: text === null ? 0 : nowMs + keptMs,
        };
      });
      if (page.status === 404) return missing(reply);
      reply
        .header('content-type', types[kind])
        .header('cache-control', 'no-cache')
        .header('vary', 'accept-encoding')
        .header('etag', page.etag);
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      if (request.headers['if-none-match']?.includes(page.etag)) return reply.code(304).send();
      return reply.send(page.body);
    });

  for (const [path, kind, write] of [
    ['/feed.xml', 'rss', writeRss],
    ['/atom.xml', 'atom', writeAtom],
  ] as const)
    serve(path, kind, async ({ ctx, base, siteName, routes }) => {
      const open = openColumns(routes);
      const columns = (await columnRows(ctx)).filter(({ id }) => open.has(id));
      const channel = {
        title: siteName,
        description: `${siteName}的最新内容`,
        base,
        page: '/index',
        self: path,
      };
      return write(channel, await readSyndicated(ctx, columns, feedSize));
    });

  serve('/:column/feed.xml', 'rss', async ({ ctx, base, siteName, routes }, request) => {
    const { column: asked } = request.params as { column: string };
    const route = routes.find(({ id, fullPath }) => id === asked || fullPath === `/${asked}`);
    const column = route && (await columnRows(ctx)).find(({ id }) => id === route.id);
    if (!column || !openColumns(routes).has(column.id)) return null;
    const channel: Channel = {
      title: `${column.name} - ${siteName}`,
      description: column.description || `${siteName}${column.name}的最新内容`,
      base,
      page: route.fullPath,
      self: `${route.fullPath}/feed.xml`,
    };
    return writeRss(channel, await readSyndicated(ctx, [column], feedSize));
  });

  serve('/sitemap.xml', 'sitemap', async ({ ctx, base }) =>
    writeSitemapIndex(base, await listSitemapParts(ctx)),
  );
  serve('/sitemap-pages.xml', 'sitemap', async ({ base, routes }) => {
    const open = openColumns(routes);
    const columns = routes.filter(({ id }) => open.has(id)).map(({ fullPath }) => fullPath);
    return writeSitemapPages(base, ['/index', ...columns]);
  });
  serve('/sitemap-:part(^\\d{1,9}$).xml', 'sitemap', async ({ ctx, base, routes }, request) => {
    const { part } = request.params as { part: string };
    const pieces = await readSitemapPart(ctx, [...openColumns(routes)], Number(part));
    return pieces.length === 0 && !(await listSitemapParts(ctx)).includes(Number(part))
      ? null
      : writeSitemapPart(base, pieces);
  });
  serve('/robots.txt', 'robots', async ({ base }) => writeRobots(base));
}

/** The columns whose list and pieces open without a log-in. */
function openColumns(routes: readonly RouteItem[]): ReadonlySet<string> {
  const isOpen = ({ meta }: RouteItem) => !meta.auth;
  // The other routes of the frame are named by their path.
  const open = routes.filter((route) => isId(route.id) && isOpen(route) && route.children.every(isOpen));
  return new Set(open.map(({ id }) => id));
}

/** The address it was asked under, where the operator has set none; a host that cannot be one is left out. */
function originOf(request: FastifyRequest): string {
  const { host } = request;
  return /^[a-z0-9.\-_[\]:]{1,255}$/i.test(host) ? `${request.protocol}://${host}` : '';
}

const missing = (reply: FastifyReply) =>
  reply
    .code(404)
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send('没有这个地址\n');

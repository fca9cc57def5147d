import { afterAll, beforeAll, expect, test } from 'vitest';
import { plainSite } from '#testing/plain-site.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { createRouteNamer, serverPaths } from './name-routes.ts';
import { serveWeb } from './web.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

const nameOf = async (source: string) => (await createRouteNamer({ apiBase: '/api' })(portal.ctx))(source);

test.each([
  ['/admin', '/admin'],
  ['/admin/posts', '/admin/*'],
  ['/api/news', '/api/*'],
  ['/login', '/login'],
  ['/index', '/index'],
  ['/index?p=5', '/index'],
  ['/VIP', '/vip'],
  ['/vip/detail', '/vip/detail'],
  ['/personal/reference/add', '/personal/reference/add'],
  ['/gszb/trade', '/gszb/trade'],
  ['/files/000000/a.png', '/files/*'],
  ['/assets/a.js', '/assets/*'],
  ['/feed.xml', '/feed.xml'],
  ['/7/feed.xml', '/*/feed.xml'],
  ['/author/7/feed.json', '/author/*/feed.json'],
  ['/robots.txt', '/robots.txt'],
  ['/adm*', '/admin'],
  ['/admin/old/*', '/admin/*'],
  ['/vip/*', '/vip'],
  ['/tag/oil/*', '/tag/*/feed.xml'],
  ['/tag/oil*', '/tag/*/feed.xml'],
  ['/i*', '/index'],
])('%s is the route %s', async (source, route) => expect(await nameOf(source)).toBe(route));

test.each([
  '/?p=568',
  '/2010/08/06/hello',
  '/feed',
  '/blog/*',
  '/vip/old/*',
  '/vip/old',
  '/tag/oil/page/*',
  '/administrator',
])('%s is no route', async (source) => expect(await nameOf(source)).toBeNull());

test('a dynamic column is a route', async () => {
  await portal.ctx.db
    .insertInto('columns')
    .values({ name: '地产', kind: 'article', list_order: 5 })
    .returning('id')
    .execute();
  const { id } = await portal.ctx.db
    .selectFrom('columns')
    .select('id')
    .where('name', '=', '地产')
    .executeTakeFirstOrThrow();
  portal.app.defaultTenant.tags.purge(['columns']);
  expect(await nameOf(`/${id}`)).toBe(`/${id}`);
  expect(await nameOf(`/${id}/*`)).toBe(`/${id}`);
});

test('every address that the server declares is named', async () => {
  const served = new Set<string>();
  const other = await openPortal({ PORT: '0', HOST: '127.0.0.1' });
  const web = await serveWeb(other.app, async (server) => {
    server.addHook('onRoute', ({ url }) => {
      served.add(url);
    });
    return plainSite;
  });
  await web.stop();
  await other.close();
  served.delete('/*');
  expect(served.size).toBeGreaterThan(8);
  const example = (url: string) => url.replace(/:\w+(\([^)]*\))?/, '7').replace('*', 'x');
  const unnamed = [];
  for (const url of served) if ((await nameOf(example(url))) === null) unnamed.push(url);
  expect(unnamed).toEqual([]);
  expect(serverPaths).toContain('/admin');
});

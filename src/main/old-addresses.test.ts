import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countMissing, flushRedirectCounts } from '#features/redirects/index.ts';
import { plainSite } from '#testing/plain-site.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost } from '#testing/posts-and-members.ts';
import { runs } from '#testing/runs.ts';
import { listenForChanges } from './listen-for-changes.ts';
import { serveOutgoing } from './outgoing/serve.ts';
import { servePages } from './pages.ts';

let portal: Portal;
let changes: { stop(): Promise<void> };
beforeAll(async () => {
  portal = await openPortal();
  // Nothing is cached without the listening connection.
  changes = await listenForChanges(portal.app);
  serveOutgoing(portal.server, portal.app);
  await servePages(portal.server, portal.app, { ...plainSite, isLive: true });
});
afterAll(async () => {
  await changes.stop();
  await portal.close();
});
beforeEach(async () => {
  await portal.ctx.db.deleteFrom('redirects').execute();
  portal.app.defaultTenant.tags.purge(['redirects']);
});

type Row = { source: string; status?: number; target?: string; post_id?: string };
const redirect = (rows: Row[]) =>
  portal.ctx.db
    .insertInto('redirects')
    .values(rows.map((row) => ({ status: 301, ...row })))
    .execute();
const open = async (url: string, method: 'GET' | 'HEAD' = 'GET') => {
  const { statusCode, headers, body } = await portal.server.inject({ method, url });
  return { status: statusCode, location: headers.location, cacheControl: headers['cache-control'], body };
};

test('an old address answers with its redirect, also to HEAD and with a slash at its end', async () => {
  const postId = await addPost(portal);
  await redirect([
    { source: '/2010/旧', post_id: postId },
    { source: '/tag/*', status: 302, target: '/search?keyword=*' },
  ]);
  const moved = { status: 301, location: `/rined/detail?id=${postId}` };
  expect(await open('/2010/%E6%97%A7/')).toMatchObject(moved);
  expect(await open('/2010/%E6%97%A7?utm=1', 'HEAD')).toMatchObject(moved);
  expect(await open('/tag/a%26b')).toMatchObject({ status: 302, location: '/search?keyword=a%26b' });
  await flushRedirectCounts(portal.ctx);
  const rows = await portal.ctx.db.selectFrom('redirects').select(['source', 'hits']).orderBy('id').execute();
  expect(rows).toEqual([
    { source: '/2010/旧', hits: '2' },
    { source: '/tag/*', hits: '1' },
  ]);
});

test('a browser asks again for each old address, so that it follows a corrected redirect', async () => {
  await redirect([
    { source: '/for-good', status: 301, target: '/vip' },
    { source: '/for-now', status: 302, target: '/vip' },
    { source: '/gone', status: 410 },
  ]);
  for (const url of ['/for-good', '/for-now', '/'])
    expect(await open(url), url).toMatchObject({ location: expect.any(String), cacheControl: 'no-cache' });
  expect((await open('/gone')).cacheControl).toMatch(/^no-(?:cache|store)$/);
});

test('the number of a post is read before the home page goes to the first page of the menu', async () => {
  await redirect([{ source: '/?p=568', target: '/vip' }]);
  expect(await open('/?p=568&from=timeline')).toMatchObject({ status: 301, location: '/vip' });
  expect(await open('/?p=569')).toMatchObject({ status: 302, location: '/index' });
  expect(await open('/')).toMatchObject({ status: 302, location: '/index' });
});

test('deleted content answers 410 with a page', async () => {
  await redirect([{ source: '/gone', status: 410 }]);
  const { status, body } = await open('/gone');
  expect(status).toBe(410);
  expect(body).toContain('内容已删除');
});

test('no page of the site is redirected, whatever the table contains', async () => {
  const paths = ['/index', '/vip', '/VIP', '/rined/detail', '/login', '/search', '/agreement', '/gszb/rules'];
  await redirect([
    ...paths.map((source) => ({ source, target: '/elsewhere' })),
    ...paths.map((path) => ({ source: `${path}?p=1`, target: '/elsewhere' })),
    { source: '/*', target: '/elsewhere' },
    { source: '/', target: '/elsewhere' },
    ...['a', 'g', 'i', 'l', 'r', 's', 'v', 'V'].map((letter) => ({
      source: `/${letter}*`,
      target: '/elsewhere',
    })),
  ]);
  for (const path of paths)
    for (const url of [path, `${path}?p=1`, `${path}/`])
      expect((await open(url)).location, url).toBeUndefined();
  expect((await open('/about')).location).toBe('/elsewhere');
});

test('a loop and an unknown address answer 404', async () => {
  await redirect([
    { source: '/a', target: '/b' },
    { source: '/b', target: '/a' },
  ]);
  expect((await open('/a')).status).toBe(404);
  expect((await open('/never')).status).toBe(404);
});

test('an address is looked up once, until a redirect changes', async () => {
  expect((await open('/later')).status).toBe(404);
  await redirect([{ source: '/later', target: '/vip' }]);
  expect((await open('/later')).status).toBe(404);
  portal.app.defaultTenant.tags.purge(['redirects']);
  expect((await open('/later')).location).toBe('/vip');
});

describe('an address that is not in UTF-8', () => {
  test('follows redirects in GBK, also those stored before GBK was decoded', async () => {
    await redirect([
      { source: '/宁德.html', target: '/vip' },
      { source: '/%C4%FE%CF%C4.html', target: '/rined' },
      { source: '/old/%CE%C4/*', target: '/search?keyword=*' },
      { source: '/show.asp?name=%C4%FE', target: '/vip' },
    ]);
    for (const [url, location] of [
      ['/%C4%FE%B5%C2.html', '/vip'],
      ['/%E5%AE%81%E5%BE%B7.html', '/vip'],
      ['/%C4%FE%CF%C4.html', '/rined'],
      ['/old/%CE%C4/%C4%FE', `/search?keyword=${encodeURIComponent('宁')}`],
      ['/show.asp?name=%C4%FE&from=timeline&isappinstalled=0', '/vip'],
    ] as const)
      expect(await open(url), url).toMatchObject({ status: 301, location });
  });

  test('of a page leads to the page', async () => {
    await addPost(portal, { tags: ['宁德'] });
    for (let time = 0; time < 2; time += 1)
      expect(await open('/tag/%C4%FE%B5%C2?current=1')).toMatchObject({
        status: 302,
        location: `/tag/${encodeURIComponent('宁德')}?current=1`,
      });
    expect((await open('/tag/%C4%FE%B5%C2/feed.xml')).status).toBe(200);
  });

  test.each([
    '/100%',
    '/page/%E0%A4%A',
    '/tag/%00',
    '/tag/a%00b',
    '/tag/%ff',
    `/${'%C4'.repeat(900)}`,
    `/tag/${'长'.repeat(300)}/feed.xml`,
  ])('and leads nowhere is answered with the 404 page of the site: %s', async (url) => {
    const { statusCode, headers, body } = await portal.server.inject(url);
    expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(body).toContain('noindex');
  });

  test.each(['/tag/%00/feed.xml', '/tag/a%00/feed.json', '/%00/feed.xml', '/author/%FF/feed.json'])(
    'has no feed: %s',
    async (url) => expect((await open(url)).status).toBe(404),
  );

  test('never fails the server, and no page is JSON, whatever the bytes', async () => {
    const unit = fc.oneof(
      fc.constantFrom(
        ...['/', '%', '%00', '%0a', '%2f', '%5c', '%C4%FE', '%E0%A4%A', '..', 'tag/', 'files/', 'share/'],
      ),
      fc.constantFrom(...['topic/', 'page/', 'author', '/feed.xml', 'admin/', '?x=%', '长'.repeat(120)]),
      fc.integer({ min: 0, max: 255 }).map((byte) => `%${byte.toString(16).padStart(2, '0')}`),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(unit, { maxLength: 8 }), async (units) => {
        const { statusCode, headers } = await portal.server.inject(`/${units.join('')}`.replace(/^\/+/, '/'));
        expect(statusCode).toBeLessThan(500);
        expect(headers['content-type'] ?? 'text/html').not.toContain('json');
      }),
      { numRuns: runs(60) },
    );
  });
});

describe('an address that nothing answers', () => {
  const ask = (url: string, headers = {}) => portal.server.inject({ url, headers });
  const counted = async () => {
    await flushRedirectCounts(portal.ctx);
    return portal.ctx.db
      .selectFrom('missing_addresses')
      .select(['address', 'hits', 'referrer'])
      .orderBy('hits', 'desc')
      .execute();
  };
  beforeEach(async () => {
    await flushRedirectCounts(portal.ctx);
    await portal.ctx.db.deleteFrom('missing_addresses').execute();
  });

  test('is counted with the host that a reader came from, and without its query', async () => {
    await ask('/old/page?session=secret', { referer: 'https://www.example.com/list?q=1' });
    await ask('/old/page/');
    await ask('/?p=900&from=timeline');
    await ask('/index');
    await ask('/rined/detail?id=999999');
    expect(await counted()).toEqual([
      { address: '/old/page', hits: '2', referrer: 'www.example.com' },
      { address: '/?p=900', hits: '1', referrer: '' },
    ]);
  });

  test('of a scan is not counted, nor is one that is redirected', async () => {
    await redirect([{ source: '/moved', target: '/vip' }]);
    portal.app.defaultTenant.tags.purge(['redirects']);
    for (const url of ['/.env', '/wp-login.php', '/moved', '/a.png']) await ask(url);
    expect(await counted()).toEqual([]);
  });

  test('costs at most 200 rows per flush, and the rarest of more than 5,000 are deleted', async () => {
    const at = new Date();
    await portal.ctx.db
      .insertInto('missing_addresses')
      .values([
        { address: '/frequent', hits: 9, first_at: at, last_at: at },
        { address: '/ignored', hits: 1, is_ignored: true, first_at: at, last_at: at },
        ...Array.from({ length: 4998 }, (_, row) => ({
          address: `/r/${row}`,
          hits: 2,
          first_at: at,
          last_at: at,
        })),
      ])
      .execute();
    for (let index = 0; index < 300; index += 1)
      countMissing(portal.ctx, { path: `/invented/${index}`, query: '' }, '');
    const rows = await counted();
    expect(rows).toHaveLength(5000);
    expect(rows.map(({ address }) => address)).toEqual(expect.arrayContaining(['/frequent', '/ignored']));
    expect(rows.filter(({ address }) => address.startsWith('/invented'))).toHaveLength(0);
  });
});

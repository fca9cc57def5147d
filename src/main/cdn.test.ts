import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defineColumns } from '#features/columns/index.ts';
import { withdrawPost } from '#features/posts/index.ts';
import { isProcessTag } from '#kernel/cache/purge.ts';
import { plainSite } from '#testing/plain-site.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { waitFor } from '#testing/wait-for.ts';
import { listenForChanges } from './listen-for-changes.ts';
import { serveOutgoing } from './outgoing/serve.ts';
import { servePages } from './pages.ts';

const shared = 'public, max-age=0, s-maxage=30, stale-while-revalidate=30';
type Opened = { portal: Portal; changes: { stop(): Promise<void> } };

async function open(settings: Record<string, string>): Promise<Opened> {
  const portal = await openPortal({ SITE_URL: 'https://news.example.cn', ...settings });
  await defineColumns(portal.ctx, [{ id: '5', columnName: '门外可见', access: 'public', loginAuth: 0 }]);
  const changes = await listenForChanges(portal.app);
  serveOutgoing(portal.server, portal.app);
  await servePages(portal.server, portal.app, plainSite);
  return { portal, changes };
}

let varnish: Opened;
let nginx: Opened;
let off: Opened;
beforeAll(async () => {
  varnish = await open({ CDN: 'varnish', CDN_PURGE: 'http://127.0.0.1:9' });
  nginx = await open({ CDN: 'nginx', CDN_PURGE: 'http://127.0.0.1:9' });
  off = await open({});
});
afterAll(async () => {
  for (const { portal, changes } of [varnish, nginx, off]) {
    await changes.stop();
    await portal.close();
  }
});

const headersOf = async ({ portal }: Opened, url: string, headers: Record<string, string> = {}) => {
  const answer = await portal.server.inject({ url, headers });
  return { status: answer.statusCode, headers: answer.headers };
};
const isShared = async (from: Opened, url: string, headers?: Record<string, string>) => {
  const answer = await headersOf(from, url, headers);
  const caching = String(answer.headers['cache-control']);
  if (caching !== shared) expect(caching, url).toMatch(/no-cache|no-store/);
  return caching === shared;
};

/** The notification of a change may arrive while a page is rendered, which then is not shared. */
const expectShared = (from: Opened, url: string) =>
  waitFor(async () => expect(await isShared(from, url), url).toBe(true));

test('with a CDN, pages, feeds and the sitemap may be stored for 30 s and carry their tags', async () => {
  const id = await addPost(varnish.portal, { columnId: '5' });
  for (const url of ['/index', '/5', `/5/detail?id=${id}`, '/feed.xml', '/sitemap.xml', '/robots.txt']) {
    await expectShared(varnish, url);
    const { headers } = await headersOf(varnish, url);
    expect(headers['set-cookie'], url).toBeUndefined();
    expect(String(headers.xkey), url).toContain('000000/settings');
    expect(String(headers.xkey), url).toContain('000000/all');
  }
  const { xkey } = (await headersOf(varnish, `/5/detail?id=${id}`)).headers;
  expect(String(xkey).split(' ')).toEqual(expect.arrayContaining([`000000/post:${id}`, '000000/column:5']));
});

test('a page found again, not modified, or sent from the cache has the same headers', async () => {
  await expectShared(varnish, '/5');
  const first = await headersOf(varnish, '/5');
  const again = await headersOf(varnish, '/5', { 'if-none-match': String(first.headers.etag) });
  expect([again.status, again.headers['cache-control'], again.headers.xkey]).toEqual([
    304,
    shared,
    first.headers.xkey,
  ]);
});

test('without a CDN, nothing is shared and no page has tags', async () => {
  const id = await addPost(off.portal, { columnId: '5' });
  for (const url of ['/index', '/5', `/5/detail?id=${id}`, '/feed.xml', '/sitemap.xml']) {
    const { headers } = await headersOf(off, url);
    expect([headers['cache-control'], headers.xkey], url).toEqual(['no-cache', undefined]);
  }
  expect(await off.portal.ctx.db.selectFrom('cdn_purges').selectAll().execute()).toEqual([]);
});

test('a page is shared at its one address only, which purges name', async () => {
  const id = await addPost(varnish.portal, { columnId: '5' });
  await expectShared(varnish, `/5/detail?id=${id}`);
  for (const url of [
    `/5/detail?id=${id}&utm_source=a`,
    `/5/detail?from=b&id=${id}`,
    '/5/',
    '/feed.xml?a=1',
    '/5?b=1',
  ])
    expect(await isShared(varnish, url), url).toBe(false);
});

test('redirects, missing pages, views behind a log-in and search results are not shared', async () => {
  const withdrawn = await addPost(varnish.portal, { columnId: '5' });
  await isShared(varnish, `/5/detail?id=${withdrawn}`);
  await withdrawPost(varnish.portal.ctx, withdrawn);
  await waitFor(async () => expect((await headersOf(varnish, `/5/detail?id=${withdrawn}`)).status).toBe(404));
  const urls = [
    '/',
    '/nothing',
    '/5/detail?id=999999',
    '/5/detail?id=%0d%0axkey:%20a',
    '/personal/index',
    '/search?keyword=a',
    '/login',
    '/author/7/feed.xml',
    '/sitemap-99.xml',
    `/5/detail?id=${withdrawn}`,
  ];
  for (const url of urls) expect(await isShared(varnish, url), url).toBe(false);
});

test('whoever sends a credential gets a page that no CDN stores', async () => {
  const { token } = await logIn(varnish.portal, { vipDays: 30 });
  for (const headers of [{ authorization: `Bearer ${token}` }, { 'blade-auth': `bearer ${token}` }])
    for (const url of ['/index', '/5', '/feed.xml'])
      expect(await isShared(varnish, url, headers as Record<string, string>), url).toBe(false);
});

test('a reader with cookies gets the page of a visitor, and no cookie', async () => {
  const { token } = await logIn(varnish.portal, { vipDays: 30 });
  const body = '<p>开头人人可读。</p><!--paywall--><p>这一句只有会员读得到。</p>';
  const id = await addPost(varnish.portal, { columnId: '5', access: 'vip', body });
  const url = `/5/detail?id=${id}`;
  const cookie = `guanlan-token=${token}; XSRF-TOKEN=${token}; __Host-device=${token}`;
  const [member, visitor] = [
    await varnish.portal.server.inject({ url, headers: { cookie } }),
    await varnish.portal.server.inject({ url }),
  ];
  expect(member.body).toBe(visitor.body);
  expect(member.body).not.toContain('只有会员读得到');
  expect(member.headers['set-cookie']).toBeUndefined();
});

test('a CDN that drops addresses stores only those that a purge names', async () => {
  const id = await addPost(nginx.portal, { columnId: '5', tags: ['储能'] });
  const named = [
    '/index',
    '/5',
    `/5/detail?id=${id}`,
    `/mobileDetail?id=${id}`,
    '/feed.xml',
    '/tag/%E5%82%A8%E8%83%BD',
  ];
  for (const url of named) await expectShared(nginx, url);
  const others = [
    `/5/Detail?id=${id}`,
    '/5?current=2',
    '/5/feed.xml',
    '/tag/%e5%82%a8%e8%83%bd',
    '/membership',
  ];
  for (const url of others) expect(await isShared(nginx, url), url).toBe(false);
  expect((await headersOf(nginx, '/index')).headers.xkey).toBeUndefined();
});

test('a page that became stale while it was rendered is sent but not shared', async () => {
  const { portal } = varnish;
  const title = '正在变';
  const id = await addPost(portal, { columnId: '5', title });
  const url = `/5/detail?id=${id}`;
  let isSent = false;
  const sent = portal.server.inject({ url }).finally(() => {
    isSent = true;
  });
  // In every turn, so that one is between the beginning of the render and its end.
  while (!isSent) {
    portal.ctx.tenant.tags.purge([`post:${id}`]);
    await nextTurn();
  }
  expect((await sent).headers['cache-control']).toBe('no-cache');
  await expectShared(varnish, url);
});

test('the answer of no call may be stored by a shared cache, whoever makes it', async () => {
  const { portal } = varnish;
  const tokens = [
    undefined,
    (await logIn(portal, { vipDays: 30 })).token,
    (await logIn(portal, { role: 'admin' })).token,
  ];
  const counts = { answers: 0, good: 0 };
  for (const { method, path } of portal.app.calls)
    for (const token of tokens) {
      // An empty request: refused by most calls that change something.
      if (token && method === 'POST' && !/^\/reception\//.test(path)) continue;
      const { status, headers } = await portal.call(`${method} ${path}`, token ? { token } : {});
      counts.answers += 1;
      if (status === 200) counts.good += 1;
      expect(String(headers['cache-control']), `${method} ${path} ${status}`).toMatch(/no-store/);
      expect(headers.xkey, path).toBeUndefined();
    }
  expect(counts.good).toBeGreaterThan(100);
  expect(counts.answers).toBeGreaterThan(portal.app.calls.length);
}, 120_000);

test('triggers announce only tags that no stored page has', () => {
  const folder = join(import.meta.dirname, '..', '..', 'db', 'migrations');
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const announcing = texts.filter((text) => text.includes('guanlan_purge'));
  expect(announcing).toHaveLength(1);
  const tags = [...(announcing[0] ?? '').matchAll(/'(member:|roles)'/g)].map(([, tag]) => tag);
  expect(tags).toEqual(['member:', 'roles']);
  expect(isProcessTag('member:7') && isProcessTag('roles')).toBe(true);
  for (const tag of ['posts', 'post:7', 'settings', 'author:7']) expect(isProcessTag(tag), tag).toBe(false);
});

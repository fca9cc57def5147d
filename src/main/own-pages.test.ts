import { afterAll, beforeAll, expect, test } from 'vitest';
import { flushRedirectCounts } from '#features/redirects/flush-counts.ts';
import { plainSite } from '#testing/plain-site.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { waitFor } from '#testing/wait-for.ts';
import { listenForChanges } from './listen-for-changes.ts';
import { serveOutgoing } from './outgoing/serve.ts';
import { servePages } from './pages.ts';

let portal: Portal;
let changes: { stop(): Promise<void> };
let token: string;
beforeAll(async () => {
  portal = await openPortal({ SITE_URL: 'https://news.example.cn' });
  changes = await listenForChanges(portal.app);
  serveOutgoing(portal.server, portal.app);
  await servePages(portal.server, portal.app, plainSite);
  token = (await logIn(portal, { role: 'admin' })).token;
});
afterAll(async () => {
  await changes.stop();
  await portal.close();
});

const open = async (url: string) => {
  const { statusCode, headers, body } = await portal.server.inject({ url });
  return { status: statusCode, location: headers.location, body };
};
const post = async (path: string, body: object) =>
  (await portal.call(`POST /admin/${path}`, { body, token })).body;
/** A purge arrives a moment after the call that caused it. */
const arrives = (check: () => Promise<void>) => waitFor(check);
const shows = (url: string, text: string, isShown = true) =>
  arrives(async () => expect((await open(url)).body.includes(text)).toBe(isShown));
const save = (id: string, base: number, slug: string) =>
  post('page/save', { id, base, content: { title: '关于我们', slug, html: '<p>我们写新闻。</p>' } });

test('a topic is in the sitemap until it is closed', async () => {
  const words = { title: '专题', slug: 'chips', introduction: '', cover: null };
  const { id } = (await post('topic/create', { ...words, isOpen: true })).data;
  await shows('/sitemap-pages.xml', '/topic/chips', false);
  await post('topic/arrange', { id, base: 1, postIds: [await addPost(portal)] });
  await shows('/sitemap-pages.xml', '/topic/chips');
  await shows('/topic/chips', '专题 - ');
  await post('topic/save', { id, base: 2, ...words, isOpen: false });
  await shows('/sitemap-pages.xml', '/topic/chips', false);
  await arrives(async () => expect((await open('/topic/chips')).status).toBe(404));
});

test('the menu is in the first HTML, and / leads to its first open page', async () => {
  const { mark, items } = (await portal.call('GET /admin/menu/detail', { query: {}, token })).body.data;
  await shows('/index', '脱水研报</a>');
  expect((await open('/')).location).toBe('/index');
  const link = { name: '店铺', pageId: null, href: 'https://shop.example.cn/' };
  const changed = items.map((item: { kind: string }) => ({ ...item, isHidden: item.kind === 'home' }));
  await post('menu/save', { mark, items: [{ kind: 'link', isHidden: false, link }, ...changed] });
  await shows('/index', '<a href="https://shop.example.cn/" target="_blank" rel="noopener">店铺</a>');
  await arrives(async () => expect((await open('/')).location).not.toBe('/index'));
  const { location } = await open('/');
  await shows('/agreement', `<a href="${location}"`);

  const { mark: next } = (await portal.call('GET /admin/menu/detail', { query: {}, token })).body.data;
  const { id } = (await post('page/create', { template: 'blank' })).data;
  await save(id, 1, 'contact');
  await post('page/publish', { id, base: 2 });
  const ownPage = { kind: 'link', isHidden: false, link: { name: '', pageId: id, href: '' } };
  await post('menu/save', { mark: next, items: [...items, ownPage] });
  await shows('/agreement', '<a href="/page/contact"');
  await post('page/withdraw', { id });
  await shows('/agreement', '/page/contact', false);
  const { mark: last } = (await portal.call('GET /admin/menu/detail', { query: {}, token })).body.data;
  await post('menu/save', { mark: last, items });
  await shows('/index', '店铺', false);
  await arrives(async () => expect((await open('/')).location).toBe('/index'));
});

test('an own page is in the first HTML, the sitemap and the footer, and leaves them when it is withdrawn', async () => {
  const { id } = (await post('page/create', { template: 'blank' })).data;
  await save(id, 1, 'about');
  expect((await open('/page/about')).status).toBe(404);
  await shows('/index', '脱水研报</a>');
  await post('page/publish', { id, base: 2 });
  await shows('/page/about', '<p>我们写新闻。</p>');
  // After the purge has arrived, since the sitemap comes from a cache.
  await shows('/sitemap-pages.xml', '<loc>https://news.example.cn/page/about</loc>');
  const { status, body } = await open('/page/ABOUT/?from=mail');
  expect(status).toBe(200);
  await flushRedirectCounts(portal.ctx);
  const missing = await portal.ctx.db
    .selectFrom('missing_addresses')
    .select('address')
    .where('address', 'like', '/page/%')
    .execute();
  expect(missing).toEqual([{ address: '/page/about' }]);
  expect(body).toMatch(/<title>关于我们 - .+<\/title>/);
  expect(body).toContain('<meta name="description" content="我们写新闻。">');
  expect(body).toContain('<link rel="canonical" href="https://news.example.cn/page/about">');

  const links = [
    { name: '', pageId: id, href: '' },
    { name: '外站', pageId: null, href: 'https://example.cn/' },
  ];
  await post('footer/save', { base: 0, groups: [{ title: '本站', links }] });
  await shows('/index', '<a href="/page/about"');
  await shows('/index', '<a href="https://example.cn/" target="_blank" rel="noopener">外站</a>');
  await shows('/login', '"footer":[{"title":"本站"');

  await save(id, 2, 'about-us');
  await post('page/publish', { id, base: 3 });
  await arrives(async () =>
    expect(await open('/page/about')).toMatchObject({ status: 301, location: '/page/about-us' }),
  );
  await shows('/index', '<a href="/page/about-us"');

  await post('page/withdraw', { id });
  await arrives(async () => expect((await open('/page/about-us')).status).toBe(404));
  await shows('/index', '/page/about', false);
  await shows('/sitemap-pages.xml', '/page/about', false);
});

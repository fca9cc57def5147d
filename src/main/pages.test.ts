import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defineColumns } from '#features/columns/index.ts';
import { liveSettings } from '#testing/live-settings.ts';
import { plainSite } from '#testing/plain-site.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost } from '#testing/posts-and-members.ts';
import { parseUrl, servePages } from './pages.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal({ SITE_URL: 'https://news.example.cn' });
  const open = { kind: 'article', access: 'public', loginAuth: 0 } as const;
  await defineColumns(portal.ctx, [
    { id: '101', columnName: '产业深潜', ...open },
    { id: '102', columnName: '宏观手记', ...open },
  ]);
  await servePages(portal.server, portal.app, plainSite);
});
afterAll(() => portal.close());

const fetchPage = (url: string, headers = {}) => portal.server.inject({ url, headers });

/** Returns the structured data of a page. */
const structuredData = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '{}');

test.each([
  ['/index', '/index'],
  ['/search?keyword=%F0%A0%AE%B7', '/search'],
  ['//', '//'],
  ['//evil.example/index', '//evil.example/index'],
  ['//[', '//['],
  ['//a:99999999/x', '//a:99999999/x'],
  ['/\\evil.example', '//evil.example'],
  ['http://evil.example/index', '/index'],
  ['http://[', '/404'],
  ['*', '/*'],
])('the address %s is the path %s of this site', (given, path) => {
  expect(parseUrl(given).pathname).toBe(path);
});

test('has an outbox page in a demo that search engines leave out, and none in a live portal', async () => {
  const outbox = await fetchPage('/outbox');
  expect(outbox.statusCode).toBe(200);
  expect(outbox.body).toContain('<meta name="robots" content="noindex">');
  const live = await openPortal(liveSettings);
  await servePages(live.server, live.app, plainSite);
  expect((await live.server.inject('/outbox')).statusCode).toBe(404);
  await live.close();
});

test('the HTML of a post has its text, title, description and whether it is free, without scripts', async () => {
  const body = '<p>潮水每天来两次。</p><div data-paywall></div><p>锁住的第二段。</p>';
  const post = {
    columnId: '102',
    title: '潮汐电价',
    summary: '一条海堤上的电价，一天里变两次，谁付谁收。',
    body,
  };
  const [open, sold] = [
    await addPost(portal, { ...post, body: '<p>潮水每天来两次。</p>' }),
    await addPost(portal, { ...post, access: 'paid', price: 1200 }),
  ];
  const { body: html } = await fetchPage(`/102/detail?id=${open}`);
  expect(html).toContain('<title>潮汐电价');
  expect(html).toContain('<p>潮水每天来两次。</p>');
  expect(html).toMatch(/<meta name="description" content="一条海堤上的电价[^"]*"/);
  expect(html).not.toContain('noindex');
  expect(structuredData(html).isAccessibleForFree).toBe(true);
  const locked = (await fetchPage(`/102/detail?id=${sold}`)).body;
  expect(locked).not.toContain('锁住的第二段');
  expect(structuredData(locked).isAccessibleForFree).toBe(false);
  expect((await fetchPage('/102')).body).toContain('潮汐电价');
});

test('each page of a column is its own original for search engines', async () => {
  for (const url of ['/101', '/101?current=2'])
    expect((await fetchPage(url)).body).toContain(
      `<link rel="canonical" href="https://news.example.cn${url}">`,
    );
});

test('a post requested under another column redirects to its own', async () => {
  const id = await addPost(portal, { columnId: '102' });
  const { statusCode, headers } = await fetchPage(`/101/detail?id=${id}`);
  expect([statusCode, headers.location]).toEqual([302, `/102/detail?id=${id}`]);
});

test('the page of an author has their posts and structured data, and an unknown author is a 404 without index', async () => {
  const id = await addPost(portal, { columnId: '101', author: '江上客' });
  const author = await portal.ctx.db
    .selectFrom('authors')
    .select('id')
    .where('name', '=', '江上客')
    .executeTakeFirstOrThrow();
  const { statusCode, body } = await fetchPage(`/author?id=${author.id}`);
  expect(statusCode).toBe(200);
  expect(body).toContain('<title>江上客的文章 - ');
  expect(body).not.toContain('noindex');
  expect(structuredData(body)).toMatchObject({
    '@type': 'ProfilePage',
    mainEntity: { '@type': 'Person', name: '江上客' },
  });
  expect(body).toContain(`detail?id=${id}"`);
  for (const unknown of ['999999999', 'x', '']) {
    const missing = await fetchPage(`/author?id=${unknown}`);
    expect(missing.statusCode, unknown).toBe(404);
    expect(missing.body).toContain('noindex');
  }
});

describe('a view behind a log-in', () => {
  test.each(['/globalInfo', '/rined', '/vip', '/index/search'])(
    '%s is a shell without content for visitors, and excluded from search engines',
    async (url) => {
      const title = `只给会员看的 ${url}`;
      for (const columnId of ['1', '2', '3']) await addPost(portal, { columnId, title });
      const { statusCode, body } = await fetchPage(url);
      expect(statusCode).toBe(200);
      expect(body).toContain('<meta name="robots" content="noindex">');
      expect(body).not.toContain(title);
      expect(body).not.toContain('loaderData');
    },
  );

  test('is the same shell for every post', async () => {
    const addresses = [];
    for (const title of ['一篇', '另一篇'])
      addresses.push(`/vip/detail?id=${await addPost(portal, { columnId: '3', title, access: 'vip' })}`);
    const [one, other] = await Promise.all(addresses.map(async (url) => (await fetchPage(url)).body));
    expect(one).toContain('noindex');
    expect(other).toBe(one);
  });
});

test.each([
  ['/101?current=0', 200],
  ['/101?current=-1', 200],
  ['/101?current=1e9', 200],
  ['/101?current=abc', 200],
  ['/101?current=99999999999', 200],
  [`/101?tag=${encodeURIComponent("' OR 1=1 --")}`, 200],
  ['/101/', 200],
  ['/101/detail', 404],
  ['/101/detail?id=abc', 404],
  ['/101/detail?id=-1', 404],
  ['/101/detail?id=1%00', 404],
  [`/101/detail?id=${'9'.repeat(40)}`, 404],
  ['/mobileDetail', 404],
  ['/mobileDetail?id=%ED%A0%80', 404],
  ['/globalInfo/nothing', 404],
  ['/1', 404],
  ['/2/detail?id=1', 404],
  ['/search?type=zzz&sort=q&startTime=x&keyword=a', 200],
  ['/search?current=100000&keyword=%E9%93%B6%E8%A1%8C', 200],
  ['/search?keyword=a&keyword=b', 200],
  ['/agreement?kind=%3Cx%3E', 200],
  ['/login?returnTo=%25', 200],
])('the malformed address %s is answered with %i, never a server error', async (url, status) => {
  expect((await fetchPage(url)).statusCode).toBe(status);
});

test('an unknown path under /api is answered with an envelope, not a web page', async () => {
  for (const url of ['/api', '/api/', '/api/nothing', '/api/reception/nothing?id=1']) {
    const answer = await fetchPage(url);
    expect(answer.statusCode, url).toBe(404);
    expect(answer.json(), url).toMatchObject({ code: 404, success: false, data: null });
  }
});

test('a search for any characters is a page on which they are text', async () => {
  const odd = [
    ...['%', '_%_', "' OR 1=1 --", '"; DROP TABLE posts; --', '<script>alert(1)</script>', '\\'],
    ...['<img src=x onerror=alert(1)>', '\u0000\u0001\u001f', '\u202e反向', '👨‍👩‍👧‍👦', '𠮷野家'],
    ...['ｆｕｌｌｗｉｄｔｈ　１２３', '()[]{}*?^~:+-!&|/', 'AND OR NOT', '*', '储能'.repeat(3000), '   '],
  ].map(encodeURIComponent);
  // Half a surrogate pair, truncated UTF-8 and a lone percent sign, which no browser sends.
  for (const keyword of [...odd, '%ED%A0%80', '%E5%82', '%', '%00', '%ff%fe']) {
    const { statusCode, body } = await fetchPage(`/search?keyword=${keyword}`);
    expect(statusCode, keyword.slice(0, 40)).toBeLessThan(500);
    expect(body).not.toMatch(/<script>alert|<img src=x/);
  }
});

test('pages are compressed, validated by ETag, set no cookie, run only our own scripts and cannot be framed elsewhere', async () => {
  const fetchAs = (encoding: string, more = {}) =>
    fetchPage('/index', { 'accept-encoding': encoding, ...more });
  expect((await fetchAs('br, gzip')).headers['content-encoding']).toBe('br');
  expect((await fetchAs('gzip')).headers['content-encoding']).toBe('gzip');
  const { headers } = await fetchAs('identity');
  expect(headers['content-encoding']).toBeUndefined();
  expect(headers['set-cookie']).toBeUndefined();
  expect(headers['cache-control']).toBe('no-cache');
  expect(headers['content-security-policy']).toContain("script-src 'self';");
  expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
  const { etag } = (await fetchAs('br')).headers;
  const again = await fetchAs('br', { 'if-none-match': etag });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

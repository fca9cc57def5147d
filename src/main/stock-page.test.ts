import { afterAll, beforeAll, expect, test } from 'vitest';
import { withdrawPost } from '#features/posts/index.ts';
import { plainSite } from '#testing/plain-site.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost } from '#testing/posts-and-members.ts';
import { waitFor } from '#testing/wait-for.ts';
import { listenForChanges } from './listen-for-changes.ts';
import { servePages } from './pages.ts';

let portal: Portal;
let changes: { stop(): Promise<void> };
beforeAll(async () => {
  portal = await openPortal({ SITE_URL: 'https://news.example.cn' });
  await portal.ctx.db
    .insertInto('stocks')
    .values({ code: '300750', name: '宁德时代', market: 'SZ', aliases: ['宁王'] })
    .execute();
  changes = await listenForChanges(portal.app);
  await servePages(portal.server, portal.app, plainSite);
});
afterAll(async () => {
  await changes.stop();
  await portal.close();
});

const fetchPage = (url: string) => portal.server.inject({ url });

test('the page of a security is rendered with its posts, metadata and structured data', async () => {
  await addPost(portal, { title: '排产上调', stockCodes: ['300750'], body: '<p>正文第一段。</p>' });
  await addPost(portal, { title: '快讯一条', stockCodes: ['300750'], columnId: '1' });
  const { statusCode, body } = await fetchPage('/stock?code=SZ300750');
  expect(statusCode).toBe(200);
  expect(body).toContain('<title>宁德时代（300750）的资讯与研究 - ');
  expect(body).toContain('<link rel="canonical" href="https://news.example.cn/stock?code=300750">');
  expect(body).toContain('"tickerSymbol":"XSHE 300750"');
  for (const text of ['排产上调', '快讯一条', '加自选', '深交所']) expect(body).toContain(text);
  // Without quotes there is no market part.
  expect(body).not.toContain('最新价');
  const articles = (await fetchPage('/stock?code=300750&kind=article')).body;
  expect(articles).toContain('排产上调');
  expect(articles).not.toContain('快讯一条');
});

test('a withdrawn post disappears from the cached page of its security', async () => {
  const id = await addPost(portal, { title: '将被撤下的一篇', stockCodes: ['300750'] });
  const url = '/stock?code=300750';
  await waitFor(async () => expect((await fetchPage(url)).body).toContain('将被撤下的一篇'));
  await withdrawPost(portal.ctx, id);
  await waitFor(async () => expect((await fetchPage(url)).body).not.toContain('将被撤下的一篇'));
});

test('an unknown code is a 404 with a link to the search', async () => {
  for (const url of ['/stock?code=999999', '/stock?code=%3Cscript%3E', '/stock']) {
    const { statusCode, body } = await fetchPage(url);
    expect(statusCode, url).toBe(404);
    expect(body).toContain('href="/search"');
  }
});

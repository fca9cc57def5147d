import { afterAll, beforeAll, expect, test } from 'vitest';
import { withdrawPost } from '#features/posts/index.ts';
import { foldTagCounts } from '#features/tags/counts.ts';
import { runNextTagChange } from '#features/tags/run-changes.ts';
import { plainSite } from '#testing/plain-site.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { waitFor } from '#testing/wait-for.ts';
import { listenForChanges } from './listen-for-changes.ts';
import { serveOutgoing } from './outgoing/serve.ts';
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
  serveOutgoing(portal.server, portal.app);
  await servePages(portal.server, portal.app, plainSite);
});
afterAll(async () => {
  await changes.stop();
  await portal.close();
});

const fetchPage = (url: string) => portal.server.inject({ url });
const tagUrl = (name: string) => `/tag/${encodeURIComponent(name)}`;

/** Saves the description and new name of a tag, and lets the worker change the posts. */
async function manage(name: string, { description, newName }: { description: string; newName: string }) {
  await foldTagCounts(portal.ctx);
  const { token } = await logIn(portal, { role: 'editor' });
  const { body } = await portal.call('GET /admin/tag/list', { token, query: { keyword: name } });
  const [{ id }] = body.data.records;
  await portal.call('POST /admin/tag/describe', { token, body: { id, description } });
  await portal.call('POST /admin/tag/rename', { token, body: { id, name: newName } });
  await runNextTagChange(portal.ctx);
  await foldTagCounts(portal.ctx);
}

test('the page of a tag lists its posts, and its former name leads to it for good', async () => {
  const body = '<p>开放。</p><div data-paywall></div><p>锁住的秘密。</p>';
  await addPost(portal, { title: '一篇付费的', tags: ['A/B 股?'], access: 'vip', body });
  await addPost(portal, { title: '一条快讯', tags: ['A/B 股?'], columnId: '1' });
  await addPost(portal, { title: '别的', tags: ['别的'] });
  await manage('A/B 股?', { description: '介绍 <b>一段</b>', newName: '储能 & 电池' });
  const { statusCode, body: html } = await fetchPage(tagUrl('储能 & 电池'));
  expect(statusCode).toBe(200);
  expect(html).toContain('<title>储能 &amp; 电池 - ');
  expect(html).toContain('<meta name="description" content="介绍 &lt;b&gt;一段&lt;/b&gt;">');
  expect(html).toContain(`href="https://news.example.cn${tagUrl('储能 & 电池')}"`);
  for (const text of ['一篇付费的', '一条快讯']) expect(html).toContain(text);
  for (const text of ['别的', '锁住的秘密', 'noindex']) expect(html).not.toContain(text);
  const moved = await fetchPage(`${tagUrl('A/B 股?')}?utm_source=x`);
  expect(moved).toMatchObject({ statusCode: 301, headers: { location: tagUrl('储能 & 电池') } });
});

test('a withdrawn post disappears from the cached page of its tag, and the last one with the page', async () => {
  const ids = [
    await addPost(portal, { title: '先撤', tags: ['撤'] }),
    await addPost(portal, { tags: ['撤'] }),
  ];
  await waitFor(async () => expect((await fetchPage(tagUrl('撤'))).body).toContain('先撤'));
  await withdrawPost(portal.ctx, ids[0] ?? '');
  await waitFor(async () => expect((await fetchPage(tagUrl('撤'))).body).not.toContain('先撤'));
  expect((await fetchPage(tagUrl('撤'))).statusCode).toBe(200);
  await withdrawPost(portal.ctx, ids[1] ?? '');
  await waitFor(async () => expect((await fetchPage(tagUrl('撤'))).statusCode).toBe(404));
});

test('an unknown tag, a draft’s and an invalid address are a 404 unless redirected, and a page beyond the last is not indexed', async () => {
  await addPost(portal, { tags: ['只在草稿'], state: 'draft', publishedAt: null });
  await addPost(portal, { tags: ['一页'] });
  await portal.ctx.db
    .insertInto('redirects')
    .values([
      { source: '/tag/old', status: 301, target: tagUrl('一页') },
      { source: '/tag/一页', status: 301, target: '/vip' },
    ])
    .execute();
  expect((await fetchPage('/tag/old')).headers.location).toBe(tagUrl('一页'));
  for (const url of ['/tag/', tagUrl('只在草稿'), tagUrl('无'), tagUrl('长'.repeat(60)), '/tag/a/b'])
    expect((await fetchPage(url)).statusCode, url).toBe(404);
  const { statusCode, body } = await fetchPage(`${tagUrl('一页')}?current=2`);
  expect(statusCode).toBe(200);
  expect(body).toContain('没有这一页');
  expect(body).toContain('noindex');
});

test('the sitemap lists tags from three published posts on', async () => {
  for (let count = 0; count < 3; count += 1) await addPost(portal, { tags: ['三篇'] });
  for (let count = 0; count < 2; count += 1) await addPost(portal, { tags: ['两篇'] });
  await foldTagCounts(portal.ctx);
  await waitFor(async () => {
    const { body } = await fetchPage('/sitemap-pages.xml');
    expect(body).toContain(`<loc>https://news.example.cn${tagUrl('三篇')}</loc>`);
    expect(body).not.toContain(tagUrl('两篇'));
  });
});

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

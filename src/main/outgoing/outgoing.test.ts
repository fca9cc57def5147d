import { sql } from 'kysely';
import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { defineColumns } from '#features/columns/index.ts';
import { readFeed, withdrawPost } from '#features/posts/index.ts';
import { purge } from '#kernel/cache/purge.ts';
import { addPiece } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { listenForChanges } from '../changes.ts';
import { serveOutgoing } from './serve.ts';

let portal: Portal;
let changes: { stop(): Promise<void> };
beforeAll(async () => {
  portal = await openPortal({ SITE_URL: 'https://news.example.cn' });
  serveOutgoing(portal.app, portal.house);
  changes = await listenForChanges(portal.house);
  await defineColumns(portal.ctx, [
    { id: '5', columnName: '公司 & <解剖>' },
    { id: '6', columnName: '要登录', loginAuth: 1 },
    { id: '7', columnName: '不进路由', isNav: 0 },
  ]);
});
afterAll(async () => {
  await changes.stop();
  await portal.close();
});

const ask = (url: string, headers: Record<string, string> = {}) =>
  portal.app.inject({ method: 'GET', url, headers });

/** Waits until what was changed has reached the caches: processes hear of it after the commit. */
const shows = (url: string, text: string) =>
  vi.waitFor(async () => expect((await ask(url)).body).toContain(text));

/** The text, after a strict parser has read all of it. */
async function xml(url: string): Promise<string> {
  const { body, statusCode, headers } = await ask(url);
  expect(statusCode, url).toBe(200);
  expect(headers['content-type']).toContain('xml; charset=utf-8');
  new SaxesParser({ xmlns: true }).write(body).close();
  return body;
}

describe('a feed that goes out', () => {
  test('holds the newest pieces of open columns with their text and whole addresses, as XML a strict reader takes', async () => {
    const id = await addPiece(portal, {
      columnId: '5',
      title: '𠮷野家 <b>涨</b> & "跌"\u0007\uffff',
      body: '<p>正文 ]]> 与 <a href="/5/detail?id=1">旧文</a>\u0008<img src="/files/x.png" alt=""></p>',
      tags: ['消费&零售'],
    });
    for (const url of ['/feed.xml', '/5/feed.xml', '/atom.xml']) {
      await shows(url, `https://news.example.cn/5/detail?id=${id}`);
      const body = await xml(url);
      expect(body).toContain('𠮷野家 &lt;b&gt;涨&lt;/b&gt; &amp; &quot;跌&quot;');
      for (const impossible of ['\u0007', '\u0008', '\uffff']) expect(body).not.toContain(impossible);
    }
    const rss = await xml('/5/feed.xml');
    expect(rss).toContain('<title>公司 &amp; &lt;解剖&gt; - 观澜</title>');
    expect(rss).toContain('href="https://news.example.cn/5/detail?id=1"');
    expect(rss).toContain('src="https://news.example.cn/files/x.png"');
  });

  test('is read by our own reader of feeds', async () => {
    await addPiece(portal, { columnId: '5', title: '自己也读得懂', author: '长堤', tags: ['回路'] });
    for (const url of ['/5/feed.xml', '/atom.xml']) {
      await shows(url, '自己也读得懂');
      const body = await xml(url);
      const records = [];
      for await (const item of readFeed(
        '',
        (async function* () {
          yield body;
        })(),
      ))
        if (item.ok) records.push(item.record);
      expect(records).toContainEqual(
        expect.objectContaining({
          title: '自己也读得懂',
          author: '长堤',
          tags: expect.arrayContaining(['公司 & <解剖>']),
        }),
      );
    }
  });

  test('gives a teaser and the way to the rest where not everyone may read all', async () => {
    await addPiece(portal, {
      columnId: '5',
      access: 'vip',
      title: '只给会员',
      body: '<p>人人可读。</p><!--paywall--><p>付费才可读。</p>',
    });
    for (const url of ['/feed.xml', '/5/feed.xml', '/atom.xml']) {
      await shows(url, '人人可读');
      const body = await xml(url);
      expect(body).toContain('阅读全文');
      expect(body).not.toContain('付费才可读');
    }
  });

  test.each(['/6/feed.xml', '/7/feed.xml', '/2/feed.xml', '/rined/feed.xml', '/999/feed.xml', '/x/feed.xml'])(
    'is not there for a view that needs a log-in or is none: %s',
    async (url) => {
      const { statusCode, headers } = await ask(url);
      expect(statusCode).toBe(404);
      expect(headers['cache-control']).toBe('no-store');
    },
  );

  test('holds nothing of a column whose view needs a log-in', async () => {
    await addPiece(portal, { columnId: '6', title: '藏在登录之后' });
    await addPiece(portal, { columnId: '5', title: '在它之后发布' });
    for (const url of ['/feed.xml', '/atom.xml']) {
      await shows(url, '在它之后发布');
      expect(await xml(url)).not.toContain('藏在登录之后');
    }
  });

  test('is answered with nothing where nothing changed, and packed where it may be', async () => {
    const first = await ask('/feed.xml');
    const etag = String(first.headers.etag);
    expect((await ask('/feed.xml', { 'if-none-match': etag })).statusCode).toBe(304);
    const packed = await ask('/feed.xml', { 'accept-encoding': 'gzip' });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', etag });
  });
});

describe('the sitemap', () => {
  test('names the pieces of open columns alone, in parts that its index names', async () => {
    const guarded = await addPiece(portal, { columnId: '6' });
    const id = await addPiece(portal, { columnId: '5' });
    const index = await xml('/sitemap.xml');
    const parts = [...index.matchAll(/<loc>https:\/\/news\.example\.cn(\/sitemap-\d+\.xml)<\/loc>/g)];
    expect(parts).toHaveLength(1);
    await shows(parts[0]?.[1] ?? '', `id=${id}<`);
    const part = await xml(parts[0]?.[1] ?? '');
    expect(part).toMatch(
      new RegExp(`<loc>https://news\\.example\\.cn/5/detail\\?id=${id}</loc><lastmod>[-\\dT:.]+Z</lastmod>`),
    );
    expect(part).not.toContain(`id=${guarded}<`);
    const pages = await xml('/sitemap-pages.xml');
    expect(pages).toContain('<loc>https://news.example.cn/5</loc>');
    expect(pages).not.toMatch(/\/(?:6|7|rined|personal)</);
    expect((await ask('/sitemap-999.xml')).statusCode).toBe(404);
    expect((await ask('/sitemap-x.xml')).statusCode).not.toBe(200);
  });

  test('has no part of more than 50,000 addresses, since each is a stretch of so many ids', async () => {
    const far = 100_001 + 120_000;
    const url = `/sitemap-${Math.floor(far / 50_000)}.xml`;
    const changePosts = () => portal.ctx.db.transaction().execute((trx) => purge(portal.ctx, trx, ['posts']));
    // Other tests expect a sitemap of one part.
    onTestFinished(async () => {
      await portal.ctx.db.deleteFrom('posts').where('id', '=', String(far)).execute();
      await changePosts();
      await vi.waitFor(async () => expect((await ask(url)).statusCode).toBe(404));
    });
    await addPiece(portal);
    await sql`insert into posts (id, kind, column_id, author_id, title, title_breaks, access, state, published_at)
      overriding system value
      select ${far}, 'article', 5, author_id, '远', '远', 'public', 'published', now() from posts limit 1`.execute(
      portal.ctx.db,
    );
    await changePosts();
    const urls = async () => [...(await ask(url)).body.matchAll(/<url>/g)];
    await vi.waitFor(async () => expect(await urls()).toHaveLength(1));
  });
});

test('a piece that is withdrawn is gone from all of them at once', async () => {
  const id = await addPiece(portal, { columnId: '5', title: '马上撤下' });
  const parts = `/sitemap-${Math.floor(Number(id) / 50_000)}.xml`;
  const holders = async () => {
    const found = [];
    for (const url of ['/feed.xml', '/5/feed.xml', '/atom.xml', parts])
      if ((await ask(url)).body.includes(`id=${id}<`) || (await ask(url)).body.includes(`id=${id}"`))
        found.push(url);
    return found;
  };
  await vi.waitFor(async () => expect(await holders()).toHaveLength(4));
  await withdrawPost(portal.ctx, id);
  await vi.waitFor(async () => expect(await holders()).toEqual([]));
});

test('robots are kept out of what is personal and told of the sitemap', async () => {
  const { body, headers } = await ask('/robots.txt');
  expect(headers['content-type']).toContain('text/plain');
  for (const path of ['/admin', '/personal', '/login']) expect(body).toContain(`Disallow: ${path}\n`);
  expect(body).toContain('Sitemap: https://news.example.cn/sitemap.xml');
});

test('where the operator set no address, the one that was asked under is used, and no other reader gets it', async () => {
  const plain = await openPortal();
  serveOutgoing(plain.app, plain.house);
  const follow = await listenForChanges(plain.house);
  const robots = async (host: string) =>
    (await plain.app.inject({ url: '/robots.txt', headers: { host } })).body;
  expect(await robots('one.example')).toContain('Sitemap: http://one.example/sitemap.xml');
  expect(await robots('two.example:8080')).toContain('Sitemap: http://two.example:8080/sitemap.xml');
  expect(await robots('evil"><x')).toContain('Sitemap: /sitemap.xml');
  await follow.stop();
  await plain.close();
});

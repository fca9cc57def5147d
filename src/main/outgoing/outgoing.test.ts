import { sql } from 'kysely';
import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ensureAuthors } from '#features/authors/index.ts';
import { defineColumns } from '#features/columns/index.ts';
import { readFeed, withdrawPost } from '#features/posts/index.ts';
import { purge } from '#kernel/cache/purge.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { waitFor } from '#testing/wait-for.ts';
import { listenForChanges } from '../listen-for-changes.ts';
import { serveOutgoing } from './serve.ts';

let portal: Portal;
let changes: { stop(): Promise<void> };
beforeAll(async () => {
  portal = await openPortal({ SITE_URL: 'https://news.example.cn' });
  serveOutgoing(portal.server, portal.app);
  changes = await listenForChanges(portal.app);
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

const decodeURISafely = (text: string): string => {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
};

const fetchPath = (url: string, headers: Record<string, string> = {}) =>
  portal.server.inject({ method: 'GET', url, headers });

/** Waits until a change has reached the caches: processes are notified of it after the commit. */
const waitUntilShown = (url: string, text: string) =>
  waitFor(async () => expect((await fetchPath(url)).body).toContain(text));

/** Fetches a document, checks all of it with a strict XML parser, and returns its text. */
async function fetchXml(url: string): Promise<string> {
  const { body, statusCode, headers } = await fetchPath(url);
  expect(statusCode, url).toBe(200);
  expect(headers['content-type']).toContain('xml; charset=utf-8');
  new SaxesParser({ xmlns: true }).write(body).close();
  return body;
}

describe('an outgoing feed', () => {
  test('names every author of a post', async () => {
    const coAuthor = (await ensureAuthors(portal.ctx, ['合著者'])).get('合著者') ?? '';
    await addPost(portal, { columnId: '5', title: '两人合写', author: '主笔', coAuthorIds: [coAuthor] });
    await waitUntilShown('/feed.xml', '两人合写');
    expect(await fetchXml('/feed.xml')).toContain(
      '<dc:creator>主笔</dc:creator><dc:creator>合著者</dc:creator>',
    );
    expect(await fetchXml('/atom.xml')).toContain(
      '<author><name>主笔</name></author><author><name>合著者</name></author>',
    );
  });

  test('contains the newest posts of open columns with text and absolute URLs, as XML that a strict parser accepts', async () => {
    const id = await addPost(portal, {
      columnId: '5',
      title: '𠮷野家 <b>涨</b> & "跌"\u0007\uffff',
      body: '<p>正文 ]]> 与 <a href="/5/detail?id=1">旧文</a>\u0008<img src="/files/x.png" alt=""></p>',
      tags: ['消费&零售'],
    });
    for (const url of ['/feed.xml', '/5/feed.xml', '/atom.xml']) {
      await waitUntilShown(url, `https://news.example.cn/5/detail?id=${id}`);
      const body = await fetchXml(url);
      expect(body).toContain('𠮷野家 &lt;b&gt;涨&lt;/b&gt; &amp; &quot;跌&quot;');
      for (const invalidCharacter of ['\u0007', '\u0008', '\uffff'])
        expect(body).not.toContain(invalidCharacter);
    }
    const rss = await fetchXml('/5/feed.xml');
    expect(rss).toContain('<title>公司 &amp; &lt;解剖&gt; - 观澜</title>');
    expect(rss).toContain('href="https://news.example.cn/5/detail?id=1"');
    expect(rss).toContain('src="https://news.example.cn/files/x.png"');
  });

  test('can be imported by our own feed reader', async () => {
    await addPost(portal, { columnId: '5', title: '自己也读得懂', author: '长堤', tags: ['回路'] });
    for (const url of ['/5/feed.xml', '/atom.xml']) {
      await waitUntilShown(url, '自己也读得懂');
      const body = await fetchXml(url);
      const records = [];
      for await (const item of readFeed('', async function* () {
        yield body;
      }))
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

  test('contains a teaser and a link to the rest of a post that not everyone may read', async () => {
    await addPost(portal, {
      columnId: '5',
      access: 'vip',
      title: '只给会员',
      body: '<p>人人可读。</p><!--paywall--><p>付费才可读。</p>',
    });
    for (const url of ['/feed.xml', '/5/feed.xml', '/atom.xml']) {
      await waitUntilShown(url, '人人可读');
      const body = await fetchXml(url);
      expect(body).toContain('阅读全文');
      expect(body).not.toContain('付费才可读');
    }
  });

  test.each(['/6/feed.xml', '/7/feed.xml', '/2/feed.xml', '/rined/feed.xml', '/999/feed.xml', '/x/feed.xml'])(
    'returns 404 for a view that needs a log-in or does not exist: %s',
    async (url) => {
      const { statusCode, headers } = await fetchPath(url);
      expect(statusCode).toBe(404);
      expect(headers['cache-control']).toBe('no-store');
    },
  );

  test('contains nothing of a column whose view needs a log-in', async () => {
    await addPost(portal, { columnId: '6', title: '藏在登录之后' });
    await addPost(portal, { columnId: '5', title: '在它之后发布' });
    for (const url of ['/feed.xml', '/atom.xml']) {
      await waitUntilShown(url, '在它之后发布');
      expect(await fetchXml(url)).not.toContain('藏在登录之后');
    }
  });

  test('is answered with 304 if nothing changed, and compressed if the client accepts it', async () => {
    const first = await fetchPath('/feed.xml');
    const etag = String(first.headers.etag);
    expect((await fetchPath('/feed.xml', { 'if-none-match': etag })).statusCode).toBe(304);
    const packed = await fetchPath('/feed.xml', { 'accept-encoding': 'gzip' });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', etag });
  });
});

describe('the feed of a tag, an author or a topic', () => {
  const openTopic = async (slug: string, postIds: string[]) => {
    const { token } = await logIn(portal, { role: 'admin' });
    const topic = { title: `专题 ${slug}`, slug, introduction: '', cover: null, isOpen: true };
    const { body } = await portal.call('POST /admin/topic/create', { body: topic, token });
    const { id, version: base } = body.data;
    await portal.call('POST /admin/topic/arrange', { body: { id, base, postIds }, token });
  };
  const addressesOf = (folder: string) => [`${folder}/feed.xml`, `${folder}/feed.json`];

  test('contains its posts as a visitor may read them, and none of a column behind a log-in', async () => {
    const labels = { author: '订阅作者', tags: ['订阅/标签 甲'] };
    const open = { ...labels, columnId: '5', title: '公开的一篇' };
    const locked = {
      ...labels,
      columnId: '5',
      access: 'vip',
      title: '锁住的一篇',
      body: '<p>开头可读。</p><!--paywall--><p>后面不可读。</p>',
    } as const;
    const hidden = { ...labels, columnId: '6', title: '藏起来的一篇' };
    const ids = [];
    for (const post of [open, locked, hidden]) ids.push(await addPost(portal, post));
    await addPost(portal, { columnId: '5', title: '不相干的一篇' });
    await openTopic('ding-yue', ids);
    const author = (await ensureAuthors(portal.ctx, ['订阅作者'])).get('订阅作者') ?? '';
    for (const folder of [
      `/tag/${encodeURIComponent('订阅/标签 甲')}`,
      `/author/${author}`,
      '/topic/ding-yue',
    ])
      for (const url of addressesOf(folder)) {
        await waitUntilShown(url, '公开的一篇');
        const { body } = await fetchPath(url);
        expect(body, url).toContain('锁住的一篇');
        expect(body, url).toContain('开头可读');
        expect(body, url).toContain('阅读全文');
        for (const text of ['后面不可读', '藏起来的一篇', '不相干的一篇'])
          expect(body, url).not.toContain(text);
      }
    expect(await fetchXml('/topic/ding-yue/feed.xml')).toContain(
      'https://news.example.cn/topic/ding-yue/feed.xml',
    );
    await withdrawPost(portal.ctx, ids[0] ?? '');
    for (const folder of [
      `/tag/${encodeURIComponent('订阅/标签 甲')}`,
      `/author/${author}`,
      '/topic/ding-yue',
    ])
      for (const url of addressesOf(folder))
        await waitFor(async () => expect((await fetchPath(url)).body).not.toContain('公开的一篇'));
  });

  test('of a tag with the longest name has an address', async () => {
    const name = '长'.repeat(50);
    await addPost(portal, { columnId: '5', title: '长标签', tags: [name] });
    await waitUntilShown(`/tag/${encodeURIComponent(name)}/feed.xml`, '长标签');
  });

  test.each(['/tag/没有', '/tag/%E4%BD', '/author/999999', '/author/x', '/author/1e3', '/topic/none'])(
    'answers 404 for %s',
    async (folder) => {
      for (const url of addressesOf(encodeURI(decodeURISafely(folder)))) {
        const { statusCode } = await fetchPath(url);
        expect([400, 404], url).toContain(statusCode);
      }
    },
  );

  test('of a renamed author has the new name at once', async () => {
    await addPost(portal, { columnId: '5', title: '改名之前', author: '旧笔名' });
    const id = (await ensureAuthors(portal.ctx, ['旧笔名'])).get('旧笔名') ?? '';
    await waitUntilShown(`/author/${id}/feed.xml`, '<title>旧笔名 - ');
    const { token } = await logIn(portal, { role: 'admin' });
    const { body } = await portal.call('POST /admin/author/save', {
      body: { id, name: '新笔名', title: '', bio: '', avatar: null, memberId: null },
      token,
    });
    expect(body.code, body.msg).toBe(200);
    await waitUntilShown(`/author/${id}/feed.xml`, '<title>新笔名 - ');
  });
});

test('a JSON feed names the same posts as RSS, in the form of version 1.1', async () => {
  const id = await addPost(portal, {
    columnId: '5',
    title: '给程序读的 <b>',
    author: '长堤',
    body: '<p>正文<a href="/5/detail?id=1">旧文</a></p>',
    cover: '/files/000000/ab/cover.webp',
    tags: ['回路'],
  });
  const bare = await addPost(portal, { columnId: '5', title: '没有图的' });
  for (const folder of ['', '/5']) {
    await waitUntilShown(`${folder}/feed.json`, '没有图的');
    await waitUntilShown(`${folder}/feed.json`, '给程序读的');
    const { body, headers } = await fetchPath(`${folder}/feed.json`);
    expect(headers['content-type']).toBe('application/feed+json; charset=utf-8');
    const feed = JSON.parse(body);
    expect(feed).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      feed_url: `https://news.example.cn${folder}/feed.json`,
      language: 'zh-CN',
    });
    const rss = await fetchXml(`${folder}/feed.xml`);
    for (const item of feed.items) expect(rss).toContain(`<guid isPermaLink="false">${item.id}</guid>`);
    const itemOf = (post: string) =>
      feed.items.find((item: { id: string }) => item.id.endsWith(`?id=${post}`));
    expect(itemOf(bare)).not.toHaveProperty('image');
    expect(itemOf(id)).toMatchObject({
      image: 'https://news.example.cn/files/000000/ab/cover.webp',
      url: `https://news.example.cn/5/detail?id=${id}`,
      title: '给程序读的 <b>',
      content_html: expect.stringContaining('href="https://news.example.cn/5/detail?id=1"'),
      date_published: expect.stringMatching(/T.*\+08:00$/),
      authors: [{ name: '长堤', url: expect.stringContaining('/author?id=') }],
      tags: ['公司 & <解剖>', '回路'],
    });
  }
});

test('a feed has a link in place of a player', async () => {
  await addPost(portal, {
    columnId: '5',
    title: '带视频的一篇',
    body: '<p>前文。</p><figure data-embed="bilibili" data-video="BV1xx411c7mD"><figcaption>铜价</figcaption></figure>',
  });
  for (const url of ['/feed.xml', '/atom.xml', '/feed.json', '/5/feed.xml', '/5/feed.json']) {
    await waitUntilShown(url, '带视频的一篇');
    const { body } = await fetchPath(url);
    expect(body, url).toContain('https://www.bilibili.com/video/BV1xx411c7mD');
    expect(body, url).not.toContain('player.bilibili.com');
    expect(body, url).not.toContain('iframe');
  }
});

describe('the sitemap', () => {
  test('contains only posts of open columns, in parts that its index lists', async () => {
    const guarded = await addPost(portal, { columnId: '6' });
    await portal.ctx.db
      .insertInto('stocks')
      .values([
        { code: '697588', name: '远岫芯材' },
        { code: '697305', name: '岬浦航运' },
      ])
      .execute();
    const id = await addPost(portal, { columnId: '5', stockCodes: ['697588'] });
    const index = await fetchXml('/sitemap.xml');
    const parts = [...index.matchAll(/<loc>https:\/\/news\.example\.cn(\/sitemap-\d+\.xml)<\/loc>/g)];
    expect(parts).toHaveLength(1);
    await waitUntilShown(parts[0]?.[1] ?? '', `id=${id}<`);
    const part = await fetchXml(parts[0]?.[1] ?? '');
    expect(part).toMatch(
      new RegExp(`<loc>https://news\\.example\\.cn/5/detail\\?id=${id}</loc><lastmod>[-\\dT:.]+Z</lastmod>`),
    );
    expect(part).not.toContain(`id=${guarded}<`);
    const pages = await fetchXml('/sitemap-pages.xml');
    expect(pages).toContain('<loc>https://news.example.cn/5</loc>');
    expect(pages).toContain('<loc>https://news.example.cn/membership</loc>');
    expect(pages).not.toMatch(/\/(?:6|7|rined|personal)</);
    // The page of a security is listed once a post names it.
    expect(pages).toContain('<loc>https://news.example.cn/stock?code=697588</loc>');
    expect(pages).not.toContain('697305');
    expect((await fetchPath('/sitemap-999.xml')).statusCode).toBe(404);
    expect((await fetchPath('/sitemap-x.xml')).statusCode).not.toBe(200);
  });

  test('has at most 50,000 addresses per part, because each part covers that many ids', async () => {
    const distantId = 100_001 + 120_000;
    const url = `/sitemap-${Math.floor(distantId / 50_000)}.xml`;
    const changePosts = () => portal.ctx.db.transaction().execute((trx) => purge(portal.ctx, trx, ['posts']));
    // Other tests expect a sitemap of one part.
    onTestFinished(async () => {
      await portal.ctx.db.deleteFrom('posts').where('id', '=', String(distantId)).execute();
      await changePosts();
      await waitFor(async () => expect((await fetchPath(url)).statusCode).toBe(404));
    });
    await addPost(portal);
    await sql`insert into posts (id, kind, column_id, author_id, title, title_breaks, access, state, published_at)
      overriding system value
      select ${distantId}, 'article', 5, author_id, '远', '远', 'public', 'published', now() from posts limit 1`.execute(
      portal.ctx.db,
    );
    await changePosts();
    const urls = async () => [...(await fetchPath(url)).body.matchAll(/<url>/g)];
    await waitFor(async () => expect(await urls()).toHaveLength(1));
  });
});

test('a withdrawn post disappears from the feeds and the sitemap at once', async () => {
  const id = await addPost(portal, { columnId: '5', title: '马上撤下' });
  const parts = `/sitemap-${Math.floor(Number(id) / 50_000)}.xml`;
  const listAddressesWithPost = async () => {
    const found = [];
    for (const url of ['/feed.xml', '/5/feed.xml', '/atom.xml', parts])
      if (
        (await fetchPath(url)).body.includes(`id=${id}<`) ||
        (await fetchPath(url)).body.includes(`id=${id}"`)
      )
        found.push(url);
    return found;
  };
  await waitFor(async () => expect(await listAddressesWithPost()).toHaveLength(4));
  await withdrawPost(portal.ctx, id);
  await waitFor(async () => expect(await listAddressesWithPost()).toEqual([]));
});

test('robots.txt excludes personal pages and names the sitemap', async () => {
  const { body, headers } = await fetchPath('/robots.txt');
  expect(headers['content-type']).toContain('text/plain');
  const kept =
    '/admin /api/ /personal /login /password /search /index/search /mobileDetail /preview /feed/private';
  expect(body.split('\n').filter((line) => line !== '')).toEqual([
    'User-agent: *',
    ...kept.split(' ').map((path) => `Disallow: ${path}`),
    'Sitemap: https://news.example.cn/sitemap.xml',
  ]);
});

test('without a configured site URL, addresses use the requested host, and no other reader gets them', async () => {
  const plain = await openPortal();
  serveOutgoing(plain.server, plain.app);
  const portalChanges = await listenForChanges(plain.app);
  const robots = async (host: string) =>
    (await plain.server.inject({ url: '/robots.txt', headers: { host } })).body;
  expect(await robots('one.example')).toContain('Sitemap: http://one.example/sitemap.xml');
  expect(await robots('two.example:8080')).toContain('Sitemap: http://two.example:8080/sitemap.xml');
  expect(await robots('evil"><x')).toContain('Sitemap: /sitemap.xml');
  await portalChanges.stop();
  await plain.close();
});

test('the news sitemap lists posts of two days with title and time, apart from the rest', async () => {
  const recent = await addPost(portal, { columnId: '5', title: '新 & 快' });
  const old = await addPost(portal, { columnId: '5', publishedAt: new Date(Date.now() - 3 * 86_400_000) });
  const hidden = await addPost(portal, { columnId: '6' });
  await waitUntilShown('/sitemap-news.xml', `detail?id=${recent}<`);
  const xml = await fetchXml('/sitemap-news.xml');
  expect(xml).toContain('<news:title>新 &amp; 快</news:title>');
  expect(xml).toContain('<news:language>zh-cn</news:language>');
  for (const id of [old, hidden]) expect(xml).not.toContain(`detail?id=${id}<`);
  expect(await fetchXml('/sitemap.xml')).toContain('https://news.example.cn/sitemap-news.xml');
});

test('the key of IndexNow and a verification file are in the root, and nothing else is', async () => {
  const { token } = await logIn(portal, { role: 'admin' });
  const { body: list } = await portal.call('GET /admin/settings/list', { token });
  const { updatedAt: base } = list.data.groups.find(({ name }: { name: string }) => name === 'engines');
  const file = { fileName: 'baidu_verify_x.html', fileText: '<script>1</script>' };
  const values = { indexNow: true, indexNowKey: 'guanlan-key-0001', ...file };
  const { body } = await portal.call('POST /admin/settings/save', {
    token,
    body: { group: 'engines', base, values },
  });
  expect(body.code, body.msg).toBe(200);
  await waitUntilShown('/guanlan-key-0001.txt', 'guanlan-key-0001');
  expect((await fetchPath('/guanlan-key-0001.txt')).headers['content-type']).toBe(
    'text/plain; charset=utf-8',
  );
  const verification = await fetchPath('/baidu_verify_x.html?x=1');
  expect(verification.body).toBe('<script>1</script>');
  expect(verification.headers['content-security-policy']).toContain('sandbox');
  expect((await fetchPath('/other-key-0001.txt')).statusCode).toBe(404);
  expect((await fetchPath('/robots.txt')).body).toContain('Sitemap:');
});

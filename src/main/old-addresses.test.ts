import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allImportRights } from '#features/posts/index.ts';
import { countMissing } from '#features/redirects/count-missing.ts';
import { flushRedirectCounts } from '#features/redirects/flush-counts.ts';
import { importContent } from '#features/transfers/index.ts';
import { plainSite } from '#testing/plain-site.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost } from '#testing/posts-and-members.ts';
import { runs } from '#testing/runs.ts';
import { serveFiles } from './files.ts';
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
  await serveFiles(portal.server, portal.app);
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

describe('a WordPress site that moves with its uploads', () => {
  const site = 'https://old.example';
  const uploads = `${site}/wp-content/uploads/2023/05`;
  const cdata = (text: string) => `<![CDATA[${text}]]>`;
  const categories = [
    { id: 1, slug: 'news', name: '海外', parent: '' },
    { id: 2, slug: 'asia', name: '亚洲动态', parent: 'news' },
    { id: 3, slug: '%e6%97%a5%e6%9c%ac', name: '日本', parent: 'asia' },
    { id: 4, slug: 'misc', name: '杂谈', parent: '' },
  ];
  const paths = [
    '/category/news',
    '/category/news/asia',
    '/category/news/asia/%e6%97%a5%e6%9c%ac',
    '/category/misc',
  ];
  const tags = [
    { slug: 'oil', name: '石油' },
    { slug: 'unused', name: '没人用' },
  ];
  const authors = [
    { login: 'li.na', name: '李娜', path: '/author/li-na' },
    { login: 'wang_wu', name: '王五', path: '/author/wang_wu' },
  ];
  const two = (number: number) => String(number).padStart(2, '0');
  const posts = Array.from({ length: 40 }, (_, at) => ({
    at,
    id: 100 + at,
    day: `2023/${two(1 + (at % 12))}/${two(1 + (at % 28))}`,
    slug: at % 3 === 0 ? `%e6%96%87%e7%ab%a0-${at}` : `post-${at}`,
    title: `第 ${at} 篇旧文`,
    picture: `pic-${at % 6}`,
    pdf: `report-${at % 4}.pdf`,
    category: categories[at % 4],
    author: authors[at % 2],
  }));
  type Post = (typeof posts)[number];
  const pathOf = ({ day, slug }: Post) => `/${day}/${slug}/`;
  const bodyOf = (post: Post) => `<p>第 ${post.at} 篇的正文。</p>
    <p><a href="${uploads}/${post.picture}.png"><img src="${uploads}/${post.picture}-300x200.png"></a></p>
    <p><a href="${uploads}/${post.pdf}">报告</a> <a href="${site}${pathOf(posts[(post.at + 1) % 40] ?? post)}">下一篇</a>
    <a href="${site}/category/news/">海外</a></p>`;
  const published = (post: Post) => `${post.day.replaceAll('/', '-')} 08:30:00`;
  const item = (id: number, type: string, link: string, rest: string) =>
    `<item><link>${site}${link}</link><guid>${site}/?p=${id}</guid><wp:post_id>${id}</wp:post_id><wp:post_type>${type}</wp:post_type>
      <wp:status>publish</wp:status>${rest}</item>`;
  const postItem = (post: Post) =>
    item(
      post.id,
      'post',
      pathOf(post),
      `<title>${post.title}</title><dc:creator>${post.author?.login}</dc:creator><content:encoded>${cdata(bodyOf(post))}</content:encoded>
      <wp:post_date>${published(post)}</wp:post_date><wp:post_date_gmt>${published(post)}</wp:post_date_gmt>
      <wp:post_modified_gmt>2024-02-${two(1 + (post.at % 28))} 01:02:03</wp:post_modified_gmt>
      <category domain="category" nicename="${post.category?.slug}">${cdata(post.category?.name ?? '')}</category>
      <category domain="post_tag" nicename="oil">${cdata('石油')}</category>`,
    );
  const pictures = Array.from({ length: 6 }, (_, at) => `pic-${at}.png`);
  const documents = ['report-0.pdf', 'report-1.pdf', 'report-2.pdf', 'report-3.pdf', 'linked-nowhere.pdf'];
  const scaled = 'big-scaled.png';
  const files = [...pictures, scaled, ...documents];
  const wxr = () => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel><wp:base_blog_url>${site}</wp:base_blog_url>
${authors.map(({ login, name }) => `<wp:author><wp:author_login>${login}</wp:author_login><wp:author_display_name>${name}</wp:author_display_name></wp:author>`).join('')}
${categories.map(({ id, slug, name, parent }) => `<wp:category><wp:term_id>${id}</wp:term_id><wp:category_nicename>${slug}</wp:category_nicename><wp:category_parent>${parent}</wp:category_parent><wp:cat_name>${cdata(name)}</wp:cat_name></wp:category>`).join('')}
${tags.map(({ slug, name }) => `<wp:tag><wp:tag_slug>${slug}</wp:tag_slug><wp:tag_name>${cdata(name)}</wp:tag_name></wp:tag>`).join('')}
${posts.map(postItem).join('')}
${item(60, 'page', '/about/', `<title>关于</title><wp:post_name>about</wp:post_name><content:encoded>${cdata('<p>关于我们。</p>')}</content:encoded><wp:post_date_gmt>2022-01-01 00:00:00</wp:post_date_gmt>`)}
${files.map((name, at) => item(70 + at, 'attachment', `/${name}/`, `<title>${name}</title><wp:attachment_url>${uploads}/${name}</wp:attachment_url>`)).join('')}
</channel></rss>`;

  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'guanlan-moved-'));
    const inner = join(folder, 'wp-content/uploads/2023/05');
    mkdirSync(inner, { recursive: true });
    for (const [at, name] of [...pictures, scaled].entries()) {
      const background = { r: 40 * at, g: 120, b: 200 };
      const picture = (width: number, height: number) =>
        sharp({ create: { width, height, channels: 3, background } })
          .png()
          .toBuffer();
      writeFileSync(join(inner, name), await picture(600, 400));
      // Uploads have smaller copies of some pictures.
      if (at % 2 === 0)
        writeFileSync(join(inner, name.replace('.png', '-300x200.png')), await picture(300, 200));
    }
    for (const name of documents) writeFileSync(join(inner, name), `%PDF-1.7 ${name}`);
    writeFileSync(join(folder, 'export.xml'), wxr());
    return () => rmSync(folder, { recursive: true });
  });
  async function addColumn(name: string): Promise<string> {
    const row = { name, kind: 'article' };
    const added = await portal.ctx.db
      .insertInto('columns')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow();
    portal.app.defaultTenant.tags.purge(['columns']);
    return added.id;
  }
  /** Imports the site into a column for a category and one for the rest. */
  async function move(): Promise<string[]> {
    const lines: string[] = [];
    await portal.ctx.db.deleteFrom('posts').execute();
    const options = {
      path: folder,
      columnId: await addColumn('旧站'),
      columnsByCategory: new Map([['海外', await addColumn('旧站海外')]]),
      rights: allImportRights,
      savedBy: null,
      media: portal.app.media,
      log: { add: async () => undefined, addMissing: async () => undefined },
      report: (line: string) => void lines.push(line),
    };
    const count = await importContent(portal.ctx, options, portal.app.extensions);
    expect(count).toMatchObject({ added: 41, failed: 0 });
    portal.app.defaultTenant.tags.purge(['redirects', 'columns']);
    return lines;
  }

  type Opened = { url: string; status: number; text: string; bytes: Buffer };
  const opened = new Map<string, Promise<Opened>>();
  /** Opens an address and follows its redirects; asks once for each. */
  function follow(url: string, hops = 0): Promise<Opened> {
    const known = opened.get(url);
    if (known) return known;
    const answer = portal.server
      .inject({ method: 'GET', url })
      .then(({ statusCode: status, headers: { location }, body: text, rawPayload: bytes }) =>
        location === undefined || hops > 4 ? { url, status, text, bytes } : follow(location, hops + 1),
      );
    opened.set(url, answer);
    return answer;
  }

  test('loses no address, title, date, picture or document', async () => {
    const lines = await move();
    const missing: string[] = [];
    const check = (isRight: boolean, what: string) => {
      if (!isRight) missing.push(what);
    };
    const sitemap = (await follow('/sitemap.xml')).text;
    const parts = [...sitemap.matchAll(/<loc>[^<]*?(\/sitemap[^<]+)<\/loc>/g)];
    const entries = (await Promise.all(parts.map(async ([, path = '']) => (await follow(path)).text)))
      .join('')
      .split('<url>');
    for (const post of posts) {
      const shown = await follow(pathOf(post));
      const { text, url } = shown;
      check(shown.status === 200 && text.includes(post.title), `${pathOf(post)}: ${shown.status}`);
      check((await follow(`/?p=${post.id}`)).url === url, `/?p=${post.id}`);
      const modified = `2024-02-${two(1 + (post.at % 28))}T`;
      check(text.includes(`"dateModified":"${modified}`), `${url}: dateModified`);
      // 08:30 UTC.
      check(text.includes(`"datePublished":"${published(post).slice(0, 10)}T16:30`), `${url}: datePublished`);
      const entry = entries.find((one) => one.includes(`${url}</loc>`));
      check(entry?.includes(`<lastmod>${modified}`) === true, `${url}: lastmod`);
      const { html, column } = await portal.ctx.db
        .selectFrom('post_bodies as b')
        .innerJoin('posts as p', 'p.id', 'b.post_id')
        .innerJoin('columns as c', 'c.id', 'p.column_id')
        .select(['b.html', 'c.name as column'])
        .where('p.title', '=', post.title)
        .executeTakeFirstOrThrow();
      // Of a child category and of its child, too.
      check(column === (post.category?.name === '杂谈' ? '旧站' : '旧站海外'), `${url}: ${column}`);
      check(!html.includes('old.example'), `${url}: ${/old\.example[^"]*/.exec(html)?.[0]}`);
      for (const [, target = ''] of html.matchAll(/(?:src|href)="([^"]+)"/g))
        check((await follow(target.replaceAll('&amp;', '&'))).status === 200, `${url}: ${target}`);
    }
    const lists = [
      ...paths,
      '/?cat=1',
      '/?cat=3',
      '/tag/oil',
      '/tag/unused',
      ...authors.map(({ path }) => path),
      '/2023',
      '/2023/05',
      `/${posts[0]?.day}`,
    ];
    for (const path of [
      '/about/',
      '/feed/',
      '/page/2',
      '/page/4',
      ...lists,
      ...lists.flatMap((one) => (one.includes('?') ? [] : [`${one}/page/2/`])),
    ]) {
      const { status } = await follow(path);
      check(status === 200, `${path}: ${status}`);
    }
    for (const name of files)
      for (const copy of name.endsWith('.png')
        ? [
            name,
            name.replace(/(?:-scaled)?\.png/, '-150x150.png'),
            name.replace(/(?:-scaled)?\.png/, '-300x200.png'),
          ]
        : [name]) {
        const { status, bytes } = await follow(`/wp-content/uploads/2023/05/${copy}`);
        const isRight =
          status === 200 &&
          (name.endsWith('.pdf')
            ? bytes.toString() === `%PDF-1.7 ${name}`
            : [300, 600].includes((await sharp(bytes).metadata()).width));
        check(isRight, `${copy}: ${status}`);
      }
    expect(missing).toEqual([]);
    expect(lines.filter((line) => !line.includes('是附件'))).toEqual([]);
  });
});

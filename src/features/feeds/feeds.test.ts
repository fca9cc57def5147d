import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { publishDuePosts } from '#features/posts/index.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { fetchDueFeeds } from './fetch-source.ts';
import { claimDueSources } from './queries.ts';

let portal: Portal;
let editor: string;
let server: Server;
let origin: string;
let answers: Map<string, (request: IncomingMessage, response: ServerResponse) => void>;

beforeAll(async () => {
  portal = await openPortal({ FEED_NETWORKS: '127.0.0.1' });
  editor = (await logIn(portal, { role: 'editor' })).token;
  server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '');
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#c00' } })
    .png()
    .toBuffer();
  pictureBytes = picture;
});
let pictureBytes: Buffer;
beforeEach(async () => {
  // Sources of earlier tests could still be due, and their items would count as known.
  await portal.ctx.db.deleteFrom('feed_sources').execute();
  answers = new Map([
    [
      '/p.png',
      (_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(pictureBytes),
    ],
  ]);
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await portal.close();
});

const get = async (path: string, query: Record<string, string> = {}, token = editor) =>
  (await portal.call(`GET /admin/feed/${path}`, { query, token })).body;
const post = async (path: string, body: object, token = editor) =>
  (await portal.call(`POST /admin/feed/${path}`, { body, token })).body;

let serial = 0;
/** Creates a source at its own path. */
async function createSource(body: string | Buffer | ((n: number) => string), columnId = '2') {
  serial += 1;
  const path = `/feed-${serial}`;
  serve(path, body);
  const { data } = await post('create', { name: `来源 ${serial}`, url: origin + path, columnId });
  return { id: data.id as string, path };
}
function serve(path: string, body: unknown, headers: Record<string, string> = {}) {
  answers.set(path, (_, response) => void response.writeHead(200, headers).end(body));
}
const rss = (...items: string[]) =>
  `<?xml version="1.0" encoding="utf-8"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>源</title>${items.join('')}</channel></rss>`;
const item = (name: string, more = '') =>
  `<item><title>${name}</title><guid isPermaLink="false">${name}</guid><link>https://news.example/${encodeURIComponent(name)}</link><description>${name}的正文，写得足够长。</description>${more}</item>`;
/** Fetches what is due a minute after a source was saved. */
const fetchDue = () =>
  fetchDueFeeds({ ...portal.ctx, now: () => new Date(Date.now() + 61_000) }, portal.app.feeds);
const fetchSource = async (id: string) => (await post('fetch', { id })).data;
const pendingOf = async (sourceId: string) => (await get('items', { sourceId, size: '100' })).data.records;
const read = async (id: string) =>
  (await portal.call('POST /reception/article/selectArticle', { query: { id } })).body;
const sourceOf = async (id: string) =>
  (await get('list')).data.find((source: { id: string }) => source.id === id);

describe('a source', () => {
  test('is fetched when due, and each of its items is queued once', async () => {
    const { id } = await createSource(rss(item('甲一'), item('甲二')));
    // Whoever saved it fetches it first.
    expect(await fetchDueFeeds(portal.ctx, portal.app.feeds)).toBe(0);
    while ((await fetchDue()) > 0);
    const waiting = await pendingOf(id);
    expect(waiting).toMatchObject([
      { title: '甲二', url: 'https://news.example/%E7%94%B2%E4%BA%8C', state: 'pending', postId: null },
      { title: '甲一' },
    ]);
    expect(await sourceOf(id)).toMatchObject({ lastError: '', failures: 0, pending: 2 });
    expect(await fetchSource(id)).toEqual({ added: 0, error: '' });
    expect(await fetchDueFeeds(portal.ctx, portal.app.feeds)).toBe(0);
  });

  test('is fetched once by two workers, and again after the one that claimed it was killed', async () => {
    const { path } = await createSource('');
    let requestCount = 0;
    answers.set(path, (_, response) => {
      requestCount += 1;
      response.end(rss(item('一次')));
    });
    expect((await Promise.all([fetchDue(), fetchDue(), fetchDue()])).toSorted()).toEqual([0, 0, 1]);
    expect(requestCount).toBe(1);
    const { db } = portal.ctx;
    const now = new Date();
    await db.updateTable('feed_sources').set({ next_fetch_at: now }).execute();
    expect(await claimDueSources(db, now, new Date(now.getTime() + 120_000), 4)).toHaveLength(1);
    const fetchAt = (ms: number) =>
      fetchDueFeeds({ ...portal.ctx, now: () => new Date(now.getTime() + ms) }, portal.app.feeds);
    expect(await fetchAt(0)).toBe(0);
    expect(await fetchAt(120_000)).toBe(1);
  });

  test('is fetched with its last validators, and an unchanged feed is no error', async () => {
    const { id, path } = await createSource('');
    const requestHeaders: unknown[] = [];
    answers.set(path, ({ headers }, response) => {
      requestHeaders.push([headers['if-none-match'], headers['if-modified-since']]);
      if (headers['if-none-match'] === '"7"') return void response.writeHead(304).end();
      const sent = { etag: '"7"', 'last-modified': 'Fri, 20 Nov 2026 08:00:00 GMT' };
      response.writeHead(200, sent).end(rss(item('乙')));
    });
    expect(await fetchSource(id)).toEqual({ added: 1, error: '' });
    expect(await fetchSource(id)).toEqual({ added: 0, error: '' });
    expect(requestHeaders).toEqual([
      [undefined, undefined],
      ['"7"', 'Fri, 20 Nov 2026 08:00:00 GMT'],
    ]);
  });

  test.each([
    [
      'Atom',
      '<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>a:1</id><title>原子</title><link rel="self" href="https://a.example/self"/><link href="https://a.example/1"/><content type="html">&lt;p&gt;正文正文&lt;/p&gt;</content><updated>2026-11-20T08:00:00Z</updated></entry></feed>',
      'https://a.example/1',
    ],
    [
      'RDF',
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><item rdf:about="https://r.example/1"><title>古老</title><description>正文正文</description></item></rdf:RDF>',
      'https://r.example/1',
    ],
    [
      'GB18030',
      iconv.encode(rss(item('国标')).replace('utf-8', 'gb2312'), 'gb18030'),
      'https://news.example/%E5%9B%BD%E6%A0%87',
    ],
  ])('in %s is read', async (_, body, url) => {
    const { id } = await createSource(body);
    expect(await fetchSource(id)).toEqual({ added: 1, error: '' });
    expect(await pendingOf(id)).toMatchObject([{ url }]);
  });

  test('with wrong declarations beside the content is still read', async () => {
    const odd = `<item><title>${'长'.repeat(300)}</title><guid>https://odd.example/${'x'.repeat(400)}</guid><pubDate>昨天</pubDate><author>${'名'.repeat(80)}</author><category>${'标'.repeat(60)}</category><description>正文正文</description></item>`;
    const { id } = await createSource(
      rss(odd, odd.replace('xx</guid>', 'xy</guid>').replace('正文正文', '另一篇的正文')),
    );
    expect(await fetchSource(id)).toEqual({ added: 2, error: '' });
    const [first] = await pendingOf(id);
    expect(first).toMatchObject({ title: '长'.repeat(200), publishedAt: null, author: '名'.repeat(50) });
  });

  test('with a broken entry yields the others, and names the broken one', async () => {
    const { id } = await createSource(rss(item('好的'), '<item><title>坏的</titel><description>字字字'));
    const report = await fetchSource(id);
    expect(report.error).toMatch(/没有读成，其余已取：第 1 行/);
    expect((await pendingOf(id)).map(({ title }: { title: string }) => title)).toContain('好的');
    expect((await sourceOf(id)).failures).toBe(0);
  });

  test.each([
    ['a page', '<!doctype html><html><body>不是订阅</body></html>', '不是 RSS 或 Atom'],
    ['nothing', '', '不是 RSS 或 Atom'],
    ['half of XML', '<rss><channel><item><title>半', '中断'],
  ])('that returns %s shows the error, and is fetched less often', async (_, body, message) => {
    const { id } = await createSource(body);
    expect((await fetchSource(id)).error).toContain(message);
    const first = await sourceOf(id);
    expect(first).toMatchObject({ failures: 1, lastError: expect.stringContaining(message) });
    await fetchSource(id);
    const second = await sourceOf(id);
    const wait = ({ lastFetchedAt, nextFetchAt }: Record<string, string>) =>
      Date.parse(nextFetchAt ?? '') - Date.parse(lastFetchedAt ?? '');
    expect(wait(second)).toBe(wait(first) * 2);
  });

  test.each([
    ['no entry', () => rss(), '一条内容也没有', 0],
    [
      'entries without a text',
      () => rss('<item><title>只有标题</title></item>'),
      '没有一条既有标题又有正文',
      1,
    ],
    [
      'a list of feeds',
      () => '<opml version="2.0"><body><outline xmlUrl="https://a.example/feed"/></body></opml>',
      '不是 RSS 或 Atom',
      1,
    ],
  ])('with %s does not look healthy, also if it stays the same', async (_, body, message, failures) => {
    const { id, path } = await createSource('');
    answers.set(path, ({ headers }, response) => {
      if (headers['if-none-match']) return void response.writeHead(304).end();
      response.writeHead(200, { etag: '"1"' }).end(body());
    });
    for (const count of [1, 2]) {
      expect(await fetchSource(id)).toEqual({ added: 0, error: expect.stringContaining(message) });
      expect(await sourceOf(id)).toMatchObject({
        lastError: expect.stringContaining(message),
        failures: failures * count,
      });
    }
  });

  test('that redirects endlessly, is gone, or never ends is explained in Chinese, and does not affect others', async () => {
    const loop = await createSource('');
    answers.set(loop.path, (_, response) => void response.writeHead(302, { location: loop.path }).end());
    expect((await fetchSource(loop.id)).error).toContain('一直在跳转');
    const gone = await createSource('');
    answers.delete(gone.path);
    expect((await fetchSource(gone.id)).error).toContain('404');
    const endless = await createSource('');
    answers.set(endless.path, (_, response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write(`<rss>${' '.repeat(65_536)}`));
      };
      response.on('drain', more);
      more();
    });
    expect((await fetchSource(endless.id)).error).toContain('没有尽头');
    const inside = await createSource('');
    const metadata = 'http://169.254.169.254/latest/meta-data';
    answers.set(inside.path, (_, response) => void response.writeHead(302, { location: metadata }).end());
    expect((await fetchSource(inside.id)).error).toContain('内网');
    const { id } = await createSource(rss(item('无恙')));
    expect(await fetchSource(id)).toEqual({ added: 1, error: '' });
  });

  test('with endless entries adds at most two hundred to the queue at a time', async () => {
    const { id } = await createSource(rss(...Array.from({ length: 300 }, (_, index) => item(`多 ${index}`))));
    expect((await fetchSource(id)).added).toBe(200);
  });

  test.each([
    [{ url: 'http://10.0.0.1/feed' }, '内网'],
    [{ url: 'http://[::1]/feed' }, '内网'],
    [{ url: 'file:///etc/passwd' }, '订阅地址'],
    [{ url: 'http://me:secret@news.example/feed' }, '订阅地址'],
    [{ url: 'http://news.example:22/feed' }, '订阅地址'],
    [{ url: '' }, '订阅地址'],
    [{ name: ' ' }, '来源名称'],
    [{ columnId: '999' }, '栏目'],
    [{ intervalMinutes: 1 }, '抓取间隔分钟数'],
  ])('with %j is rejected by field, and nothing is saved', async (changes, message) => {
    const before = (await get('list')).data.length;
    const whole = { name: '不行', url: 'https://news.example/refused', columnId: '2', ...changes };
    const answer = await post('create', whole);
    expect(answer).toMatchObject({ code: 400 });
    expect(answer.msg).toContain(message);
    expect((await get('list')).data).toHaveLength(before);
  });

  test('can be changed, paused and deleted, but not added twice', async () => {
    const { id, path } = await createSource(rss(item('改')));
    const fields = { name: '改名', url: origin + path, columnId: '1', intervalMinutes: 60, isActive: false };
    expect(await post('create', fields)).toMatchObject({ code: 409 });
    expect(await post('save', { id, ...fields })).toMatchObject({ code: 200 });
    expect(await sourceOf(id)).toMatchObject({
      name: '改名',
      columnName: expect.any(String),
      isActive: false,
    });
    expect(await fetchDueFeeds(portal.ctx, portal.app.feeds)).toBe(0);
    expect(await post('delete', { id })).toMatchObject({ code: 200 });
    for (const path of ['delete', 'fetch']) expect(await post(path, { id })).toMatchObject({ code: 404 });
    expect(await post('save', { id, ...fields })).toMatchObject({ code: 404 });
  });
});

describe('an item', () => {
  test('known by its key at one source and by its text at another is queued once', async () => {
    const first = await createSource(rss(item('同文')));
    const second = await createSource(rss(item('同文').replaceAll('guid', 'id')));
    expect((await fetchSource(first.id)).added).toBe(1);
    expect((await fetchSource(second.id)).added).toBe(0);
    serve(first.path, rss(item('同文').replace('写得足够长', '改过以后')));
    expect((await fetchSource(first.id)).added).toBe(0);
  });

  test('is new if only its text came before, under another key and link of its source', async () => {
    const daily = (day: string, link = day) =>
      `<item><title>每日早报</title><guid isPermaLink="false">${day}</guid><link>https://news.example/${link}</link><description>点击查看全文，每天都一样。</description></item>`;
    const { id, path } = await createSource(rss(daily('11-26'), daily('11-25'), daily('11-24', '11-25')));
    expect(await fetchSource(id)).toEqual({ added: 2, error: '' });
    expect((await fetchSource(id)).added).toBe(0);
    serve(path, rss(daily('11-27'), daily('11-26')));
    expect((await fetchSource(id)).added).toBe(1);
    // A new key alone is what a source gives when it was moved to another system.
    serve(path, rss(daily('new', '11-27'), daily('11-27', 'new')));
    expect((await fetchSource(id)).added).toBe(0);
    expect(await pendingOf(id)).toHaveLength(3);
    const other = await createSource(rss(daily('11-28')));
    expect((await fetchSource(other.id)).added).toBe(0);
  });

  test('is new if its source gives every item the same key, and it has another link and text', async () => {
    const alone = (name: string, link: string) =>
      rss(
        `<item><title>${name}</title><guid isPermaLink="false">same</guid><link>https://news.example/${link}</link><description>${name}的正文</description></item>`,
      );
    const { id, path } = await createSource(alone('独一', 'd1'));
    expect((await fetchSource(id)).added).toBe(1);
    serve(path, alone('独二', 'd2'));
    expect((await fetchSource(id)).added).toBe(1);
    serve(path, alone('独二，文字改过', 'd2'));
    expect((await fetchSource(id)).added).toBe(0);
  });

  test('that links a locked file of this site is not approved', async () => {
    const file = join(portal.app.config.dataDir, 'paid.pdf');
    await writeFile(file, '%PDF-1.7 paid');
    const locked = await portal.app.files.saveFrom('000000', file, 'paid.pdf');
    await addPost(portal, { access: 'vip', body: `<p>开放。</p><!--paywall--><a href="${locked}">年报</a>` });
    const { id } = await createSource(rss(item('带附件')));
    await fetchSource(id);
    const [{ id: itemId }] = await pendingOf(id);
    const html = `<p>看<a href="${locked}?name=it's">年报</a></p>`;
    await portal.ctx.db.updateTable('feed_items').set({ html }).where('id', '=', itemId).execute();
    expect(await post('approve', { id: itemId, as: 'published' })).toMatchObject({
      code: 400,
      msg: expect.stringContaining('附件“年报”没有公开'),
    });
  });

  test('of a source with one key for all is known by its link, or else by its text', async () => {
    const shared = (name: string, link = '') =>
      `<item><title>${name}</title><guid isPermaLink="false">https://news.example/feed/</guid>${link && `<link>https://news.example/${link}</link>`}<description>${name}的正文</description></item>`;
    const { id } = await createSource(rss(shared('同号一', '1'), shared('同号二', '2'), shared('同号三')));
    expect(await fetchSource(id)).toEqual({ added: 3, error: '' });
    expect(await fetchSource(id)).toEqual({ added: 0, error: '' });
  });

  test('is shown without scripts, and without pictures of other hosts before it is approved', async () => {
    const dangerous = `<content:encoded><![CDATA[<p onclick="x()">正文字字<script>alert(1)</script><a href="javascript:x()">链</a><img src="/p.png"></p>]]></content:encoded>`;
    const { id } = await createSource(rss(item('危险', dangerous)));
    await fetchSource(id);
    const [{ id: itemId }] = await pendingOf(id);
    const { html } = (await get('item', { id: itemId })).data;
    expect(html).not.toMatch(/<script|onclick|javascript:|<img/i);
    expect(html).toContain('https://news.example/p.png');
  });

  test('is published with its source and imported pictures, once if two approve it concurrently', async () => {
    const picture = `<content:encoded><![CDATA[<p>有图的正文。</p><p><img src="${origin}/p.png"></p>]]></content:encoded>`;
    const { id } = await createSource(rss(item('采用', picture)));
    await fetchSource(id);
    const [{ id: itemId }] = await pendingOf(id);
    const both = await Promise.all(
      [editor, (await logIn(portal, { role: 'editor' })).token].map((token) =>
        post('approve', { id: itemId, as: 'published' }, token),
      ),
    );
    expect(both.map(({ code }) => code)).toEqual([200, 200]);
    expect(both[0].data.postId).toBe(both[1].data.postId);
    const { count } = await portal.ctx.db
      .selectFrom('posts')
      .select((row) => row.fn.countAll<string>().as('count'))
      .where('title', '=', '采用')
      .executeTakeFirstOrThrow();
    expect(count).toBe('1');
    const admin = (await logIn(portal, { role: 'admin' })).token;
    const detail = await portal.call('POST /reception/article/selectArticle', {
      query: { id: both[0].data.postId },
      token: admin,
    });
    expect(detail.body.data).toMatchObject({ title: '采用', state: 'published', columnId: '2' });
    expect(detail.body.data.body).toMatch(/src="\/files\/000000\//);
    expect(detail.body.data.body).toContain('来源：<a href="https://news.example/%E9%87%87%E7%94%A8"');
    expect(await pendingOf(id)).toEqual([]);
    expect(await post('approve', { id: itemId, as: 'draft' })).toMatchObject({
      data: { postId: both[0].data.postId },
    });
  });

  test('can be approved as a draft, in another column', async () => {
    const { id } = await createSource(rss(item('先改')));
    await fetchSource(id);
    const [{ id: itemId }] = await pendingOf(id);
    const { id: references } = await portal.ctx.db
      .insertInto('columns')
      .values({ name: '内参栏', kind: 'reference' })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const columnId of [references, '999999'])
      expect(await post('approve', { id: itemId, as: 'draft', columnId })).toMatchObject({
        code: 400,
        msg: expect.stringContaining('栏目'),
      });
    const { data } = await post('approve', { id: itemId, as: 'draft', columnId: '1' });
    expect(data.state).toBe('draft');
    expect(await read(data.postId)).toMatchObject({ code: 404 });
    const opened = await portal.call('GET /admin/post/detail', { query: { id: data.postId }, token: editor });
    expect(opened.body.data).toMatchObject({ state: 'draft', kind: 'news', content: { title: '先改' } });
  });

  test('with a blocked word is refused and stays queued; with a word to review it becomes a draft in the review queue', async () => {
    await portal.ctx.db
      .insertInto('sensitive_words')
      .values([
        { word: '来稿禁词', level: 'block' },
        { word: '来稿审词', level: 'review' },
      ])
      .execute();
    const { id } = await createSource(rss(item('有来稿禁词'), item('有来稿审词')));
    await fetchSource(id);
    const [toReview, blocked] = await pendingOf(id);
    const refused = await post('approve', { id: blocked.id, as: 'published' });
    expect(refused).toMatchObject({ code: 400, msg: expect.stringContaining('来稿禁词') });
    expect((await pendingOf(id)).map((one: { id: string }) => one.id)).toContain(blocked.id);
    const { data } = await post('approve', { id: toReview.id, as: 'published' });
    expect(data.state).toBe('held');
    const reviewer = (await logIn(portal, { role: 'reviewer' })).token;
    const queue = await portal.call('GET /admin/moderation/list', { token: reviewer });
    expect(queue.body.data.records).toMatchObject([{ target: `post:${data.postId}` }]);
  });

  test('that is dismissed leaves the queue and can no longer be approved', async () => {
    const { id } = await createSource(rss(item('忽略一'), item('忽略二')));
    await fetchSource(id);
    const ids = (await pendingOf(id)).map((one: { id: string }) => one.id);
    expect((await post('dismiss', { ids })).data).toBe(2);
    expect((await post('dismiss', { ids })).data).toBe(0);
    expect(await post('approve', { id: ids[0], as: 'draft' })).toMatchObject({ code: 409 });
    expect((await get('items', { state: 'dismissed', sourceId: id })).data.records).toHaveLength(2);
    expect((await fetchSource(id)).added).toBe(0);
    expect(await post('dismiss', { ids: [] })).toMatchObject({ code: 400 });
    expect(await post('approve', { id: '999999', as: 'draft' })).toMatchObject({ code: 404 });
    expect(await get('item', { id: '999999' })).toMatchObject({ code: 404 });
    expect(await post('approve', { id: ids[0], as: 'x' })).toMatchObject({ code: 400 });
  });

  test('cannot be published without the permission to publish', async () => {
    const { id } = await createSource(rss(item('越权')));
    await fetchSource(id);
    const [{ id: itemId }] = await pendingOf(id);
    const person = await logIn(portal);
    const role = { code: 'feeder', name: '收稿', permissions: ['feeds.manage'] };
    await portal.ctx.db.insertInto('roles').values(role).execute();
    await portal.ctx.db
      .insertInto('member_roles')
      .values({ member_id: person.memberId, role: 'feeder' })
      .execute();
    expect(await post('approve', { id: itemId, as: 'published' }, person.token)).toMatchObject({ code: 403 });
    expect(await post('approve', { id: itemId, as: 'draft' }, person.token)).toMatchObject({ code: 200 });
    expect(await publishDuePosts(portal.ctx)).toBe(0);
  });
});

test('a column that is the target of a source cannot be deleted', async () => {
  const { id } = await createSource(rss(item('栏')));
  const admin = (await logIn(portal, { role: 'admin' })).token;
  const emit = portal.ctx.db
    .transaction()
    .execute((trx) => portal.app.events.emit(portal.ctx, trx, 'columns.deleting', { id: '2', name: '研报' }));
  await expect(emit).rejects.toThrow('订阅源');
  const { body } = await portal.call('GET /admin/audit/list', {
    query: { target: `feed:${id}` },
    token: admin,
  });
  expect(body.data.records).toMatchObject([{ action: 'feed.create' }]);
});

test.each([
  'GET /admin/feed/list',
  'POST /admin/feed/create',
  'POST /admin/feed/save',
  'POST /admin/feed/delete',
  'POST /admin/feed/fetch',
  'GET /admin/feed/items',
  'GET /admin/feed/item',
  'POST /admin/feed/approve',
  'POST /admin/feed/dismiss',
])('%s checks feeds.manage before anything else', async (key) => {
  const { token: member } = await logIn(portal);
  const { token: reviewer } = await logIn(portal, { role: 'reviewer' });
  const sent = key.startsWith('POST') ? { body: {} } : {};
  expect((await portal.call(key, sent)).status).toBe(401);
  for (const token of [member, reviewer])
    expect((await portal.call(key, { token, ...sent })).status).toBe(403);
});

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import iconv from 'iconv-lite';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { publishDuePosts } from '#features/posts/index.ts';
import { logIn } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
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
  // Sources of earlier tests may still be due, and their items count as known.
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
  (await portal.ask(`GET /admin/feed/${path}`, { query, token })).body;
const post = async (path: string, body: object, token = editor) =>
  (await portal.ask(`POST /admin/feed/${path}`, { body, token })).body;

let serial = 0;
/** A source at a path of its own. */
async function follow(body: string | Buffer | ((n: number) => string), columnId = '2') {
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
const fetchIt = async (id: string) => (await post('fetch', { id })).data;
const pendingOf = async (sourceId: string) => (await get('items', { sourceId, size: '100' })).data.records;
const read = async (id: string) =>
  (await portal.ask('POST /reception/article/selectArticle', { query: { id } })).body;
const sourceOf = async (id: string) =>
  (await get('list')).data.find((source: { id: string }) => source.id === id);

describe('a source', () => {
  test('is asked when it is due, and its items wait in the queue, each once', async () => {
    const { id } = await follow(rss(item('甲一'), item('甲二')));
    while ((await fetchDueFeeds(portal.ctx, portal.house.feeds)) > 0);
    const waiting = await pendingOf(id);
    expect(waiting).toMatchObject([
      { title: '甲二', url: 'https://news.example/%E7%94%B2%E4%BA%8C', state: 'pending', postId: null },
      { title: '甲一' },
    ]);
    expect(await sourceOf(id)).toMatchObject({ lastError: '', failures: 0, pending: 2 });
    expect(await fetchIt(id)).toEqual({ added: 0, error: '' });
    expect(await fetchDueFeeds(portal.ctx, portal.house.feeds)).toBe(0);
  });

  test('is asked once by two workers, and again when the one that had it was killed', async () => {
    const { path } = await follow('');
    let asked = 0;
    answers.set(path, (_, response) => {
      asked += 1;
      response.end(rss(item('一次')));
    });
    const fetchDue = (ctx = portal.ctx) => fetchDueFeeds(ctx, portal.house.feeds);
    expect((await Promise.all([fetchDue(), fetchDue(), fetchDue()])).toSorted()).toEqual([0, 0, 1]);
    expect(asked).toBe(1);
    const { db } = portal.ctx;
    const now = new Date();
    await db.updateTable('feed_sources').set({ next_fetch_at: now }).execute();
    expect(await claimDueSources(db, now, new Date(now.getTime() + 120_000), 4)).toHaveLength(1);
    expect(await fetchDue()).toBe(0);
    expect(await fetchDue({ ...portal.ctx, now: () => new Date(now.getTime() + 120_000) })).toBe(1);
  });

  test('is asked with what it gave last time, and nothing changed is no fault', async () => {
    const { id, path } = await follow('');
    const asked: unknown[] = [];
    answers.set(path, ({ headers }, response) => {
      asked.push([headers['if-none-match'], headers['if-modified-since']]);
      if (headers['if-none-match'] === '"7"') return void response.writeHead(304).end();
      const sent = { etag: '"7"', 'last-modified': 'Fri, 20 Nov 2026 08:00:00 GMT' };
      response.writeHead(200, sent).end(rss(item('乙')));
    });
    expect(await fetchIt(id)).toEqual({ added: 1, error: '' });
    expect(await fetchIt(id)).toEqual({ added: 0, error: '' });
    expect(asked).toEqual([
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
  ])('of %s is read', async (_, body, url) => {
    const { id } = await follow(body);
    expect(await fetchIt(id)).toEqual({ added: 1, error: '' });
    expect(await pendingOf(id)).toMatchObject([{ url }]);
  });

  test('that says things wrongly beside the text is read all the same', async () => {
    const odd = `<item><title>${'长'.repeat(300)}</title><guid>https://odd.example/${'x'.repeat(400)}</guid><pubDate>昨天</pubDate><author>${'名'.repeat(80)}</author><category>${'标'.repeat(60)}</category><description>正文正文</description></item>`;
    const { id } = await follow(
      rss(odd, odd.replace('xx</guid>', 'xy</guid>').replace('正文正文', '另一篇的正文')),
    );
    expect(await fetchIt(id)).toEqual({ added: 2, error: '' });
    const [first] = await pendingOf(id);
    expect(first).toMatchObject({ title: '长'.repeat(200), publishedAt: null, author: '名'.repeat(50) });
  });

  test('with a broken entry gives the others, and says which one is broken', async () => {
    const { id } = await follow(rss(item('好的'), '<item><title>坏的</titel><description>字字字'));
    const report = await fetchIt(id);
    expect(report.error).toMatch(/没有读成，其余已取：第 1 行/);
    expect((await pendingOf(id)).map(({ title }: { title: string }) => title)).toContain('好的');
    expect((await sourceOf(id)).failures).toBe(0);
  });

  test.each([
    ['a page', '<!doctype html><html><body>不是订阅</body></html>', '不是 RSS 或 Atom'],
    ['nothing', '', '不是 RSS 或 Atom'],
    ['half of XML', '<rss><channel><item><title>半', '中断'],
  ])('that gives %s says so on itself, and is asked less often', async (_, body, message) => {
    const { id } = await follow(body);
    expect((await fetchIt(id)).error).toContain(message);
    const first = await sourceOf(id);
    expect(first).toMatchObject({ failures: 1, lastError: expect.stringContaining(message) });
    await fetchIt(id);
    const second = await sourceOf(id);
    const wait = ({ lastFetchedAt, nextFetchAt }: Record<string, string>) =>
      Date.parse(nextFetchAt ?? '') - Date.parse(lastFetchedAt ?? '');
    expect(wait(second)).toBe(wait(first) * 2);
  });

  test('that redirects forever, is gone, or has no end is told apart in Chinese, and does not hurt others', async () => {
    const loop = await follow('');
    answers.set(loop.path, (_, response) => void response.writeHead(302, { location: loop.path }).end());
    expect((await fetchIt(loop.id)).error).toContain('一直在跳转');
    const gone = await follow('');
    answers.delete(gone.path);
    expect((await fetchIt(gone.id)).error).toContain('404');
    const endless = await follow('');
    answers.set(endless.path, (_, response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write(`<rss>${' '.repeat(65_536)}`));
      };
      response.on('drain', more);
      more();
    });
    expect((await fetchIt(endless.id)).error).toContain('没有尽头');
    const inside = await follow('');
    const metadata = 'http://169.254.169.254/latest/meta-data';
    answers.set(inside.path, (_, response) => void response.writeHead(302, { location: metadata }).end());
    expect((await fetchIt(inside.id)).error).toContain('内网');
    const { id } = await follow(rss(item('无恙')));
    expect(await fetchIt(id)).toEqual({ added: 1, error: '' });
  });

  test('without end of entries fills the queue no further than two hundred at a time', async () => {
    const { id } = await follow(rss(...Array.from({ length: 300 }, (_, place) => item(`多 ${place}`))));
    expect((await fetchIt(id)).added).toBe(200);
  });

  test.each([
    [{ url: 'http://10.0.0.1/feed' }, '内网'],
    [{ url: 'http://[::1]/feed' }, '内网'],
    [{ url: 'file:///etc/passwd' }, '（url）'],
    [{ url: 'http://me:secret@news.example/feed' }, '（url）'],
    [{ url: 'http://news.example:22/feed' }, '（url）'],
    [{ url: '' }, '（url）'],
    [{ name: ' ' }, '（name）'],
    [{ columnId: '999' }, '（columnId）'],
    [{ intervalMinutes: 1 }, '（intervalMinutes）'],
  ])('%j is refused with its field, and nothing is kept', async (changes, message) => {
    const before = (await get('list')).data.length;
    const whole = { name: '不行', url: 'https://news.example/refused', columnId: '2', ...changes };
    const answer = await post('create', whole);
    expect(answer).toMatchObject({ code: 400 });
    expect(answer.msg).toContain(message);
    expect((await get('list')).data).toHaveLength(before);
  });

  test('is changed, paused and deleted, and followed twice by nobody', async () => {
    const { id, path } = await follow(rss(item('改')));
    const fields = { name: '改名', url: origin + path, columnId: '1', intervalMinutes: 60, isActive: false };
    expect(await post('create', fields)).toMatchObject({ code: 409 });
    expect(await post('save', { id, ...fields })).toMatchObject({ code: 200 });
    expect(await sourceOf(id)).toMatchObject({
      name: '改名',
      columnName: expect.any(String),
      isActive: false,
    });
    expect(await fetchDueFeeds(portal.ctx, portal.house.feeds)).toBe(0);
    expect(await post('delete', { id })).toMatchObject({ code: 200 });
    for (const path of ['delete', 'fetch']) expect(await post(path, { id })).toMatchObject({ code: 404 });
    expect(await post('save', { id, ...fields })).toMatchObject({ code: 404 });
  });
});

describe('an item', () => {
  test('known at one source by its key, at another by its text, waits once', async () => {
    const first = await follow(rss(item('同文')));
    const second = await follow(rss(item('同文').replaceAll('guid', 'id')));
    expect((await fetchIt(first.id)).added).toBe(1);
    expect((await fetchIt(second.id)).added).toBe(0);
    serve(first.path, rss(item('同文').replace('写得足够长', '改过以后')));
    expect((await fetchIt(first.id)).added).toBe(0);
  });

  test('comes without script, and shows no picture of another host before it is taken', async () => {
    const dangerous = `<content:encoded><![CDATA[<p onclick="x()">正文字字<script>alert(1)</script><a href="javascript:x()">链</a><img src="/p.png"></p>]]></content:encoded>`;
    const { id } = await follow(rss(item('危险', dangerous)));
    await fetchIt(id);
    const [{ id: itemId }] = await pendingOf(id);
    const { html } = (await get('item', { id: itemId })).data;
    expect(html).not.toMatch(/<script|onclick|javascript:|<img/i);
    expect(html).toContain('https://news.example/p.png');
  });

  test('is published with where it came from and its pictures brought here, once of two who approve at once', async () => {
    const picture = `<content:encoded><![CDATA[<p>有图的正文。</p><p><img src="${origin}/p.png"></p>]]></content:encoded>`;
    const { id } = await follow(rss(item('采用', picture)));
    await fetchIt(id);
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
    const piece = await portal.ask('POST /reception/article/selectArticle', {
      query: { id: both[0].data.postId },
      token: admin,
    });
    expect(piece.body.data).toMatchObject({ title: '采用', state: 'published', columnId: '2' });
    expect(piece.body.data.body).toMatch(/src="\/files\/000000\//);
    expect(piece.body.data.body).toContain('来源：<a href="https://news.example/%E9%87%87%E7%94%A8"');
    expect(await pendingOf(id)).toEqual([]);
    expect(await post('approve', { id: itemId, as: 'draft' })).toMatchObject({
      data: { postId: both[0].data.postId },
    });
  });

  test('is taken as a draft to be written on, in another column', async () => {
    const { id } = await follow(rss(item('先改')));
    await fetchIt(id);
    const [{ id: itemId }] = await pendingOf(id);
    const { id: references } = await portal.ctx.db
      .insertInto('columns')
      .values({ name: '内参栏', kind: 'reference' })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const columnId of [references, '999999'])
      expect(await post('approve', { id: itemId, as: 'draft', columnId })).toMatchObject({
        code: 400,
        msg: expect.stringContaining('栏目（columnId）'),
      });
    const { data } = await post('approve', { id: itemId, as: 'draft', columnId: '1' });
    expect(data.state).toBe('draft');
    expect(await read(data.postId)).toMatchObject({ code: 404 });
    const opened = await portal.ask('GET /admin/post/detail', { query: { id: data.postId }, token: editor });
    expect(opened.body.data).toMatchObject({ state: 'draft', kind: 'news', content: { title: '先改' } });
  });

  test('with a word that blocks is refused and waits on; one to review becomes a draft that waits', async () => {
    await portal.ctx.db
      .insertInto('sensitive_words')
      .values([
        { word: '来稿禁词', level: 'block' },
        { word: '来稿审词', level: 'review' },
      ])
      .execute();
    const { id } = await follow(rss(item('有来稿禁词'), item('有来稿审词')));
    await fetchIt(id);
    const [toReview, blocked] = await pendingOf(id);
    const refused = await post('approve', { id: blocked.id, as: 'published' });
    expect(refused).toMatchObject({ code: 400, msg: expect.stringContaining('来稿禁词') });
    expect((await pendingOf(id)).map((one: { id: string }) => one.id)).toContain(blocked.id);
    const { data } = await post('approve', { id: toReview.id, as: 'published' });
    expect(data.state).toBe('held');
    const reviewer = (await logIn(portal, { role: 'reviewer' })).token;
    const queue = await portal.ask('GET /admin/moderation/list', { token: reviewer });
    expect(queue.body.data.records).toMatchObject([{ target: `post:${data.postId}` }]);
  });

  test('that is dismissed is out of the queue, and not approved any more', async () => {
    const { id } = await follow(rss(item('忽略一'), item('忽略二')));
    await fetchIt(id);
    const ids = (await pendingOf(id)).map((one: { id: string }) => one.id);
    expect((await post('dismiss', { ids })).data).toBe(2);
    expect((await post('dismiss', { ids })).data).toBe(0);
    expect(await post('approve', { id: ids[0], as: 'draft' })).toMatchObject({ code: 409 });
    expect((await get('items', { state: 'dismissed', sourceId: id })).data.records).toHaveLength(2);
    expect((await fetchIt(id)).added).toBe(0);
    expect(await post('dismiss', { ids: [] })).toMatchObject({ code: 400 });
    expect(await post('approve', { id: '999999', as: 'draft' })).toMatchObject({ code: 404 });
    expect(await get('item', { id: '999999' })).toMatchObject({ code: 404 });
    expect(await post('approve', { id: ids[0], as: 'x' })).toMatchObject({ code: 400 });
  });

  test('is published by nobody who may not publish', async () => {
    const { id } = await follow(rss(item('越权')));
    await fetchIt(id);
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

test('a column that a source brings pieces for is not deleted under it', async () => {
  const { id } = await follow(rss(item('栏')));
  const admin = (await logIn(portal, { role: 'admin' })).token;
  const emit = portal.ctx.db
    .transaction()
    .execute((trx) =>
      portal.house.events.emit(portal.ctx, trx, 'columns.deleting', { id: '2', name: '研报' }),
    );
  await expect(emit).rejects.toThrow('订阅源');
  const { body } = await portal.ask('GET /admin/audit/list', {
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
])('%s needs feeds.manage, before anything else', async (key) => {
  const { token: member } = await logIn(portal);
  const { token: reviewer } = await logIn(portal, { role: 'reviewer' });
  const sent = key.startsWith('POST') ? { body: {} } : {};
  expect((await portal.ask(key, sent)).status).toBe(401);
  for (const token of [member, reviewer])
    expect((await portal.ask(key, { token, ...sent })).status).toBe(403);
});

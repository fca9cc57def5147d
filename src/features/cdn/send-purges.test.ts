import { createHash, createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { withdrawPost } from '#features/posts/index.ts';
import { allTags, purge } from '#kernel/cache/purge.ts';
import type { Cdn } from '#kernel/config-cdn.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { memberTag } from '#shared/cache-tags.ts';
import { canPurgeAddress } from '#shared/purged-addresses.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost } from '#testing/posts-and-members.ts';
import { type ReceivedRequest, type StandInServer, startStandInServer } from '#testing/stand-in-server.ts';
import { findAddresses } from './find-addresses.ts';
import { claimPurges, deletePurges } from './queries.ts';
import { sendPurges, tidyPurges } from './send-purges.ts';

const site = 'https://news.example.cn';
const secret = 'a-secret-of-the-purges';
let portal: Portal;
let cdn: StandInServer;
beforeAll(async () => {
  cdn = await startStandInServer();
  const settings = { CDN: 'varnish', CDN_PURGE: cdn.origin, CDN_SECRET: secret, SITE_URL: site };
  portal = await openPortal(settings);
});
beforeEach(() => {
  cdn.requests.length = 0;
  cdn.answer(() => ({ body: '' }));
});
afterEach(() => deletePurges(portal.ctx.db, new Date(Date.now() + 1e9)));
afterAll(async () => {
  await portal.close();
  await cdn.close();
});

/** The context of the worker, some time from now. */
const later = (ms = 0): Context => ({ ...portal.ctx, now: () => new Date(Date.now() + ms) });
const send = (ms = 100, changes?: Cdn) =>
  sendPurges(later(ms), {
    cdn: changes ?? portal.app.config.cdn,
    settings: portal.app.settings,
    hostsOf: () => [],
  });
const kindOf = (kind: 'varnish' | 'nginx' | 'http'): Cdn => ({ kind, targets: [cdn.origin], secret });
const waiting = async () => (await portal.ctx.db.selectFrom('cdn_purges').selectAll().execute()).length;
const keysOf = ({ headers }: ReceivedRequest) => String(headers['xkey-purge']).split(' ');

test('a withdrawn post is purged by its tags in one request, with the secret', async () => {
  const id = await addPost(portal);
  await send();
  await send(60_000);
  await send(90_000);
  cdn.requests.length = 0;
  await withdrawPost(portal.ctx, id);
  await send();
  const [request, ...others] = cdn.requests as [ReceivedRequest];
  expect(others).toEqual([]);
  expect(request.method).toBe('PURGE');
  expect(request.headers.authorization).toBe(`Bearer ${secret}`);
  expect(keysOf(request)).toEqual(
    expect.arrayContaining(['000000/posts', '000000/column:2', `000000/post:${id}`]),
  );
});

test('a change that is rolled back purges nothing, and changes one after the other are sent as one', async () => {
  await inTransaction(portal.ctx, async (trx) => {
    await purge(portal.ctx, trx, ['home']);
    throw new Error('rolled back');
  }).catch(() => undefined);
  await send();
  expect(cdn.requests).toEqual([]);
  for (const tag of ['home', 'pins', 'home'] as const) await purge(portal.ctx, portal.ctx.db, [tag]);
  await send();
  expect(cdn.requests.map(keysOf)).toEqual([['000000/home', '000000/pins']]);
});

test('each purge is sent again after 1 s and 9 s more, because the CDN may have stored an old page meanwhile', async () => {
  await purge(portal.ctx, portal.ctx.db, ['home']);
  const counts = [];
  for (const ms of [100, 900, 1300, 9000, 11_500, 60_000]) {
    await send(ms);
    counts.push(cdn.requests.length);
  }
  expect(counts).toEqual([1, 1, 2, 2, 3, 3]);
  expect(await waiting()).toBe(0);
});

test('a CDN that is away gets its purges later, and those of an hour ago are given up', async () => {
  cdn.answer(() => ({ status: 503, body: '' }));
  await purge(portal.ctx, portal.ctx.db, ['home']);
  await send(100);
  await send(200);
  expect(cdn.requests).toHaveLength(1);
  await send(1400);
  expect(cdn.requests).toHaveLength(2);
  cdn.answer(() => ({ body: '' }));
  await send(70_000);
  expect(cdn.requests).toHaveLength(3);
  // Taken for the first time: it is still sent twice more.
  expect(await waiting()).toBe(1);
  await tidyPurges(later(3_700_000));
  expect(await waiting()).toBe(0);
});

test('of several processes one sends a purge, and if it dies another sends it 5 s later', async () => {
  await purge(portal.ctx, portal.ctx.db, ['home']);
  await Promise.all(Array.from({ length: 4 }, () => send()));
  expect(cdn.requests).toHaveLength(1);
  await deletePurges(portal.ctx.db, new Date(Date.now() + 1e9));
  await purge(portal.ctx, portal.ctx.db, ['home']);
  // PostgreSQL's clock has microseconds: without the time from now the purge may be due a moment later.
  expect(await claimPurges(later(10), 10)).toHaveLength(1);
  await send(4900);
  expect(cdn.requests).toHaveLength(1);
  await send(5100);
  expect(cdn.requests).toHaveLength(2);
});

test('tags that no page has are not sent, and more tags than fit are everything', async () => {
  await purge(portal.ctx, portal.ctx.db, [
    memberTag('7'),
    'roles',
    'redirects',
    'sensitive-words',
    'milestones',
  ]);
  expect(await waiting()).toBe(0);
  await purge(
    portal.ctx,
    portal.ctx.db,
    Array.from({ length: 1000 }, (_, n) => `post:${100_000 + n}` as const),
  );
  expect(await portal.ctx.db.selectFrom('cdn_purges').select('tags').execute()).toEqual([
    { tags: [allTags] },
  ]);
  await send();
  expect(cdn.requests.map(keysOf)).toEqual([['000000/all']]);
});

test('no purge is queued without a CDN', async () => {
  const tenant = { ...portal.ctx.tenant, hasCdn: false };
  await purge({ tenant }, portal.ctx.db, ['home']);
  expect(await waiting()).toBe(0);
});

test('nginx gets every address of a post and of the lists that it is in, at the host of the site', async () => {
  const author = '缓存作者';
  const id = await addPost(portal, { columnId: '1', author, tags: ['储能'], stockCodes: ['600519'] });
  cdn.answer(() => ({ status: 404, body: '' }));
  await send(100, kindOf('nginx'));
  expect(new Set(cdn.requests.map(({ method }) => method))).toEqual(new Set(['PURGE']));
  expect(new Set(cdn.requests.map(({ headers }) => headers.host))).toEqual(new Set(['news.example.cn']));
  const { author_id } = await portal.ctx.db
    .selectFrom('posts')
    .select('author_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(cdn.requests.map(({ url }) => url)).toEqual(
    expect.arrayContaining([
      `/globalInfo/detail?id=${id}`,
      `/mobileDetail?id=${id}`,
      '/index',
      '/globalInfo',
      '/feed.xml',
      '/sitemap.xml',
      `/author?id=${author_id}`,
      `/tag/${encodeURIComponent('储能')}`,
      '/stock?code=600519',
    ]),
  );
  expect(await waiting()).toBe(1);
});

test('an own service gets tags and addresses as JSON', async () => {
  await purge(portal.ctx, portal.ctx.db, ['column:2']);
  await send(100, kindOf('http'));
  const [{ method, url, headers, body } = {} as ReceivedRequest] = cdn.requests;
  expect([method, url, headers.authorization]).toEqual(['POST', '/purge', `Bearer ${secret}`]);
  const sent = JSON.parse(body);
  expect(sent).toMatchObject({ tags: ['000000/column:2'], isEverything: false });
  expect(sent.addresses).toEqual(expect.arrayContaining([`${site}/rined`, `${site}/index`]));
});

test('an address may be stored exactly if every purge of its page names it', async () => {
  const post = ['post:100001', 'column:5', 'columns'] as const;
  expect(canPurgeAddress('/5/detail?id=100001', post)).toBe(true);
  expect(canPurgeAddress('/mobileDetail?id=100001', post)).toBe(true);
  for (const address of ['/5/Detail?id=100001', '/6/detail?id=100001', '/5/detail?id=100002', '/5'])
    expect(canPurgeAddress(address, post), address).toBe(false);
  const list = ['column:1', 'pins'] as const;
  expect(canPurgeAddress('/globalInfo', list)).toBe(true);
  for (const address of ['/1', '/globalInfo?tag=a', '/globalinfo', '/5'])
    expect(canPurgeAddress(address, list), address).toBe(false);
  for (const address of [
    '/index',
    '/feed.xml',
    '/author?id=7',
    '/stock?code=600519',
    '/tag/%E5%82%A8',
    '/topic/ai',
  ])
    expect(canPurgeAddress(address, ['posts']), address).toBe(true);
  for (const address of [
    '/tag/%e5%82%a8',
    '/author?id=7&kind=news',
    '/5/feed.xml',
    '/about',
    '/feed.xml?a=1',
  ])
    expect(canPurgeAddress(address, ['posts']), address).toBe(false);
  const named = await findAddresses(portal.ctx, [
    ['post:100001', 'column:5'],
    ['author:7', 'contest'],
  ]);
  expect(named).toEqual(
    expect.arrayContaining(['/5/detail?id=100001', '/mobileDetail?id=100001', '/5', '/author?id=7']),
  );
});

/** Aliyun's signature of version 3 over a request with an empty body (ACS3-HMAC-SHA256). */
function signatureOf({ method, url, headers }: ReceivedRequest, key: string): string {
  const { searchParams } = new URL(url, cdn.origin);
  const encode = (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  const query = [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const names = /SignedHeaders=([^,]+)/.exec(String(headers.authorization))?.[1]?.split(';') ?? [];
  const lines = names.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('');
  const canonical = [method, '/', query, lines, names.join(';'), headers['x-acs-content-sha256']].join('\n');
  const hash = createHash('sha256').update(canonical).digest('hex');
  return createHmac('sha256', key).update(`ACS3-HMAC-SHA256\n${hash}`).digest('hex');
}

test('Aliyun gets each purge once, signed, and everything as a directory', async () => {
  const aliyun: Cdn = {
    kind: 'aliyun',
    accessKeyId: 'LTAI-id',
    accessKeySecret: 'key of aliyun',
    endpoint: cdn.origin,
  };
  cdn.answer(() => ({ body: { RefreshTaskId: '1', RequestId: 'r' } }));
  await purge(portal.ctx, portal.ctx.db, ['column:2']);
  await send(100, aliyun);
  expect(cdn.requests).toEqual([]);
  await send(1700, aliyun);
  const [request] = cdn.requests as [ReceivedRequest];
  const { searchParams } = new URL(request.url, cdn.origin);
  expect(request.headers).toMatchObject({
    'x-acs-action': 'RefreshObjectCaches',
    'x-acs-version': '2018-05-10',
  });
  expect(searchParams.get('ObjectType')).toBe('File');
  expect(searchParams.get('ObjectPath')?.split('\n')).toEqual(
    expect.arrayContaining([`${site}/rined`, `${site}/index`]),
  );
  expect(request.headers.authorization).toContain(`Signature=${signatureOf(request, 'key of aliyun')}`);
  expect(await waiting()).toBe(0);
  await purge(portal.ctx, portal.ctx.db, ['settings']);
  await send(100, aliyun);
  await send(1700, aliyun);
  const directory = new URL(cdn.requests[1]?.url ?? '', cdn.origin).searchParams;
  expect(Object.fromEntries(directory)).toMatchObject({ ObjectPath: `${site}/`, ObjectType: 'Directory' });
});

test('Aliyun over its quota is asked again later, and the log has its code only', async () => {
  const aliyun: Cdn = { kind: 'aliyun', accessKeyId: 'id', accessKeySecret: 'key', endpoint: cdn.origin };
  cdn.answer(() => ({
    status: 400,
    body: { Code: 'QuotaExceeded.Refresh', Message: 'of key', RequestId: 'r' },
  }));
  await purge(portal.ctx, portal.ctx.db, ['column:2']);
  await send(100, aliyun);
  await send(1700, aliyun);
  expect(cdn.requests).toHaveLength(1);
  expect(await waiting()).toBe(1);
});

import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { chooseEncoding, type Encoding, PageCache, type PageDependencies } from './page-cache.ts';
import { onPurge } from './purge.ts';
import { TagGenerations } from './tag-generations.ts';

let generations: TagGenerations;
let from: PageDependencies;
const inAMinute = () => Date.now() + 60_000;
let renders = 0;
let cache: PageCache;

const render = async (html = `第 ${++renders} 次`) => ({ status: 200, html, untilMs: inAMinute() });
const find = (key = 'k', work: () => ReturnType<typeof render> = () => render()) =>
  cache.findOrRender(key, from, 'identity', Date.now(), work);
const text = async (key?: string) => (await find(key)).body.toString();

beforeEach(() => {
  renders = 0;
  cache = new PageCache(1_000_000);
  generations = new TagGenerations();
  from = { generations, tags: ['column:5'] };
  generations.setListening(true);
});
/** Simulates a purge notification of this tenant. */
const purge = (id: string, tag: string) =>
  onPurge(
    [
      {
        id: '000000',
        db: null as never,
        cacheDb: null as never,
        tags: generations,
        passwordCost: 8,
        hasDynamicRoutes: true,
        hasCdn: false,
        seals: null as never,
      },
    ],
    JSON.stringify([id, tag]),
  );

describe('PageCache', () => {
  test('renders a page once for concurrent requests and caches it', async () => {
    const pages = await Promise.all(Array.from({ length: 50 }, () => text()));
    expect(new Set(pages)).toEqual(new Set(['第 1 次']));
    expect(await text()).toBe('第 1 次');
  });

  test('keeps a purged page with its encodings if it shows what it showed', async () => {
    const digests: (string | undefined)[] = [];
    const findAs = (digest: string, encoding: Encoding = 'br') =>
      cache.findOrRender('k', from, encoding, Date.now(), async (last) => {
        digests.push(last);
        return last === digest ? { html: null, untilMs: inAMinute() } : { ...(await render()), digest };
      });
    const first = await findAs('one');
    purge('000000', 'column:5');
    expect((await findAs('one')).body).toBe(first.body);
    expect((await findAs('one', 'identity')).body.toString()).toBe('第 1 次');
    purge('000000', 'column:5');
    expect((await findAs('two', 'identity')).body.toString()).toBe('第 2 次');
    expect(digests).toEqual([undefined, 'one', 'one']);
  });

  test('drops pages by tag and tenant, and keeps pages that depend on neither', async () => {
    await text();
    purge('000000', 'column:6');
    purge('100001', 'column:5');
    expect(await text()).toBe('第 1 次');
    purge('000000', 'column:5');
    expect(await text()).toBe('第 2 次');
    purge('000000', '*');
    expect(await text()).toBe('第 3 次');
  });

  test('does not cache a page whose tag was purged during rendering', async () => {
    const page = await find('k', async () => {
      generations.purge(['column:5']);
      return render('旧');
    });
    expect(page.body.toString()).toBe('旧');
    expect(await text()).not.toBe('旧');
  });

  test('never serves a request made after a purge from a render that began before it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const early = find('k', async () => {
      await promise;
      return render('旧');
    });
    generations.purge(['column:5']);
    const late = find('k', () => render('新'));
    resolve();
    expect((await early).body.toString()).toBe('旧');
    expect((await late).body.toString()).toBe('新');
    expect(await text()).toBe('新');
  });

  test('caches and serves nothing while invalidations may be missed', async () => {
    await text();
    generations.setListening(false);
    expect(await text()).toBe('第 2 次');
    expect(await text()).toBe('第 3 次');
    generations.setListening(true);
    expect(await text()).toBe('第 4 次');
  });

  test('renders a page again after a failure, and a page without tags every time', async () => {
    await expect(find('k', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await text()).toBe('第 1 次');
    const search = () => cache.findOrRender('s', null, 'identity', Date.now(), () => render());
    expect((await search()).body.toString()).toBe('第 2 次');
    expect((await search()).body.toString()).toBe('第 3 次');
  });

  test('renders an expired page again', async () => {
    await text();
    const later = await cache.findOrRender('k', from, 'identity', Date.now() + 61_000, () => render());
    expect(later.body.toString()).toBe('第 2 次');
  });

  test('compresses a page once per encoding, with the same content and ETag in all encodings', async () => {
    const html = '观澜'.repeat(500);
    const compressed = (encoding: 'br' | 'gzip') =>
      cache.findOrRender('k', from, encoding, Date.now(), () => render(html));
    const [br, gzip, again] = [await compressed('br'), await compressed('gzip'), await compressed('br')];
    expect(brotliDecompressSync(br.body).toString()).toBe(html);
    expect(gunzipSync(gzip.body).toString()).toBe(html);
    expect(again.body).toBe(br.body);
    expect(gzip.etag).toBe(br.etag);
  });

  test('holds a page uncompressed only for clients that ask for that', async () => {
    const html = '观澜'.repeat(5000);
    const find = (encoding: 'br' | 'identity') =>
      cache.findOrRender('k', from, encoding, Date.now(), () => render(html));
    const { body } = await find('br');
    expect(body.buffer.byteLength).toBe(body.length);
    expect(cache.figures.bytes).toBeLessThan(2000);
    expect((await find('identity')).body.toString()).toBe(html);
    expect(cache.figures.bytes).toBeGreaterThan(html.length);
    expect(cache.figures.misses).toBe(1);
  });

  test('evicts the least recently used page when it exceeds its size in bytes', async () => {
    cache = new PageCache(12_000);
    const big = () => render('字'.repeat(1000));
    for (const key of ['a', 'b', 'c', 'd']) await find(key, big);
    expect(cache.find('a', 'identity', Date.now())).toBeUndefined();
    expect(cache.find('d', 'identity', Date.now())).toBeDefined();
  });
});

test.each([
  [undefined, 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['identity', 'identity'],
])('Accept-Encoding %j selects %s', (accept, encoding) => expect(chooseEncoding(accept)).toBe(encoding));

import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { chooseEncoding, type MadeFrom, PageCache } from './page-cache.ts';
import { hearPurge } from './purge.ts';
import { TagGenerations } from './tags.ts';

let generations: TagGenerations;
let from: MadeFrom;
const inAMinute = () => Date.now() + 60_000;
let made = 0;
let cache: PageCache;

const make = async (html = `第 ${++made} 次`) => ({ status: 200, html, untilMs: inAMinute() });
const take = (key = 'k', work: () => ReturnType<typeof make> = () => make()) =>
  cache.take(key, from, 'identity', Date.now(), work);
const text = async (key?: string) => (await take(key)).body.toString();

beforeEach(() => {
  made = 0;
  cache = new PageCache(1_000_000);
  generations = new TagGenerations();
  from = { generations, tags: ['column:5'] };
  generations.setListening(true);
});
/** What a notification of this tenant does. */
const hear = (id: string, tag: string) =>
  hearPurge(
    [
      {
        id: '000000',
        db: null as never,
        cacheDb: null as never,
        tags: generations,
        passwordCost: 8,
        seals: null as never,
      },
    ],
    JSON.stringify([id, tag]),
  );

describe('the page cache', () => {
  test('makes a page once however many ask at the same time, and keeps it', async () => {
    const pages = await Promise.all(Array.from({ length: 50 }, () => text()));
    expect(new Set(pages)).toEqual(new Set(['第 1 次']));
    expect(await text()).toBe('第 1 次');
  });

  test('is emptied by tag, by tenant, and not by what it does not hang on', async () => {
    await text();
    hear('000000', 'column:6');
    hear('100001', 'column:5');
    expect(await text()).toBe('第 1 次');
    hear('000000', 'column:5');
    expect(await text()).toBe('第 2 次');
    hear('000000', '*');
    expect(await text()).toBe('第 3 次');
  });

  test('does not keep what was being made while its tag was purged', async () => {
    const page = await take('k', async () => {
      generations.purge(['column:5']);
      return make('旧');
    });
    expect(page.body.toString()).toBe('旧');
    expect(await text()).not.toBe('旧');
  });

  test('whoever asks after a purge does not get the page begun before it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const early = take('k', async () => {
      await promise;
      return make('旧');
    });
    generations.purge(['column:5']);
    const late = take('k', () => make('新'));
    resolve();
    expect((await early).body.toString()).toBe('旧');
    expect((await late).body.toString()).toBe('新');
    expect(await text()).toBe('新');
  });

  test('keeps and serves nothing while changes may go unheard', async () => {
    await text();
    generations.setListening(false);
    expect(await text()).toBe('第 2 次');
    expect(await text()).toBe('第 3 次');
    generations.setListening(true);
    expect(await text()).toBe('第 4 次');
  });

  test('a page whose making failed is made again, one without tags every time', async () => {
    await expect(take('k', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await text()).toBe('第 1 次');
    const search = () => cache.take('s', null, 'identity', Date.now(), () => make());
    expect((await search()).body.toString()).toBe('第 2 次');
    expect((await search()).body.toString()).toBe('第 3 次');
  });

  test('a page whose time is over is made anew', async () => {
    await text();
    const later = await cache.take('k', from, 'identity', Date.now() + 61_000, () => make());
    expect(later.body.toString()).toBe('第 2 次');
  });

  test('packs a page once for each encoding, the same page and ETag in all', async () => {
    const html = '观澜'.repeat(500);
    const packed = (encoding: 'br' | 'gzip') => cache.take('k', from, encoding, Date.now(), () => make(html));
    const [br, gzip, again] = [await packed('br'), await packed('gzip'), await packed('br')];
    expect(brotliDecompressSync(br.body).toString()).toBe(html);
    expect(gunzipSync(gzip.body).toString()).toBe(html);
    expect(again.body).toBe(br.body);
    expect(gzip.etag).toBe(br.etag);
  });

  test('forgets the least recently used when its bytes are spent', async () => {
    cache = new PageCache(12_000);
    const big = () => make('字'.repeat(1000));
    for (const key of ['a', 'b', 'c', 'd']) await take(key, big);
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
])('Accept-Encoding %j is served %s', (accept, encoding) => expect(chooseEncoding(accept)).toBe(encoding));

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Tenant } from '../context.ts';
import { cachedFor } from './cached-for.ts';
import { onPurge } from './purge.ts';
import { TagGenerations } from './tag-generations.ts';

const openTenant = (id: string) => ({
  id,
  db: null as never,
  cacheDb: null as never,
  tags: new TagGenerations(),
  passwordCost: 8,
  hasDynamicRoutes: true,
  hasCdn: false,
  seals: null as never,
});
let tenant: Tenant;
let reads: number;
let cached: ReturnType<typeof cachedFor>;
const load = (read = async () => [`第 ${++reads} 次`], key = '榜', of = tenant) =>
  cached({ tenant: of, key, tagsOf: () => ['post:7'], read });

beforeEach(() => {
  vi.useFakeTimers();
  reads = 0;
  cached = cachedFor(60_000, 2);
  tenant = openTenant('000000');
  tenant.tags.setListening(true);
});
afterEach(() => {
  vi.useRealTimers();
});
const purge = (...tags: string[]) => onPurge([tenant], JSON.stringify([tenant.id, ...tags]));

test('caches an answer for its time, separately by key, tenant and application', async () => {
  expect(await load()).toEqual(['第 1 次']);
  vi.advanceTimersByTime(59_999);
  expect(await load()).toEqual(['第 1 次']);
  expect(await load(undefined, '榜', openTenant('000000'))).toEqual(['第 2 次']);
  expect(await load(undefined, '另一榜')).toEqual(['第 3 次']);
  vi.advanceTimersByTime(1);
  expect(await load()).toEqual(['第 4 次']);
});

test('drops an answer when its own tag is purged, not when another tag is', async () => {
  await load();
  purge('posts', 'post:8');
  expect(await load()).toEqual(['第 1 次']);
  purge('post:7');
  expect(await load()).toEqual(['第 2 次']);
  purge('*');
  expect(await load()).toEqual(['第 3 次']);
});

test('does not cache an answer read while something changed', async () => {
  const changing = async () => {
    purge('post:7');
    return ['旧'];
  };
  expect(await load(changing)).toEqual(['旧']);
  expect(await load()).toEqual(['第 1 次']);
});

test('caches nothing while invalidations may be missed, and never caches a failure', async () => {
  await load();
  tenant.tags.setListening(false);
  expect(await load()).toEqual(['第 2 次']);
  expect(await load()).toEqual(['第 3 次']);
  tenant.tags.setListening(true);
  await expect(load(() => Promise.reject(new Error('断了')))).rejects.toThrow('断了');
  expect(await load()).toEqual(['第 4 次']);
});

test('keeps no more answers than its maximum', async () => {
  for (const key of ['一', '二', '三']) await load(undefined, key);
  expect(await load(undefined, '三')).toEqual(['第 3 次']);
  expect(await load(undefined, '一')).toEqual(['第 4 次']);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Tenant } from '../context.ts';
import { keepFor } from './keep-for.ts';
import { hearPurge } from './purge.ts';
import { TagGenerations } from './tags.ts';

const openTenant = (id: string) => ({
  id,
  db: null as never,
  cacheDb: null as never,
  tags: new TagGenerations(),
  passwordCost: 8,
  seals: null as never,
});
let tenant: Tenant;
let reads: number;
let keep: ReturnType<typeof keepFor>;
const ask = (read = async () => [`第 ${++reads} 次`], key = '榜', of = tenant) =>
  keep({ tenant: of, key, tagsOf: () => ['post:7'], read });

beforeEach(() => {
  vi.useFakeTimers();
  reads = 0;
  keep = keepFor(60_000, 2);
  tenant = openTenant('000000');
  tenant.tags.setListening(true);
});
afterEach(() => {
  vi.useRealTimers();
});
const hear = (...tags: string[]) => hearPurge([tenant], JSON.stringify([tenant.id, ...tags]));

test('an answer is kept for its time, by key and tenant, also of two applications', async () => {
  expect(await ask()).toEqual(['第 1 次']);
  vi.advanceTimersByTime(59_999);
  expect(await ask()).toEqual(['第 1 次']);
  expect(await ask(undefined, '榜', openTenant('000000'))).toEqual(['第 2 次']);
  expect(await ask(undefined, '另一榜')).toEqual(['第 3 次']);
  vi.advanceTimersByTime(1);
  expect(await ask()).toEqual(['第 4 次']);
});

test('a change to what it holds ends it at once; another change does not', async () => {
  await ask();
  hear('posts', 'post:8');
  expect(await ask()).toEqual(['第 1 次']);
  hear('post:7');
  expect(await ask()).toEqual(['第 2 次']);
  hear('*');
  expect(await ask()).toEqual(['第 3 次']);
});

test('what was read while something changed is not kept', async () => {
  const changing = async () => {
    hear('post:7');
    return ['旧'];
  };
  expect(await ask(changing)).toEqual(['旧']);
  expect(await ask()).toEqual(['第 1 次']);
});

test('nothing is kept while changes may go unheard, and a failure never', async () => {
  await ask();
  tenant.tags.setListening(false);
  expect(await ask()).toEqual(['第 2 次']);
  expect(await ask()).toEqual(['第 3 次']);
  tenant.tags.setListening(true);
  await expect(ask(() => Promise.reject(new Error('断了')))).rejects.toThrow('断了');
  expect(await ask()).toEqual(['第 4 次']);
});

test('no more than so many are kept', async () => {
  for (const key of ['一', '二', '三']) await ask(undefined, key);
  expect(await ask(undefined, '三')).toEqual(['第 3 次']);
  expect(await ask(undefined, '一')).toEqual(['第 4 次']);
});

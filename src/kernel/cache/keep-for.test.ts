import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepFor } from './keep-for.ts';
import { followChanges, hearPurge } from './purge.ts';

let reads: number;
let keep: ReturnType<typeof keepFor>;
const ask = (read = async () => [`第 ${++reads} 次`], key = '榜', tenantId = '000000') =>
  keep({ tenantId, key, tagsOf: () => ['post:7'], read });

beforeEach(() => {
  vi.useFakeTimers();
  reads = 0;
  keep = keepFor(60_000, 2);
  followChanges(true);
});
afterEach(() => {
  followChanges(false);
  vi.useRealTimers();
});

test('an answer is kept for its time, by key and tenant', async () => {
  expect(await ask()).toEqual(['第 1 次']);
  vi.advanceTimersByTime(59_999);
  expect(await ask()).toEqual(['第 1 次']);
  expect(await ask(undefined, '榜', '100001')).toEqual(['第 2 次']);
  expect(await ask(undefined, '另一榜')).toEqual(['第 3 次']);
  vi.advanceTimersByTime(1);
  expect(await ask()).toEqual(['第 4 次']);
});

test('a change to what it holds ends it at once; another change does not', async () => {
  await ask();
  hearPurge(JSON.stringify(['000000', 'posts', 'post:8']));
  expect(await ask()).toEqual(['第 1 次']);
  hearPurge(JSON.stringify(['000000', 'post:7']));
  expect(await ask()).toEqual(['第 2 次']);
  hearPurge(JSON.stringify(['000000', '*']));
  expect(await ask()).toEqual(['第 3 次']);
});

test('what was read while something changed is not kept', async () => {
  const changing = async () => {
    hearPurge(JSON.stringify(['000000', 'post:7']));
    return ['旧'];
  };
  expect(await ask(changing)).toEqual(['旧']);
  expect(await ask()).toEqual(['第 1 次']);
});

test('nothing is kept while changes may go unheard, and a failure never', async () => {
  await ask();
  followChanges(false);
  expect(await ask()).toEqual(['第 2 次']);
  expect(await ask()).toEqual(['第 3 次']);
  followChanges(true);
  await expect(ask(() => Promise.reject(new Error('断了')))).rejects.toThrow('断了');
  expect(await ask()).toEqual(['第 4 次']);
});

test('no more than so many are kept', async () => {
  for (const key of ['一', '二', '三']) await ask(undefined, key);
  expect(await ask(undefined, '三')).toEqual(['第 3 次']);
  expect(await ask(undefined, '一')).toEqual(['第 4 次']);
});

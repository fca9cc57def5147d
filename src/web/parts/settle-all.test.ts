import { expect, test } from 'vitest';
import { orNull, settleAll } from './settle-all.ts';

test('returns null for a request that fails, and the other results', async () => {
  const parts = {
    news: Promise.resolve([1]),
    ads: Promise.reject(new Error('down')),
    none: Promise.resolve([]),
  };
  expect(await settleAll(parts)).toEqual({ news: [1], ads: null, none: [] });
});

test('throws the first failure when all requests fail', async () => {
  const parts = {
    one: Promise.reject(new Error('网络连接错误！')),
    other: Promise.reject(new Error('other')),
  };
  await expect(settleAll(parts)).rejects.toThrow('网络连接错误！');
});

test('orNull turns a failure into null', async () => {
  expect(await orNull(Promise.reject(new Error('down')))).toBeNull();
  expect(await orNull(Promise.resolve('here'))).toBe('here');
});

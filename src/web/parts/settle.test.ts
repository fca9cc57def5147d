import { expect, test } from 'vitest';
import { orNull, settleAll } from './settle.ts';

test('a part that fails is null and the others arrive', async () => {
  const parts = {
    news: Promise.resolve([1]),
    ads: Promise.reject(new Error('down')),
    none: Promise.resolve([]),
  };
  expect(await settleAll(parts)).toEqual({ news: [1], ads: null, none: [] });
});

test('when nothing arrives the first failure is told', async () => {
  const parts = {
    one: Promise.reject(new Error('网络连接错误！')),
    other: Promise.reject(new Error('other')),
  };
  await expect(settleAll(parts)).rejects.toThrow('网络连接错误！');
});

test('a part beside the main one may be missing', async () => {
  expect(await orNull(Promise.reject(new Error('down')))).toBeNull();
  expect(await orNull(Promise.resolve('here'))).toBe('here');
});

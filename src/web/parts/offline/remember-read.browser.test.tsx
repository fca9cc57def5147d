import { beforeEach, expect, test, vi } from 'vitest';
import { readCache } from '#client/offline-reads.ts';
import { removeStored } from '#client/storage.ts';
import type { PostDetail } from '#features/posts/schema.ts';
import { dayMs } from '#shared/dates.ts';
import { answer, networkError, refuse } from '#testing/browser/api.ts';
import { logIn, openSite } from '#testing/browser/open-site.ts';
import { pageOf, postRecord } from '#testing/browser/personal.ts';
import { rememberRead } from './remember-read.ts';

const post = (id: string, changes: Partial<PostDetail> = {}): PostDetail => ({
  ...postRecord(id, `标题 ${id}`),
  ...{ access: 'public', price: null, vipPrice: null, state: 'published', locked: false, reader: null },
  updatedAt: '2026-11-20T09:00:00+08:00',
  ...{ body: `<p>正文 ${id}</p>`, headings: [], attachments: [], lockReason: null, lockedWordCount: 0 },
  ...{ offers: [], collectId: null, collects: 0, coAuthors: [] },
  author: {
    ...{ id: '1', name: '沈观潮', title: '', bio: '', avatar: null, posts: 3, followers: 5, followed: false },
  },
  ...changes,
});

const listStored = async () => {
  const cache = await caches.open(readCache);
  return Promise.all((await cache.keys()).map(async (key) => (await cache.match(key))?.json()));
};
const idsStored = async () => (await listStored()).map(({ id }) => id);
const remember = (one: PostDetail) => rememberRead(one, `/5/detail?id=${one.id}`);

beforeEach(async () => {
  await caches.delete(readCache);
  removeStored('token');
  answer('GET /reception/article/addViewTimes', { views: 1 });
  answer('GET /reception/article/getResearchArticleList', pageOf([]));
  answer('GET /reception/comment/list', {
    ...{ records: [], cursor: null, total: 0, own: [] },
    standing: { mayWrite: false, reason: null, message: '', isReviewed: false },
  });
});

function answerWith(detail: PostDetail): void {
  answer('POST /reception/article/selectArticle', detail);
  answer('POST /news/reception/selectNews', refuse(404, '内容不存在或已下架'));
  answer('POST /reception/selectReference', refuse(404, '内容不存在或已下架'));
}

test('stores a public post that was opened if the site offers that, and deletes it once the post is gone', async () => {
  answerWith(post('7'));
  await openSite('/mobileDetail?id=7');
  await expect.poll(() => document.querySelector('h1')?.textContent).toContain('标题 7');
  expect(await idsStored()).toEqual([]);
  await openSite('/mobileDetail?id=7', { hasOffline: true });
  await expect
    .poll(listStored)
    .toMatchObject([
      { id: '7', title: '标题 7', html: '<p>正文 7</p>', address: '/mobileDetail?id=7', owner: '' },
    ]);
  // A failure is no reason to forget it.
  answer('POST /reception/article/selectArticle', networkError());
  await openSite('/mobileDetail?id=7', { hasOffline: true });
  expect(await idsStored()).toEqual(['7']);
  answer('POST /reception/article/selectArticle', refuse(404, '内容不存在或已下架'));
  await openSite('/mobileDetail?id=7', { hasOffline: true });
  await expect.poll(idsStored).toEqual([]);
});

test('never stores a post that is not public, and deletes the copy from when it was', async () => {
  for (const [why, changes] of [
    ['of members', { access: 'member' }],
    ['of VIP', { access: 'vip' }],
    ['that was bought', { access: 'paid', price: 100 }],
    ['that is locked', { access: 'public', locked: true, lockReason: 'member' }],
    ['that is withdrawn', { state: 'withdrawn' }],
    ['with a watermark', { reader: { name: '张**', number: '7K2M' } }],
  ] as [string, Partial<PostDetail>][]) {
    await remember(post('7'));
    expect(await idsStored()).toEqual(['7']);
    await remember(post('7', changes));
    expect(await idsStored(), why).toEqual([]);
  }
});

test('keeps the last twenty in the order of reading', async () => {
  for (let id = 1; id <= 22; id += 1) await remember(post(String(id)));
  await remember(post('5'));
  expect(await idsStored()).toEqual([
    '3',
    '4',
    ...Array.from({ length: 17 }, (_, index) => String(index + 6)),
    '5',
  ]);
});

test('deletes what was read more than seven days ago', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 7 * dayMs - 1000 });
  await remember(post('1'));
  vi.useRealTimers();
  expect(await idsStored()).toEqual(['1']);
  await remember(post('2'));
  expect(await idsStored()).toEqual(['2']);
});

test('notes who read a post, and forgets everything when they log out', async () => {
  logIn();
  answerWith(post('7'));
  await openSite('/mobileDetail?id=7', { hasOffline: true });
  await expect.poll(listStored).toMatchObject([{ id: '7', owner: expect.stringMatching(/./) }]);
  removeStored('token');
  await expect.poll(() => caches.has(readCache)).toBe(false);
});

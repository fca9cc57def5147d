import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureAuthors } from '#features/authors/index.ts';
import { addPosts, prepareBodySync, publishDuePosts, withdrawPost } from '#features/posts/index.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { runFanoutBatch, runFanouts } from './fanout.ts';

let portal: Portal;
let followers: string[];
beforeAll(async () => {
  portal = await openPortal();
  followers = await fiveFollowers('长堤');
});
afterAll(() => portal.close());

async function follower(author: string): Promise<string> {
  const { token } = await logIn(portal);
  const authorId = (await ensureAuthors(portal.ctx, [author])).get(author) ?? '';
  await portal.call('POST /member/addFollow', { query: { authorId }, token });
  return token;
}

async function fiveFollowers(author: string): Promise<string[]> {
  const tokens: string[] = [];
  for (let count = 0; count < 5; count += 1) tokens.push(await follower(author));
  return tokens;
}

type NoticeRecord = { title: string; body: string; link: string };
const listNotices = async (token: string): Promise<NoticeRecord[]> =>
  (await portal.call('GET /member/notices', { query: { size: '100' }, token })).body.data.records;
const countReceived = async (title: string, by = followers): Promise<number[]> =>
  Promise.all(
    by.map(async (token) => (await listNotices(token)).filter(({ body }) => body === title).length),
  );

describe('a new post that names a watched security', () => {
  const watcher = async (...codes: string[]): Promise<string> => {
    const { token } = await logIn(portal);
    for (const code of codes) await portal.call('POST /member/addWatchedStock', { query: { code }, token });
    return token;
  };
  const publish = (title: string, changes: Parameters<typeof addPost>[1] = {}) =>
    addPost(portal, { title, publishedAt: new Date(), author: '没人关注的作者', ...changes });

  beforeAll(async () => {
    await portal.ctx.db
      .insertInto('stocks')
      .values(['甲股份', '乙股份', '丙股份', '丁股份'].map((name, at) => ({ code: `80000${at}`, name })))
      .execute();
  });

  test('notifies those who watch it once, with the names of what they watch', async () => {
    const [first, both, other] = [
      await watcher('800000'),
      await watcher('800000', '800001', '800003'),
      await watcher('800002'),
    ];
    const id = await publish('产能落地', { stockCodes: ['800000', '800001', '800009'] });
    await runFanouts(portal.ctx);
    await runFanouts(portal.ctx);
    expect(await listNotices(first)).toMatchObject([
      { kind: 'watched', title: '自选股 甲股份 有新文章', body: '产能落地', link: `/rined/detail?id=${id}` },
    ]);
    expect(await listNotices(both)).toMatchObject([{ title: '自选股 甲股份、乙股份 有新文章' }]);
    expect(await listNotices(other)).toEqual([]);
  });

  test('notifies of important news, not of other news', async () => {
    const reader = await watcher('800000');
    await publish('一般快讯', { columnId: '1', stockCodes: ['800000'] });
    await publish('重要快讯', { columnId: '1', stockCodes: ['800000'], important: true });
    await runFanouts(portal.ctx);
    expect((await listNotices(reader)).map(({ body }) => body)).toEqual(['重要快讯']);
  });

  test('notifies in batches that resume, and once who also follows the author', async () => {
    const watchers = [await watcher('800001'), await watcher('800001', '800002'), await watcher('800002')];
    const [, second = ''] = watchers;
    const authorId = (await ensureAuthors(portal.ctx, ['两边都听'])).get('两边都听') ?? '';
    await portal.call('POST /member/addFollow', { query: { authorId }, token: second });
    await publish('两只都写', { stockCodes: ['800001', '800002'], author: '两边都听' });
    while (await runFanoutBatch(portal.ctx, 1));
    expect(await countReceived('两只都写', watchers)).toEqual([1, 1, 1]);
    expect(await listNotices(second)).toMatchObject([{ kind: 'followed' }]);
  });

  test('does not notify members who turned the kind off or removed the security', async () => {
    const [silent, gone] = [await watcher('800003'), await watcher('800003')];
    const body = { kind: 'watched', isOn: false };
    await portal.call('POST /member/saveNoticeSettings', { body, token: silent });
    await portal.call('POST /member/deleteWatchedStock', { query: { code: '800003' }, token: gone });
    await publish('没人想听', { stockCodes: ['800003'] });
    await runFanouts(portal.ctx);
    expect(await countReceived('没人想听', [silent, gone])).toEqual([0, 0]);
  });
});

describe('a new post by a followed author', () => {
  test('notifies each follower once, with a link to it', async () => {
    const newest = await follower('长堤');
    const postId = await addPost(portal, { title: '新文章', publishedAt: new Date() });
    const news = await addPost(portal, { title: '新资讯', columnId: '1', publishedAt: new Date() });
    const stranger = await follower('别的作者');
    await runFanouts(portal.ctx);
    await runFanouts(portal.ctx);
    expect(await countReceived('新文章')).toEqual([1, 1, 1, 1, 1]);
    expect(await listNotices(newest)).toMatchObject([
      { kind: 'followed', title: '长堤 发布了新资讯', link: `/globalInfo/detail?id=${news}` },
      { kind: 'followed', title: '长堤 发布了新文章', link: `/rined/detail?id=${postId}` },
    ]);
    expect(await listNotices(stranger)).toEqual([]);
  });

  test('notifies in atomic batches, and resumes at the next batch after a crash', async () => {
    await addPost(portal, { title: '一批一批', publishedAt: new Date() });
    expect(await runFanoutBatch(portal.ctx, 2)).toBe(true);
    expect(await countReceived('一批一批')).toEqual([1, 1, 0, 0, 0]);
    const failing = { ...portal.ctx, tenant: { ...portal.ctx.tenant } };
    // The process dies after the notices of a batch are written and before they are committed.
    Object.defineProperty(failing.tenant, 'id', {
      get: () => {
        throw new Error('killed');
      },
    });
    await expect(runFanoutBatch(failing, 2)).rejects.toThrow('killed');
    expect(await countReceived('一批一批')).toEqual([1, 1, 0, 0, 0]);
    while (await runFanoutBatch(portal.ctx, 2));
    expect(await countReceived('一批一批')).toEqual([1, 1, 1, 1, 1]);
  });

  test('notifies each follower once when several processes run', async () => {
    const titles = ['同时甲', '同时乙', '同时丙'];
    for (const title of titles) await addPost(portal, { title, publishedAt: new Date() });
    await Promise.all([1, 2, 3].map(() => runFanouts(portal.ctx)));
    await runFanouts(portal.ctx);
    for (const title of titles) expect(await countReceived(title)).toEqual([1, 1, 1, 1, 1]);
  });

  test('notifies when a scheduled post is published, not when it is scheduled', async () => {
    const due = new Date(Date.now() + 60_000);
    await addPost(portal, { title: '定时', state: 'scheduled', publishedAt: due });
    await runFanouts(portal.ctx);
    expect(await countReceived('定时')).toEqual([0, 0, 0, 0, 0]);
    const later = { ...portal.ctx, now: () => due };
    await publishDuePosts(later);
    await runFanouts(later);
    expect(await countReceived('定时')).toEqual([1, 1, 1, 1, 1]);
  });

  test('notifies no one if it is old, a draft, or withdrawn before its turn', async () => {
    const dayBefore = new Date(Date.now() - 25 * 3_600_000);
    await addPost(portal, { title: '导入的旧文', publishedAt: dayBefore });
    await addPost(portal, { title: '草稿', state: 'draft', publishedAt: null });
    const withdrawn = await addPost(portal, { title: '马上撤回', publishedAt: new Date() });
    await withdrawPost(portal.ctx, withdrawn);
    await runFanouts(portal.ctx);
    for (const title of ['导入的旧文', '草稿', '马上撤回'])
      expect(await countReceived(title)).toEqual([0, 0, 0, 0, 0]);
  });

  test('notifies no one if it is published with many others, as in an import', async () => {
    const authorId = (await ensureAuthors(portal.ctx, ['长堤'])).get('长堤') ?? '';
    const newPost = (place: number) => ({
      columnId: '2',
      authorId,
      title: place === 0 ? '洪水之一' : `洪水 ${place}`,
      body: prepareBodySync({ body: '<p>正文</p>', format: 'html' }),
      state: 'published' as const,
      publishedAt: new Date(),
    });
    await addPosts(
      portal.ctx,
      Array.from({ length: 51 }, (_, place) => newPost(place)),
    );
    await runFanouts(portal.ctx);
    expect(await countReceived('洪水之一')).toEqual([0, 0, 0, 0, 0]);
  });

  test('does not notify members who turned the kind off or unfollowed the author', async () => {
    const author = '有人不想听的作者';
    const own = await fiveFollowers(author);
    const [silent = '', gone = ''] = own;
    const authorId = (await ensureAuthors(portal.ctx, [author])).get(author) ?? '';
    const body = { kind: 'followed', isOn: false };
    await portal.call('POST /member/saveNoticeSettings', { body, token: silent });
    await portal.call('POST /member/deleteFollow', { query: { authorId }, token: gone });
    await addPost(portal, { title: '有人不想听', author, publishedAt: new Date() });
    await runFanouts(portal.ctx);
    expect(await countReceived('有人不想听', own)).toEqual([0, 0, 1, 1, 1]);
  });
});

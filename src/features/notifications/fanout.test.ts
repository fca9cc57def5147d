import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureAuthors } from '#features/authors/index.ts';
import { addPosts, prepareBodySync, publishDuePosts, withdrawPost } from '#features/posts/index.ts';
import { addPiece, logIn } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { tellEveryone, tellNextBatch } from './fanout.ts';

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
  await portal.ask('POST /member/addFollow', { query: { authorId }, token });
  return token;
}

async function fiveFollowers(author: string): Promise<string[]> {
  const tokens: string[] = [];
  for (let made = 0; made < 5; made += 1) tokens.push(await follower(author));
  return tokens;
}

type Told = { title: string; body: string; link: string };
const toldTo = async (token: string): Promise<Told[]> =>
  (await portal.ask('GET /member/notices', { query: { size: '100' }, token })).body.data.records;
const heardOf = async (title: string, by = followers): Promise<number[]> =>
  Promise.all(by.map(async (token) => (await toldTo(token)).filter(({ body }) => body === title).length));

describe('a new piece by a followed author', () => {
  test('is told to each follower once, with a link to it', async () => {
    const newest = await follower('长堤');
    const piece = await addPiece(portal, { title: '新文章', publishedAt: new Date() });
    const news = await addPiece(portal, { title: '新资讯', columnId: '1', publishedAt: new Date() });
    const stranger = await follower('别的作者');
    await tellEveryone(portal.ctx);
    await tellEveryone(portal.ctx);
    expect(await heardOf('新文章')).toEqual([1, 1, 1, 1, 1]);
    expect(await toldTo(newest)).toMatchObject([
      { kind: 'followed', title: '长堤 发布了新资讯', link: `/globalInfo/detail?id=${news}` },
      { kind: 'followed', title: '长堤 发布了新文章', link: `/rined/detail?id=${piece}` },
    ]);
    expect(await toldTo(stranger)).toEqual([]);
  });

  test('is told in batches, each whole: after a crash the next one goes on where it stopped', async () => {
    await addPiece(portal, { title: '一批一批', publishedAt: new Date() });
    expect(await tellNextBatch(portal.ctx, 2)).toBe(true);
    expect(await heardOf('一批一批')).toEqual([1, 1, 0, 0, 0]);
    const failing = { ...portal.ctx, tenant: { ...portal.ctx.tenant } };
    // The process dies after the notices of a batch are written and before it is committed.
    Object.defineProperty(failing.tenant, 'id', {
      get: () => {
        throw new Error('killed');
      },
    });
    await expect(tellNextBatch(failing, 2)).rejects.toThrow('killed');
    expect(await heardOf('一批一批')).toEqual([1, 1, 0, 0, 0]);
    while (await tellNextBatch(portal.ctx, 2));
    expect(await heardOf('一批一批')).toEqual([1, 1, 1, 1, 1]);
  });

  test('is told by several processes at once, and still once', async () => {
    const titles = ['同时甲', '同时乙', '同时丙'];
    for (const title of titles) await addPiece(portal, { title, publishedAt: new Date() });
    await Promise.all([1, 2, 3].map(() => tellEveryone(portal.ctx)));
    await tellEveryone(portal.ctx);
    for (const title of titles) expect(await heardOf(title)).toEqual([1, 1, 1, 1, 1]);
  });

  test('is told when a scheduled one comes out, not when it is planned', async () => {
    const due = new Date(Date.now() + 60_000);
    await addPiece(portal, { title: '定时', state: 'scheduled', publishedAt: due });
    await tellEveryone(portal.ctx);
    expect(await heardOf('定时')).toEqual([0, 0, 0, 0, 0]);
    const later = { ...portal.ctx, now: () => due };
    await publishDuePosts(later);
    await tellEveryone(later);
    expect(await heardOf('定时')).toEqual([1, 1, 1, 1, 1]);
  });

  test('is told to nobody when it is old, a draft, or withdrawn before its turn', async () => {
    const dayBefore = new Date(Date.now() - 25 * 3_600_000);
    await addPiece(portal, { title: '导入的旧文', publishedAt: dayBefore });
    await addPiece(portal, { title: '草稿', state: 'draft', publishedAt: null });
    const withdrawn = await addPiece(portal, { title: '马上撤回', publishedAt: new Date() });
    await withdrawPost(portal.ctx, withdrawn);
    await tellEveryone(portal.ctx);
    for (const title of ['导入的旧文', '草稿', '马上撤回'])
      expect(await heardOf(title)).toEqual([0, 0, 0, 0, 0]);
  });

  test('is told to nobody when it comes with a flood of others, which is an import', async () => {
    const authorId = (await ensureAuthors(portal.ctx, ['长堤'])).get('长堤') ?? '';
    const piece = (place: number) => ({
      columnId: '2',
      authorId,
      title: place === 0 ? '洪水之一' : `洪水 ${place}`,
      body: prepareBodySync({ body: '<p>正文</p>', format: 'html' }),
      state: 'published' as const,
      publishedAt: new Date(),
    });
    await addPosts(
      portal.ctx,
      Array.from({ length: 51 }, (_, place) => piece(place)),
    );
    await tellEveryone(portal.ctx);
    expect(await heardOf('洪水之一')).toEqual([0, 0, 0, 0, 0]);
  });

  test('is not told to who refused it, or follows no longer', async () => {
    const author = '有人不想听的作者';
    const own = await fiveFollowers(author);
    const [silent = '', gone = ''] = own;
    const authorId = (await ensureAuthors(portal.ctx, [author])).get(author) ?? '';
    const body = { kind: 'followed', isOn: false };
    await portal.ask('POST /member/saveNoticeSettings', { body, token: silent });
    await portal.ask('POST /member/deleteFollow', { query: { authorId }, token: gone });
    await addPiece(portal, { title: '有人不想听', author, publishedAt: new Date() });
    await tellEveryone(portal.ctx);
    expect(await heardOf('有人不想听', own)).toEqual([0, 0, 1, 1, 1]);
  });
});

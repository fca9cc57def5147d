import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureAuthors } from '#features/authors/index.ts';
import { defineColumns } from '#features/columns/index.ts';
import { withdrawPost } from '#features/posts/index.ts';
import { type CallOptions, openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';

let portal: Portal;
let token: string;
let other: string;
beforeAll(async () => {
  portal = await openPortal();
  token = (await logIn(portal)).token;
  other = (await logIn(portal)).token;
});
afterAll(() => portal.close());

const request = (key: string, query: Record<string, string> = {}, as: string | null = token) =>
  portal.call(key, { query, ...(as ? { token: as } : {}) } satisfies CallOptions);
const data = async (key: string, query: Record<string, string> = {}, as: string | null = token) => {
  const { status, body } = await request(key, query, as);
  expect(status, body.msg).toBe(200);
  return body.data;
};
const authorId = async (name: string) => (await ensureAuthors(portal.ctx, [name])).get(name) ?? '';
const ids = (page: { records: { id: string }[] }) => page.records.map(({ id }) => id);
const postIdsOf = (page: { records: { record: { id: string } | null }[] }) =>
  page.records.map(({ record }) => record?.id ?? null);

const collectKinds = [
  {
    kind: 'article',
    name: 'Article',
    parameter: 'articleId',
    columnId: '2',
    select: 'article/selectArticle',
  },
  { kind: 'news', name: 'News', parameter: 'newsId', columnId: '1', select: 'news/selectNews' },
] as const;

describe.each(collectKinds)(
  'collecting $kind (docs/product.md §7)',
  ({ kind, name, parameter, columnId }) => {
    const add = `POST /member/add${name}Collect`;
    const remove = `POST /member/delete${name}Collect`;
    const list = `GET /member/${kind}Collects`;
    const detailKey =
      kind === 'news' ? 'POST /news/reception/selectNews' : 'POST /reception/article/selectArticle';
    const listKey =
      kind === 'news'
        ? 'GET /news/reception/getGlobalNewsList'
        : 'GET /reception/article/getResearchArticleList';

    test("returns the record's id, the same when repeated, and removes the record by that id", async () => {
      const postId = await addPost(portal, { columnId });
      const { id } = await data(add, { [parameter]: postId });
      expect(await data(add, { [parameter]: postId })).toEqual({ id });
      expect(await data(detailKey, { id: postId })).toMatchObject({
        collected: true,
        collectId: id,
        collects: 1,
      });
      expect(await data(detailKey, { id: postId }, other)).toMatchObject({
        collected: false,
        collectId: null,
        collects: 1,
      });
      expect(await data(detailKey, { id: postId }, null)).toMatchObject({
        collected: false,
        collectId: null,
      });
      expect(await data(remove, { id })).toBe(true);
      expect(await data(remove, { id })).toBe(true);
      expect(await data(detailKey, { id: postId })).toMatchObject({ collected: false, collects: 0 });
    });

    test('marks the post in lists for its collector only', async () => {
      const postId = await addPost(portal, { columnId });
      await data(add, { [parameter]: postId });
      const isCollectedFor = async (as: string | null) =>
        (await data(listKey, { size: '100' }, as)).records.find(({ id }: { id: string }) => id === postId)
          .collected;
      expect(await Promise.all([isCollectedFor(token), isCollectedFor(other), isCollectedFor(null)])).toEqual(
        [true, false, false],
      );
    });

    test('requires a member and a published post of this kind', async () => {
      const otherKind = await addPost(portal, { columnId: kind === 'news' ? '2' : '1' });
      const draft = await addPost(portal, { columnId, state: 'draft' });
      const withdrawn = await addPost(portal, { columnId });
      await withdrawPost(portal.ctx, withdrawn);
      expect((await request(add, { [parameter]: draft }, null)).status).toBe(401);
      expect((await request(remove, { id: '1' }, null)).status).toBe(401);
      expect((await request(list, {}, null)).status).toBe(401);
      for (const id of [otherKind, draft, withdrawn, '999999999']) {
        const { status, body } = await request(add, { [parameter]: id });
        expect([status, body.msg]).toEqual([404, '内容不存在或已下架']);
      }
      expect((await request(add, {})).body.field).toBe(parameter);
      expect((await request(add, { [parameter]: 'x' })).status).toBe(400);
      expect((await request(remove, { id: '0' })).status).toBe(400);
      expect((await request(list, { size: '0' })).status).toBe(400);
    });

    test('leaves a record of another member or of the other kind untouched', async () => {
      const postId = await addPost(portal, { columnId });
      const { id } = await data(add, { [parameter]: postId });
      expect(await data(remove, { id }, other)).toBe(true);
      expect(
        await data(kind === 'news' ? 'POST /member/deleteArticleCollect' : 'POST /member/deleteNewsCollect', {
          id,
        }),
      ).toBe(true);
      expect(await data(detailKey, { id: postId })).toMatchObject({ collectId: id, collects: 1 });
      expect(ids(await data(list, { size: '100' }, other))).toEqual([]);
    });

    test('lists the newest first, filters by part of the title, and continues by cursor', async () => {
      const { token: reader } = await logIn(portal);
      const titles = ['储能 100% 景气', 'ＡＩ 算力', '储能_再看'];
      const postIds: string[] = [];
      for (const title of titles) postIds.push(await addPost(portal, { columnId, title }));
      const [first, second, third] = postIds;
      for (const postId of postIds) await data(add, { [parameter]: postId }, reader);
      const all = await data(list, {}, reader);
      expect(postIdsOf(all)).toEqual([third, second, first]);
      expect(all).toMatchObject({ total: 3, pages: 1, cursor: null });
      expect(all.records[0]).toMatchObject({
        title: '储能_再看',
        isWithdrawn: false,
        record: { collected: true, kind },
      });
      expect(postIdsOf(await data(list, { keyword: '储能' }, reader))).toEqual([third, first]);
      // Wildcards of the LIKE pattern are literal, and full and half width are equal.
      expect(postIdsOf(await data(list, { keyword: '0%' }, reader))).toEqual([first]);
      expect(postIdsOf(await data(list, { keyword: '能_' }, reader))).toEqual([third]);
      expect(postIdsOf(await data(list, { keyword: 'ai' }, reader))).toEqual([second]);
      expect(await data(list, { keyword: '没有的' }, reader)).toMatchObject({ total: 0, records: [] });
      const page = await data(list, { size: '2' }, reader);
      const next = await data(list, { size: '2', cursor: page.cursor }, reader);
      expect([...postIdsOf(page), ...postIdsOf(next)]).toEqual([third, second, first]);
      expect(next.cursor).toBeNull();
      expect(postIdsOf(await data(list, { size: '2', current: '2' }, reader))).toEqual([first]);
      expect(await data(list, { size: '100', current: '101' }, reader)).toMatchObject({
        total: 3,
        records: [],
      });
      expect((await request(list, { cursor: 'x' }, reader)).status).toBe(400);
    });

    test('keeps a withdrawn post and its title in the list until it is removed', async () => {
      const { token: reader } = await logIn(portal);
      const postId = await addPost(portal, { columnId, title: '将要撤下', summary: '摘要不再可见' });
      const { id } = await data(add, { [parameter]: postId }, reader);
      await withdrawPost(portal.ctx, postId);
      const page = await data(list, {}, reader);
      expect(page.records).toEqual([
        { id, collectedAt: expect.any(String), record: null, title: '将要撤下', isWithdrawn: true },
      ]);
      await data(remove, { id }, reader);
      expect(await data(list, {}, reader)).toMatchObject({ total: 0, records: [] });
    });
  },
);

test('lists a reference among the articles and removes it by their call', async () => {
  await defineColumns(portal.ctx, [{ id: '6', columnName: '内参', kind: 'reference' }]);
  const postId = await addPost(portal, { columnId: '6' });
  expect((await request('POST /member/addNewsCollect', { newsId: postId })).status).toBe(404);
  const { id } = await data('POST /member/addArticleCollect', { articleId: postId });
  expect(await data('POST /reception/selectReference', { id: postId })).toMatchObject({ collectId: id });
  const page = await data('GET /member/articleCollects');
  expect(page.records[0]).toMatchObject({ id, record: { id: postId, kind: 'reference', collected: true } });
  await data('POST /member/deleteArticleCollect', { id });
  expect(postIdsOf(await data('GET /member/articleCollects'))).not.toContain(postId);
});

describe('following an author (docs/product.md §7)', () => {
  test("returns the record's id, the same when repeated, and unfollows by author", async () => {
    const author = await authorId('被关注的人');
    const postId = await addPost(portal, { author: '被关注的人' });
    const { id } = await data('POST /member/addFollow', { authorId: author });
    expect(await data('POST /member/addFollow', { authorId: author })).toEqual({ id });
    await data('POST /member/addFollow', { authorId: author }, other);
    const seen = async (as: string | null) =>
      (await data('POST /reception/article/selectArticle', { id: postId }, as)).author;
    expect(await seen(token)).toMatchObject({ followed: true, followers: 2, posts: 1 });
    expect(await seen(null)).toMatchObject({ followed: false, followers: 2 });
    expect(await data('POST /member/deleteFollow', { authorId: author })).toBe(true);
    expect(await data('POST /member/deleteFollow', { authorId: author })).toBe(true);
    expect(await seen(token)).toMatchObject({ followed: false, followers: 1 });
    expect(await seen(other)).toMatchObject({ followed: true });
  });

  test('requires a member and an existing author', async () => {
    expect((await request('POST /member/addFollow', { authorId: '1' }, null)).status).toBe(401);
    expect((await request('POST /member/deleteFollow', { authorId: '1' }, null)).status).toBe(401);
    for (const key of ['GET /member/follows', 'GET /member/followFeed'])
      expect((await request(key, {}, null)).status).toBe(401);
    expect((await request('POST /member/addFollow', { authorId: '999999' })).body).toMatchObject({
      code: 404,
      msg: '作者不存在',
    });
    expect((await request('POST /member/addFollow', { authorId: '-1' })).status).toBe(400);
    expect((await request('POST /member/addFollow')).body.field).toBe('authorId');
  });

  test('lists followed authors with their newest posts of any kind, and all their posts as a feed', async () => {
    const { token: reader } = await logIn(portal);
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
    const early = await addPost(portal, { author: '甲笔', publishedAt: at(1) });
    const postIds = [
      await addPost(portal, { author: '甲笔', publishedAt: at(2) }),
      await addPost(portal, { author: '甲笔', columnId: '1', publishedAt: at(3) }),
      await addPost(portal, { author: '甲笔', publishedAt: at(5) }),
    ].reverse();
    const others = await addPost(portal, { author: '乙笔', publishedAt: at(4) });
    await addPost(portal, { author: '乙笔', publishedAt: at(6), state: 'draft' });
    await data('POST /member/addFollow', { authorId: await authorId('甲笔') }, reader);
    await data('POST /member/addFollow', { authorId: await authorId('乙笔') }, reader);
    const follows = await data('GET /member/follows', {}, reader);
    expect(follows).toMatchObject({ total: 2, pages: 1, cursor: null });
    expect(follows.records.map(({ author }: { author: { name: string } }) => author.name)).toEqual([
      '乙笔',
      '甲笔',
    ]);
    expect(follows.records[1].author).toMatchObject({ posts: 4, followers: 1 });
    expect(follows.records[1].newest.map(({ id }: { id: string }) => id)).toEqual(postIds);
    const [newest, ...rest] = postIds;
    const feed = [newest, others, ...rest, early];
    const whole = await data('GET /member/followFeed', {}, reader);
    expect(ids(whole)).toEqual(feed);
    expect(whole).toMatchObject({ total: 5, cursor: null });
    const page = await data('GET /member/followFeed', { size: '2' }, reader);
    const next = await data('GET /member/followFeed', { size: '3', cursor: page.cursor }, reader);
    expect([...ids(page), ...ids(next)]).toEqual(feed);
    expect(ids(await data('GET /member/followFeed', { size: '2', current: '2' }, reader))).toEqual(
      feed.slice(2, 4),
    );
    expect(ids(await data('GET /member/followFeed', {}, (await logIn(portal)).token))).toEqual([]);
  });

  test("shows profile, number of posts and followers on an author's page", async () => {
    const author = await authorId('丙笔');
    await addPost(portal, { author: '丙笔' });
    await addPost(portal, { author: '丙笔', columnId: '1' });
    await data('POST /member/addFollow', { authorId: author });
    const shown = { id: author, name: '丙笔', title: '', bio: '', avatar: null, posts: 2, followers: 1 };
    expect(await data('GET /reception/author', { id: author }, null)).toEqual({ ...shown, followed: false });
    expect(await data('GET /reception/author', { id: author })).toEqual({ ...shown, followed: true });
    expect((await request('GET /reception/author', { id: '999999' }, null)).status).toBe(404);
    expect((await request('GET /reception/author', {}, null)).body.msg).toContain('作者编号');
  });
});

describe('the reading history', () => {
  const open = (id: string, as: string | null) => data('GET /reception/article/addViewTimes', { id }, as);

  test('lists the posts a member opened, each once, the last first', async () => {
    const { token: reader } = await logIn(portal);
    const first = await addPost(portal);
    const second = await addPost(portal);
    await open(first, reader);
    await open(second, reader);
    await open(first, reader);
    expect(postIdsOf(await data('GET /member/history', {}, reader))).toEqual([first, second]);
    const page = await data('GET /member/history', { size: '1' }, reader);
    expect(page).toMatchObject({ total: 2, pages: 2 });
    expect(postIdsOf(await data('GET /member/history', { size: '1', cursor: page.cursor }, reader))).toEqual([
      second,
    ]);
    await open(second, null);
    expect(postIdsOf(await data('GET /member/history', {}, reader))).toEqual([first, second]);
    await withdrawPost(portal.ctx, first);
    expect(await data('GET /member/history', {}, reader)).toMatchObject({ total: 1 });
  });

  test('is deleted post by post or whole, by its owner only', async () => {
    const { token: reader } = await logIn(portal);
    const postIds = [await addPost(portal), await addPost(portal), await addPost(portal)];
    for (const id of postIds) await open(id, reader);
    const [first, second, third] = postIds as [string, string, string];
    await data('POST /member/deleteHistory', { id: first }, other);
    await data('POST /member/clearHistory', {}, other);
    expect(postIdsOf(await data('GET /member/history', {}, reader))).toEqual([third, second, first]);
    expect(await data('POST /member/deleteHistory', { id: second }, reader)).toBe(true);
    expect(await data('POST /member/deleteHistory', { id: second }, reader)).toBe(true);
    expect(postIdsOf(await data('GET /member/history', {}, reader))).toEqual([third, first]);
    expect(await data('POST /member/clearHistory', {}, reader)).toBe(true);
    expect(await data('GET /member/history', {}, reader)).toMatchObject({ total: 0, records: [] });
    for (const key of ['GET /member/history', 'POST /member/deleteHistory', 'POST /member/clearHistory'])
      expect((await request(key, {}, null)).status).toBe(401);
    expect((await request('POST /member/deleteHistory', { id: 'x' }, reader)).status).toBe(400);
  });

  test('keeps how far each member read, only of posts in the history, and forgets it with them', async () => {
    const [{ token: reader }, { token: another }] = [await logIn(portal), await logIn(portal)];
    const postId = await addPost(portal);
    const save = (position: unknown, as: string | null = reader) =>
      portal.call('POST /member/saveReadingPosition', {
        body: { id: postId, position },
        ...(as && { token: as }),
      });
    const positionOf = async (as: string) =>
      (await data('GET /member/readingPosition', { id: postId }, as)).position;
    expect((await save(40)).body.data).toBe(true);
    expect(await positionOf(reader)).toBe(0);
    await open(postId, reader);
    await open(postId, another);
    await save(1200);
    await save(900);
    expect([await positionOf(reader), await positionOf(another)]).toEqual([900, 0]);
    await data('POST /member/deleteHistory', { id: postId }, reader);
    await save(900);
    expect(await positionOf(reader)).toBe(0);
    expect(await data('GET /member/history', {}, reader)).toMatchObject({ total: 0 });
    for (const position of [-1, 1.5, 10_000_001, 'x', undefined])
      expect((await save(position)).body).toMatchObject({
        code: 400,
        msg: expect.stringContaining('阅读位置'),
      });
    expect((await save(1, null)).status).toBe(401);
    expect((await request('GET /member/readingPosition', { id: postId }, null)).status).toBe(401);
    const saves = await Promise.all(Array.from({ length: 60 }, (_, at) => save(at)));
    expect(saves.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  });

  test('counts and records all members of a crowd opening one post at once', async () => {
    const postId = await addPost(portal);
    const readers = await Promise.all(Array.from({ length: 6 }, async () => (await logIn(portal)).token));
    await Promise.all([...readers, ...readers, null].map((reader) => open(postId, reader)));
    expect(await open(postId, null)).toEqual({ views: 7 });
    for (const reader of readers)
      expect(postIdsOf(await data('GET /member/history', {}, reader))).toEqual([postId]);
  });
});

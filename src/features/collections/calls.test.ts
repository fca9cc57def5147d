import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureAuthors } from '#features/authors/index.ts';
import { defineColumns } from '#features/columns/index.ts';
import { withdrawPost } from '#features/posts/index.ts';
import { addPiece, logIn } from '#testing/builders.ts';
import { type Asking, openPortal, type Portal } from '#testing/portal.ts';

let portal: Portal;
let token: string;
let other: string;
beforeAll(async () => {
  portal = await openPortal();
  token = (await logIn(portal)).token;
  other = (await logIn(portal)).token;
});
afterAll(() => portal.close());

const ask = (key: string, query: Record<string, string> = {}, as: string | null = token) =>
  portal.ask(key, { query, ...(as ? { token: as } : {}) } satisfies Asking);
const data = async (key: string, query: Record<string, string> = {}, as: string | null = token) => {
  const { status, body } = await ask(key, query, as);
  expect(status, body.msg).toBe(200);
  return body.data;
};
const authorId = async (name: string) => (await ensureAuthors(portal.ctx, [name])).get(name) ?? '';
const ids = (page: { records: { id: string }[] }) => page.records.map(({ id }) => id);
const pieceIds = (page: { records: { record: { id: string } | null }[] }) =>
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

describe.each(collectKinds)('collecting $kind (seed §7)', ({ kind, name, parameter, columnId }) => {
  const add = `POST /member/add${name}Collect`;
  const remove = `POST /member/delete${name}Collect`;
  const list = `GET /member/${kind}Collects`;
  const detailKey =
    kind === 'news' ? 'POST /news/reception/selectNews' : 'POST /reception/article/selectArticle';
  const listKey =
    kind === 'news'
      ? 'GET /news/reception/getGlobalNewsList'
      : 'GET /reception/article/getResearchArticleList';

  test('answers the record’s id, the same one when repeated, and takes it back by that id', async () => {
    const piece = await addPiece(portal, { columnId });
    const { id } = await data(add, { [parameter]: piece });
    expect(await data(add, { [parameter]: piece })).toEqual({ id });
    expect(await data(detailKey, { id: piece })).toMatchObject({
      collected: true,
      collectId: id,
      collects: 1,
    });
    expect(await data(detailKey, { id: piece }, other)).toMatchObject({
      collected: false,
      collectId: null,
      collects: 1,
    });
    expect(await data(detailKey, { id: piece }, null)).toMatchObject({ collected: false, collectId: null });
    expect(await data(remove, { id })).toBe(true);
    expect(await data(remove, { id })).toBe(true);
    expect(await data(detailKey, { id: piece })).toMatchObject({ collected: false, collects: 0 });
  });

  test('marks the piece in lists, for whoever collected it alone', async () => {
    const piece = await addPiece(portal, { columnId });
    await data(add, { [parameter]: piece });
    const marked = async (as: string | null) =>
      (await data(listKey, { size: '100' }, as)).records.find(({ id }: { id: string }) => id === piece)
        .collected;
    expect(await Promise.all([marked(token), marked(other), marked(null)])).toEqual([true, false, false]);
  });

  test('is for members, and for published pieces of this kind', async () => {
    const otherKind = await addPiece(portal, { columnId: kind === 'news' ? '2' : '1' });
    const draft = await addPiece(portal, { columnId, state: 'draft' });
    const withdrawn = await addPiece(portal, { columnId });
    await withdrawPost(portal.ctx, withdrawn);
    expect((await ask(add, { [parameter]: draft }, null)).status).toBe(401);
    expect((await ask(remove, { id: '1' }, null)).status).toBe(401);
    expect((await ask(list, {}, null)).status).toBe(401);
    for (const id of [otherKind, draft, withdrawn, '999999999']) {
      const { status, body } = await ask(add, { [parameter]: id });
      expect([status, body.msg]).toEqual([404, '内容不存在或已下架']);
    }
    expect((await ask(add, {})).body.msg).toContain(`（${parameter}）`);
    expect((await ask(add, { [parameter]: 'x' })).status).toBe(400);
    expect((await ask(remove, { id: '0' })).status).toBe(400);
    expect((await ask(list, { size: '0' })).status).toBe(400);
  });

  test('a record of another member, or of the other kind, stays', async () => {
    const piece = await addPiece(portal, { columnId });
    const { id } = await data(add, { [parameter]: piece });
    expect(await data(remove, { id }, other)).toBe(true);
    expect(
      await data(kind === 'news' ? 'POST /member/deleteArticleCollect' : 'POST /member/deleteNewsCollect', {
        id,
      }),
    ).toBe(true);
    expect(await data(detailKey, { id: piece })).toMatchObject({ collectId: id, collects: 1 });
    expect(ids(await data(list, { size: '100' }, other))).toEqual([]);
  });

  test('is listed the last first, found by a part of the title, and goes on by cursor', async () => {
    const { token: reader } = await logIn(portal);
    const titles = ['储能 100% 景气', 'ＡＩ 算力', '储能_再看'];
    const pieces: string[] = [];
    for (const title of titles) pieces.push(await addPiece(portal, { columnId, title }));
    const [first, second, third] = pieces;
    for (const piece of pieces) await data(add, { [parameter]: piece }, reader);
    const all = await data(list, {}, reader);
    expect(pieceIds(all)).toEqual([third, second, first]);
    expect(all).toMatchObject({ total: 3, pages: 1, cursor: null });
    expect(all.records[0]).toMatchObject({
      title: '储能_再看',
      isWithdrawn: false,
      record: { collected: true, kind },
    });
    expect(pieceIds(await data(list, { keyword: '储能' }, reader))).toEqual([third, first]);
    // The pattern's own characters mean themselves; full and half width are one.
    expect(pieceIds(await data(list, { keyword: '0%' }, reader))).toEqual([first]);
    expect(pieceIds(await data(list, { keyword: '能_' }, reader))).toEqual([third]);
    expect(pieceIds(await data(list, { keyword: 'ai' }, reader))).toEqual([second]);
    expect(await data(list, { keyword: '没有的' }, reader)).toMatchObject({ total: 0, records: [] });
    const page = await data(list, { size: '2' }, reader);
    const next = await data(list, { size: '2', cursor: page.cursor }, reader);
    expect([...pieceIds(page), ...pieceIds(next)]).toEqual([third, second, first]);
    expect(next.cursor).toBeNull();
    expect(pieceIds(await data(list, { size: '2', current: '2' }, reader))).toEqual([first]);
    expect(await data(list, { size: '100', current: '101' }, reader)).toMatchObject({
      total: 3,
      records: [],
    });
    expect((await ask(list, { cursor: 'x' }, reader)).status).toBe(400);
  });

  test('a withdrawn piece keeps its place and its title until it is removed', async () => {
    const { token: reader } = await logIn(portal);
    const piece = await addPiece(portal, { columnId, title: '将要撤下', summary: '摘要不再可见' });
    const { id } = await data(add, { [parameter]: piece }, reader);
    await withdrawPost(portal.ctx, piece);
    const page = await data(list, {}, reader);
    expect(page.records).toEqual([
      { id, collectedAt: expect.any(String), record: null, title: '将要撤下', isWithdrawn: true },
    ]);
    await data(remove, { id }, reader);
    expect(await data(list, {}, reader)).toMatchObject({ total: 0, records: [] });
  });
});

test('a reference stands among the articles, and the record leaves by their call', async () => {
  await defineColumns(portal.ctx, [{ id: '6', columnName: '内参', kind: 'reference' }]);
  const piece = await addPiece(portal, { columnId: '6' });
  expect((await ask('POST /member/addNewsCollect', { newsId: piece })).status).toBe(404);
  const { id } = await data('POST /member/addArticleCollect', { articleId: piece });
  expect(await data('POST /reception/selectReference', { id: piece })).toMatchObject({ collectId: id });
  const page = await data('GET /member/articleCollects');
  expect(page.records[0]).toMatchObject({ id, record: { id: piece, kind: 'reference', collected: true } });
  await data('POST /member/deleteArticleCollect', { id });
  expect(pieceIds(await data('GET /member/articleCollects'))).not.toContain(piece);
});

describe('following an author (seed §7)', () => {
  test('answers the record’s id, the same one when repeated; ends by the author', async () => {
    const author = await authorId('被关注的人');
    const piece = await addPiece(portal, { author: '被关注的人' });
    const { id } = await data('POST /member/addFollow', { authorId: author });
    expect(await data('POST /member/addFollow', { authorId: author })).toEqual({ id });
    await data('POST /member/addFollow', { authorId: author }, other);
    const seen = async (as: string | null) =>
      (await data('POST /reception/article/selectArticle', { id: piece }, as)).author;
    expect(await seen(token)).toMatchObject({ followed: true, followers: 2, posts: 1 });
    expect(await seen(null)).toMatchObject({ followed: false, followers: 2 });
    expect(await data('POST /member/deleteFollow', { authorId: author })).toBe(true);
    expect(await data('POST /member/deleteFollow', { authorId: author })).toBe(true);
    expect(await seen(token)).toMatchObject({ followed: false, followers: 1 });
    expect(await seen(other)).toMatchObject({ followed: true });
  });

  test('is for members and authors that exist', async () => {
    expect((await ask('POST /member/addFollow', { authorId: '1' }, null)).status).toBe(401);
    expect((await ask('POST /member/deleteFollow', { authorId: '1' }, null)).status).toBe(401);
    for (const key of ['GET /member/follows', 'GET /member/followFeed'])
      expect((await ask(key, {}, null)).status).toBe(401);
    expect((await ask('POST /member/addFollow', { authorId: '999999' })).body).toMatchObject({
      code: 404,
      msg: '作者不存在',
    });
    expect((await ask('POST /member/addFollow', { authorId: '-1' })).status).toBe(400);
    expect((await ask('POST /member/addFollow')).body.msg).toContain('authorId');
  });

  test('lists whom one follows with their newest pieces of any kind, and all their pieces as a feed', async () => {
    const { token: reader } = await logIn(portal);
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
    const early = await addPiece(portal, { author: '甲笔', publishedAt: at(1) });
    const pieces = [
      await addPiece(portal, { author: '甲笔', publishedAt: at(2) }),
      await addPiece(portal, { author: '甲笔', columnId: '1', publishedAt: at(3) }),
      await addPiece(portal, { author: '甲笔', publishedAt: at(5) }),
    ].reverse();
    const others = await addPiece(portal, { author: '乙笔', publishedAt: at(4) });
    await addPiece(portal, { author: '乙笔', publishedAt: at(6), state: 'draft' });
    await data('POST /member/addFollow', { authorId: await authorId('甲笔') }, reader);
    await data('POST /member/addFollow', { authorId: await authorId('乙笔') }, reader);
    const follows = await data('GET /member/follows', {}, reader);
    expect(follows).toMatchObject({ total: 2, pages: 1, cursor: null });
    expect(follows.records.map(({ author }: { author: { name: string } }) => author.name)).toEqual([
      '乙笔',
      '甲笔',
    ]);
    expect(follows.records[1].author).toMatchObject({ posts: 4, followers: 1 });
    expect(follows.records[1].newest.map(({ id }: { id: string }) => id)).toEqual(pieces);
    const [newest, ...rest] = pieces;
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

  test('an author’s page says who they are, how much they wrote and who follows', async () => {
    const author = await authorId('丙笔');
    await addPiece(portal, { author: '丙笔' });
    await addPiece(portal, { author: '丙笔', columnId: '1' });
    await data('POST /member/addFollow', { authorId: author });
    const shown = { id: author, name: '丙笔', title: '', bio: '', avatar: null, posts: 2, followers: 1 };
    expect(await data('GET /reception/author', { id: author }, null)).toEqual({ ...shown, followed: false });
    expect(await data('GET /reception/author', { id: author })).toEqual({ ...shown, followed: true });
    expect((await ask('GET /reception/author', { id: '999999' }, null)).status).toBe(404);
    expect((await ask('GET /reception/author', {}, null)).body.msg).toContain('作者编号');
  });
});

describe('the reading history', () => {
  const open = (id: string, as: string | null) => data('GET /reception/article/addViewTimes', { id }, as);

  test('holds what a member opened, the last first, each piece once', async () => {
    const { token: reader } = await logIn(portal);
    const first = await addPiece(portal);
    const second = await addPiece(portal);
    await open(first, reader);
    await open(second, reader);
    await open(first, reader);
    expect(pieceIds(await data('GET /member/history', {}, reader))).toEqual([first, second]);
    const page = await data('GET /member/history', { size: '1' }, reader);
    expect(page).toMatchObject({ total: 2, pages: 2 });
    expect(pieceIds(await data('GET /member/history', { size: '1', cursor: page.cursor }, reader))).toEqual([
      second,
    ]);
    await open(second, null);
    expect(pieceIds(await data('GET /member/history', {}, reader))).toEqual([first, second]);
    await withdrawPost(portal.ctx, first);
    expect(await data('GET /member/history', {}, reader)).toMatchObject({ total: 1 });
  });

  test('is forgotten piece by piece or whole, by its owner alone', async () => {
    const { token: reader } = await logIn(portal);
    const pieces = [await addPiece(portal), await addPiece(portal), await addPiece(portal)];
    for (const id of pieces) await open(id, reader);
    const [first, second, third] = pieces as [string, string, string];
    await data('POST /member/deleteHistory', { id: first }, other);
    await data('POST /member/clearHistory', {}, other);
    expect(pieceIds(await data('GET /member/history', {}, reader))).toEqual([third, second, first]);
    expect(await data('POST /member/deleteHistory', { id: second }, reader)).toBe(true);
    expect(await data('POST /member/deleteHistory', { id: second }, reader)).toBe(true);
    expect(pieceIds(await data('GET /member/history', {}, reader))).toEqual([third, first]);
    expect(await data('POST /member/clearHistory', {}, reader)).toBe(true);
    expect(await data('GET /member/history', {}, reader)).toMatchObject({ total: 0, records: [] });
    for (const key of ['GET /member/history', 'POST /member/deleteHistory', 'POST /member/clearHistory'])
      expect((await ask(key, {}, null)).status).toBe(401);
    expect((await ask('POST /member/deleteHistory', { id: 'x' }, reader)).status).toBe(400);
  });

  test('a crowd opening one piece at once is counted and remembered whole', async () => {
    const piece = await addPiece(portal);
    const readers = await Promise.all(Array.from({ length: 6 }, async () => (await logIn(portal)).token));
    await Promise.all([...readers, ...readers, null].map((reader) => open(piece, reader)));
    expect(await open(piece, null)).toEqual({ views: 7 });
    for (const reader of readers)
      expect(pieceIds(await data('GET /member/history', {}, reader))).toEqual([piece]);
  });
});

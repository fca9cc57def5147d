import { afterAll, beforeAll, expect, test } from 'vitest';
import { rebuildIndex } from '#features/search/index.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';

/* The calls of docs/product.md §7 as its clients make them: the parameters in the query, a POST without a body. */

let portal: Portal;
let token: string;
let articleId: string;
let newsId: string;
let authorId: string;
beforeAll(async () => {
  portal = await openPortal();
  ({ token } = await logIn(portal));
  articleId = await addPost(portal, { columnId: '2', title: '研报一篇', access: 'public' });
  newsId = await addPost(portal, { columnId: '1', title: '快讯一条', access: 'public' });
  const { body } = await portal.call('POST /reception/article/selectArticle', { query: { id: articleId } });
  authorId = body.data.authorId;
  await rebuildIndex(portal.ctx, portal.app.searchIndexes);
});
afterAll(() => portal.close());

type Data = 'page' | 'array' | 'id' | 'boolean' | 'object' | 'true';

const isOf: Record<Data, (data: never) => boolean> = {
  page: ({ records, total }: { records: unknown; total: unknown }) =>
    Array.isArray(records) && typeof total === 'number',
  array: Array.isArray,
  id: ({ id }: { id: unknown }) => typeof id === 'string',
  boolean: (data) => typeof data === 'boolean',
  object: (data) => data === null || typeof data === 'object',
  true: (data) => data === true,
};

const add = async (key: string, query: Record<string, string>): Promise<string> =>
  (await portal.call(key, { token, query })).body.data.id;

test.each<{
  key: string;
  query?: () => Record<string, string> | Promise<Record<string, string>>;
  data: Data;
}>([
  { key: 'GET /news/reception/getGlobalNewsList', data: 'page' },
  { key: 'GET /news/reception/addViewTimes', query: () => ({ id: newsId }), data: 'object' },
  { key: 'GET /news/reception/theCharts', data: 'array' },
  { key: 'GET /news/reception/previousNews', query: () => ({ id: newsId }), data: 'object' },
  { key: 'GET /news/reception/nextNews', query: () => ({ id: newsId }), data: 'object' },
  { key: 'POST /news/reception/selectNews', query: () => ({ id: newsId }), data: 'id' },
  { key: 'GET /reception/column/getColumnList', data: 'array' },
  { key: 'GET /reception/column/getColumnChildrenList', query: () => ({ columnId: '1' }), data: 'array' },
  { key: 'GET /reception/article/getResearchArticleList', data: 'page' },
  { key: 'GET /reception/article/researchCharts', data: 'array' },
  { key: 'GET /reception/article/addViewTimes', query: () => ({ id: articleId }), data: 'object' },
  { key: 'POST /reception/article/selectArticle', query: () => ({ id: articleId }), data: 'id' },
  { key: 'GET /reception/article/newResearchArticleList', data: 'array' },
  { key: 'GET /reception/article/newNoVIPArticleList', data: 'array' },
  { key: 'GET /reception/article/newAllArticleList', data: 'array' },
  { key: 'GET /reception/article/newArticleList', data: 'array' },
  { key: 'GET /reception/globalSearch', query: () => ({ keyword: '' }), data: 'page' },
  { key: 'POST /reception/getAdList', query: () => ({ adPosid: '1' }), data: 'array' },
  { key: 'GET /reception/isLogin', data: 'boolean' },
  { key: 'GET /reception/getOneInternalReferenceList', data: 'page' },
  { key: 'GET /internalReference/isFull', data: 'object' },
  { key: 'POST /member/addArticleCollect', query: () => ({ articleId }), data: 'id' },
  { key: 'POST /member/addNewsCollect', query: () => ({ newsId }), data: 'id' },
  {
    key: 'POST /member/deleteArticleCollect',
    query: async () => ({ id: await add('POST /member/addArticleCollect', { articleId }) }),
    data: 'true',
  },
  {
    key: 'POST /member/deleteNewsCollect',
    query: async () => ({ id: await add('POST /member/addNewsCollect', { newsId }) }),
    data: 'true',
  },
  { key: 'POST /member/addFollow', query: () => ({ authorId }), data: 'id' },
  { key: 'POST /member/deleteFollow', query: () => ({ authorId }), data: 'true' },
])('$key answers with its parameters in the query', async ({ key, query = () => ({}), data }) => {
  const { status, body } = await portal.call(key, { token, query: await query() });
  expect([status, body.code, body.success], body.msg).toEqual([200, 200, true]);
  expect(isOf[data](body.data as never), JSON.stringify(body.data)).toBe(true);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';

/* Clients send the same value in several forms; every form with a clear meaning is accepted (docs/product.md §14). */

let portal: Portal;
let token: string;
let articleId: string;
beforeAll(async () => {
  portal = await openPortal();
  ({ token } = await logIn(portal, { role: 'admin' }));
  articleId = await addPost(portal, { columnId: '2', title: '数值的写法', access: 'public' });
});
afterAll(() => portal.close());

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const selectArticle = 'POST /reception/article/selectArticle';

describe('the parameters of a POST (docs/product.md §7)', () => {
  test.each<[string, () => Parameters<Portal['call']>[1]]>([
    ['the query', () => ({ query: { id: articleId } })],
    ['a JSON body', () => ({ body: { id: articleId } })],
    ['a JSON body, as a number', () => ({ body: { id: Number(articleId) } })],
    ['a form', () => ({ body: `id=${articleId}`, headers: form })],
    ['a JSON body beside a query of other fields', () => ({ query: { _t: '1' }, body: { id: articleId } })],
    ['the query, although the body says otherwise', () => ({ query: { id: articleId }, body: { id: '1' } })],
  ])('are accepted in %s', async (_, options) => {
    const { body } = await portal.call(selectArticle, options());
    expect(body).toMatchObject({ code: 200, data: { id: articleId } });
  });

  test('are accepted by every such call in a form or JSON', async () => {
    for (const [key, body] of [
      ['POST /member/addArticleCollect', { articleId: Number(articleId) }],
      ['POST /member/addFollow', { authorId: 1 }],
      ['POST /member/deleteFollow', { authorId: '1' }],
      ['POST /reception/getAdList', { adPosid: 1 }],
    ] as const)
      expect((await portal.call(key, { token, body })).body, key).toMatchObject({ code: 200 });
  });
});

test.each([
  ['an id beyond 2^53 as a number', '{"id":9007199254740993}', '太大，请以文字'],
  ['an id with a fraction', '{"id":1.5}', '编号'],
  ['a list for one id', '{"id":["1","2"]}', '只能填一个'],
  ['malformed JSON', '{"id":', '请求格式不正确'],
])('refuses %s', async (_, body, message) => {
  const headers = { 'content-type': 'application/json' };
  const answer = await portal.call(selectArticle, { body, headers });
  expect(answer.body).toMatchObject({ code: 400, msg: expect.stringContaining(message) });
});

test('treats empty query parameters as absent, also in a list', async () => {
  const query = { keyword: '', columnId: '', authorId: '', current: '', size: '', startTime: '' };
  const { body } = await portal.call('GET /reception/article/getResearchArticleList', { query });
  expect(body).toMatchObject({ code: 200, data: { size: 10, current: 1 } });
  const counted = await portal.call('POST /reception/countAd', { query: { seen: ['', '1'] } });
  expect(counted.body).toMatchObject({ code: 200 });
});

test('accepts repeated keys and a single value where a list is expected, in a query, a form and JSON', async () => {
  for (const options of [
    { query: { seen: ['1', '2'] } },
    { query: { seen: '1' } },
    { body: 'seen=1&seen=2', headers: form },
    { body: { seen: [1, 2] } },
    { body: { seen: 1 } },
  ])
    expect((await portal.call('POST /reception/countAd', options)).body).toMatchObject({ code: 200 });
  const hide = (ids: unknown) => portal.call('POST /admin/comment/show', { token, body: { ids } });
  for (const ids of ['1', 1, ['1', 2]]) expect((await hide(ids)).body).toMatchObject({ code: 200 });
});

test('accepts a choice of digits as a number, and says what it offers without names of the API', async () => {
  const save = (status: unknown) =>
    portal.call('POST /admin/redirect/save', {
      token,
      body: { source: '/old-list', status, target: '/vip' },
    });
  expect((await save(301)).body).toMatchObject({ code: 200 });
  expect((await save(303)).body).toMatchObject({ code: 400, msg: '状态不正确，可用：301、302、410' });
  const group = await portal.call('POST /admin/settings/reset', { token, body: { group: 'nonsense' } });
  expect(group.body).toMatchObject({ code: 400, msg: expect.stringMatching(/^分组不正确，可用：站点、/) });
  expect(group.body.msg).not.toMatch(/wechatService|statistics|storage/);
});

test('accepts numbers as text and flags as true, "true", 1 and "1" in a body', async () => {
  const plan = { name: '月度', scope: 'vip', price: '3000', months: '1' };
  for (const isActive of [true, 'true', 1, '1']) {
    const { body } = await portal.call('POST /admin/plan/save', {
      token,
      body: { ...plan, name: `月度${String(isActive)}${typeof isActive}`, isActive },
    });
    expect(body).toMatchObject({ code: 200 });
  }
  for (const [changes, message] of [
    [{ price: '三千' }, '价格'],
    [{ price: '1e3' }, '价格'],
    [{ price: '' }, '价格'],
    [{ price: true }, '价格'],
    [{ isActive: 'yes' }, 'true 或 false'],
    [{ isActive: 2 }, 'true 或 false'],
  ] as const) {
    const { body } = await portal.call('POST /admin/plan/save', { token, body: { ...plan, ...changes } });
    expect(body).toMatchObject({ code: 400, msg: expect.stringContaining(message) });
  }
});

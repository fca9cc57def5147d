import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { indexChangedPosts, rebuildIndex } from '#features/search/index.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';

let portal: Portal;
let editor: string;
let contributor: { token: string; memberId: string };
/** A draft of the contributor, who is another one in each test, and a draft and a published post of others. */
let own: string;
let others: string[];
beforeAll(async () => {
  portal = await openPortal();
  await rebuildIndex(portal.ctx, portal.app.searchIndexes);
  editor = (await logIn(portal, { role: 'editor' })).token;
  await portal.ctx.db
    .insertInto('roles')
    .values({ code: 'own-writer', name: '投稿人', permissions: ['content.contribute'] })
    .execute();
  others = [
    await addPost(portal, { title: '别人的草稿特稿', state: 'draft', publishedAt: null }),
    await addPost(portal, { title: '别人的已发特稿' }),
  ];
});
beforeEach(async () => {
  contributor = await logIn(portal);
  await portal.ctx.db
    .insertInto('member_roles')
    .values({ member_id: contributor.memberId, role: 'own-writer' })
    .execute();
  own = (await call('POST', 'create', { columnId: '2', title: '我的特稿' })).data.id;
  while ((await indexChangedPosts(portal.ctx, portal.app.searchIndexes)) > 0);
});
afterAll(() => portal.close());

async function call(method: 'GET' | 'POST', path: string, input: object, token = contributor.token) {
  const { body } = await portal.call(`${method} /admin/post/${path}`, {
    token,
    ...(method === 'GET' ? { query: input as Record<string, string> } : { body: input }),
  });
  return body;
}
const readOwn = async () => (await call('GET', 'detail', { id: own })).data;
const listIds = async (query: Record<string, string> = {}) =>
  (await call('GET', 'list', query)).data.records.map(({ id }: { id: string }) => id);

describe('a contributor', () => {
  test('writes a draft of their own name, saves it, and submits it for review', async () => {
    const { content, version } = await readOwn();
    const author = await portal.ctx.db
      .selectFrom('authors')
      .select('member_id')
      .where('id', '=', content.authorId)
      .executeTakeFirst();
    expect(author?.member_id).toBe(contributor.memberId);
    const saved = await call('POST', 'save', {
      id: own,
      base: version,
      content: { ...content, title: '我的特稿', html: '<p>正文。</p>' },
    });
    expect(saved.code).toBe(200);
    // Their editor reads what it offers to them.
    expect(await call('GET', 'securities', { id: own })).toMatchObject({ code: 200, data: [] });
    const { body: start } = await portal.call('GET /admin/start', { token: contributor.token });
    expect(start.data).toMatchObject({ drafts: [{ id: own, title: '我的特稿' }], scheduled: [] });
    const submitted = await call('POST', 'submit', { id: own, base: saved.data.version });
    expect(submitted.data).toMatchObject({ isHeld: true });
    expect((await call('POST', 'cancelReview', { id: own })).code).toBe(200);
  });

  test('sees their own posts only, in every list and search, with an exact total', async () => {
    expect(await listIds()).toEqual([own]);
    expect((await call('GET', 'list', {})).data.total).toBe(1);
    for (const query of [{ keyword: '特稿' }, { state: 'draft' }, { columnId: '2' }, { sort: 'updatedAt' }])
      expect(await listIds(query), JSON.stringify(query)).toEqual([own]);
    expect(await listIds({ state: 'published', keyword: '特稿' })).toEqual([]);
    expect((await call('GET', 'list', {}, editor)).data.total).toBeGreaterThan(2);
  });

  test('is answered for posts of others as for posts that do not exist, and changes none', async () => {
    const { content } = await readOwn();
    const calls = (id: string): ['GET' | 'POST', string, object][] => [
      ['GET', 'detail', { id }],
      ['GET', 'versions', { id }],
      ['GET', 'version', { id, number: '1' }],
      ['GET', 'preview', { id, as: 'buyer' }],
      ['GET', 'securities', { id }],
      ['POST', 'save', { id, base: 0, content }],
      ['POST', 'check', { id }],
      ['POST', 'submit', { id, base: 0 }],
      ['POST', 'cancelReview', { id }],
      ['POST', 'restore', { id, base: 0, number: 1 }],
      ['POST', 'open', { id }],
      ['POST', 'close', { id }],
      ['POST', 'delete', { id }],
      ['POST', 'undelete', { id }],
    ];
    for (const id of [...others, '999999'])
      for (const [method, path, input] of calls(id))
        expect(await call(method, path, input), `${path} ${id}`).toMatchObject({
          code: 404,
          msg: '没有这篇稿件',
        });
    const outcomes = await call('POST', 'changeMany', { ids: [others[0], own], change: 'delete' });
    expect(outcomes.data).toEqual([{ id: others[0], fault: '没有这篇稿件' }, { id: own }]);
    expect(await listIds({ state: 'deleted' })).toEqual([own]);
    expect((await call('POST', 'undelete', { id: own })).code).toBe(200);
  });

  test('cannot publish, and has no call that concerns posts of others', async () => {
    const { content, version } = await readOwn();
    const refused: ['GET' | 'POST', string, object][] = [
      ['POST', 'publish', { id: own, base: version }],
      ['POST', 'withdraw', { id: own }],
      ['POST', 'setPublishedAt', { id: own, at: '2026-01-01T00:00:00Z' }],
      ['POST', 'changeMany', { ids: [own], change: 'publish' }],
      ['POST', 'editMany', { ids: [own], columnId: '2' }],
      ['POST', 'undoMany', { change: 'edit', posts: [] }],
      ['GET', 'reviewed', { id: '1' }],
      ['GET', 'talk', { id: own }],
      ['POST', 'closeComments', { id: own, isClosed: true }],
    ];
    for (const [method, path, input] of refused)
      expect((await call(method, path, input)).code, path).toBe(403);
    const other = await addPost(portal, { author: '另一位' });
    const { authorId } = (await call('GET', 'detail', { id: other }, editor)).data.content;
    const byline = await call('POST', 'save', {
      id: own,
      base: version,
      content: { ...content, coAuthorIds: [authorId] },
    });
    expect(byline).toMatchObject({ code: 403, msg: '投稿人不能改稿件的署名，请找编辑' });
  });

  test('who may also publish, publishes their own posts only', async () => {
    await portal.ctx.db
      .insertInto('roles')
      .values({
        code: 'own-publisher',
        name: '自己发布',
        permissions: ['content.contribute', 'content.publish'],
      })
      .execute();
    const { token, memberId } = await logIn(portal);
    await portal.ctx.db
      .insertInto('member_roles')
      .values({ member_id: memberId, role: 'own-publisher' })
      .execute();
    const [draft = '', live = ''] = others;
    for (const [path, input] of [
      ['publish', { id: draft, base: 0 }],
      ['withdraw', { id: live }],
      ['setPublishedAt', { id: live, at: '2026-01-01T00:00:00Z' }],
    ] as const)
      expect((await call('POST', path, input, token)).code, path).toBe(404);
    const many = await call('POST', 'changeMany', { ids: [draft], change: 'publish' }, token);
    expect(many.data).toEqual([{ id: draft, fault: '没有这篇稿件' }]);
  });

  test('cannot delete a post that was published, nor read others in public beyond a member', async () => {
    const { content, version } = await readOwn();
    const written = { id: own, base: version, content: { ...content, html: '<p>正文。</p>' } };
    const { data: saved } = await call('POST', 'save', written);
    expect((await call('POST', 'publish', { id: own, base: saved.version }, editor)).code).toBe(200);
    while ((await indexChangedPosts(portal.ctx, portal.app.searchIndexes)) > 0);
    expect(await listIds({ state: 'published', keyword: '特稿' })).toEqual([own]);
    expect((await call('POST', 'withdraw', { id: own }, editor)).code).toBe(200);
    expect(await call('POST', 'delete', { id: own })).toMatchObject({ msg: '发布过的稿件要由编辑删除' });
    const read = await portal.call('POST /reception/article/selectArticle', {
      query: { id: others[0] ?? '' },
      token: contributor.token,
    });
    expect(read.status).toBe(404);
  });

  test('may choose and upload files, as many as a member, and not see where a file is used', async () => {
    const { token, memberId } = contributor;
    const form = new FormData();
    form.append('file', new Blob(['一,二']), '表.csv');
    const sent = new Response(form);
    const upload = await portal.call('POST /admin/media/upload', {
      token,
      body: Buffer.from(await sent.arrayBuffer()),
      headers: { 'content-type': sent.headers.get('content-type') ?? '' },
    });
    expect(upload.status).toBe(200);
    const counted = await portal.ctx.db
      .selectFrom('rate_limits')
      .select('hits')
      .where('key', '=', `writer-uploads:${memberId}`)
      .execute();
    expect(counted).toMatchObject([{ hits: [expect.anything()] }]);
    expect((await portal.call('GET /admin/media/list', { token })).status).toBe(200);
    expect((await portal.call('GET /admin/media/detail', { query: { id: '1' }, token })).status).toBe(403);
  });
});

test('others without a permission, and visitors, have none of it', async () => {
  const { token } = await logIn(portal);
  expect((await call('GET', 'list', {}, token)).code).toBe(403);
  expect((await portal.call('GET /admin/post/list', {})).status).toBe(401);
});

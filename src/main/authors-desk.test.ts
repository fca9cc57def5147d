import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureAuthors } from '#features/authors/index.ts';
import { deleteDueMembers } from '#features/identity/account/deletion.ts';
import { feedIndex, rebuildIndex } from '#features/search/index.ts';
import { authorTag, postTag } from '#shared/cache-tags.ts';
import { addPiece, logIn } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { listenForChanges } from './changes.ts';

let portal: Portal;
let editor: string;
let changes: { stop(): Promise<void> };
beforeAll(async () => {
  portal = await openPortal();
  changes = await listenForChanges(portal.house);
  editor = (await logIn(portal, { role: 'editor' })).token;
  await rebuildIndex(portal.ctx, portal.house.searchIndexes);
});
afterAll(async () => {
  await changes.stop();
  await portal.close();
});

const blank = { title: '', bio: '', avatar: null, memberId: null };
const get = async (query: Record<string, string> = {}) =>
  (await portal.ask('GET /admin/author/list', { query, token: editor })).body;
const post = async (path: string, body: object, token = editor) =>
  (await portal.ask(`POST /admin/author/${path}`, { body, token })).body;
const idOf = async (name: string) => (await ensureAuthors(portal.ctx, [name])).get(name) ?? '';
const one = async (name: string) => (await get({ name })).data.records[0];
const read = async (id: string, token?: string) =>
  (
    await portal.ask('POST /reception/article/selectArticle', {
      query: { id },
      ...(token ? { token } : {}),
    })
  ).body;
const page = async (id: string) => (await portal.ask('GET /reception/author', { query: { id } })).body;
const found = async (keyword: string) => {
  while ((await feedIndex(portal.ctx, portal.house.searchIndexes)) > 0);
  const { body } = await portal.ask('GET /reception/globalSearch', { query: { keyword } });
  return body.data.records.map(({ id }: { id: string }) => id);
};

describe('authors at the desk', () => {
  test('are made, listed by the beginning of their name with pieces and followers, changed, and written down', async () => {
    const { memberId } = await logIn(portal);
    const { data } = await post('create', { ...blank, name: ' 陈望舒 ', title: '首席', memberId });
    await addPiece(portal, { author: '陈望舒' });
    const reader = await logIn(portal);
    await portal.ask('POST /member/addFollow', { query: { authorId: data.id }, token: reader.token });
    expect(await one('陈望')).toMatchObject({
      id: data.id,
      name: '陈望舒',
      title: '首席',
      posts: 1,
      followers: 1,
      member: { id: memberId },
    });
    for (const name of ['望舒', '%', '陈_舒']) expect((await get({ name })).data.records, name).toEqual([]);
    expect(await post('save', { id: data.id, ...blank, name: '陈望舒', bio: '写能源。' })).toMatchObject({
      code: 200,
    });
    expect(await one('陈望')).toMatchObject({ title: '', bio: '写能源。', member: null });
    const admin = (await logIn(portal, { role: 'admin' })).token;
    const audit = await portal.ask('GET /admin/audit/list', {
      query: { target: `author:${data.id}` },
      token: admin,
    });
    expect(audit.body.data.records).toMatchObject([
      {
        action: 'author.save',
        before: { title: '首席', memberId },
        after: { bio: '写能源。', memberId: null },
      },
      { action: 'author.create', after: { name: '陈望舒' } },
    ]);
  });

  test('go on page by page, each once', async () => {
    for (const name of ['页甲', '页乙', '页丙']) await idOf(name);
    const first = await get({ name: '页', size: '2' });
    const second = await get({ name: '页', size: '2', cursor: first.data.cursor });
    const names = [...first.data.records, ...second.data.records].map(({ name }: { name: string }) => name);
    expect(names).toEqual(['页丙', '页乙', '页甲']);
    expect(second.data.cursor).toBeNull();
  });

  test('a new name stands on pieces and is found at once, the old one no longer; kept pages are stale', async () => {
    const id = await idOf('鲁迅周');
    const piece = await addPiece(portal, { author: '鲁迅周' });
    expect(await found('鲁迅周')).toEqual([piece]);
    const generations = portal.ctx.tenant.tags;
    // The front page depends on the first tag.
    const tags = ['posts', postTag(piece), authorTag(id)] as const;
    const current = () => tags.map((tag) => generations.stamp([tag]));
    const before = current();
    await post('save', { id, ...blank, name: '沈从文' });
    expect((await read(piece)).data.authorName).toBe('沈从文');
    expect(await found('沈从文')).toEqual([piece]);
    expect(await found('鲁迅周')).toEqual([]);
    await expect.poll(() => current().filter((stamp, at) => stamp === before[at])).toEqual([]);
  });

  test('neither a name nor a member is two authors’', async () => {
    const { memberId } = await logIn(portal);
    await post('create', { ...blank, name: '独一', memberId });
    const named = await post('create', { ...blank, name: '独一' });
    expect(named).toMatchObject({ code: 409 });
    expect(named.msg).toContain('（name）');
    const linked = await post('create', { ...blank, name: '独二', memberId });
    expect(linked).toMatchObject({ code: 409 });
    expect(linked.msg).toContain('（memberId）');
    const { data } = await post('create', { ...blank, name: '独二' });
    expect(await post('save', { id: data.id, ...blank, name: '独一' })).toMatchObject({ code: 409 });
    expect((await one('独二')).name).toBe('独二');
  });

  test.each([
    [{ name: ' ' }, '姓名（name）'],
    [{ name: '\u200b\u2060' }, '姓名（name）'],
    [{ name: '字'.repeat(51) }, '姓名（name）'],
    [{ title: '字'.repeat(51) }, '头衔（title）'],
    [{ bio: '字'.repeat(501) }, '简介（bio）'],
    [{ avatar: 'javascript:x()' }, '头像（avatar）'],
    [{ avatar: '//evil.example/x.png' }, '头像（avatar）'],
    [{ memberId: 'x' }, '会员编号（memberId）'],
    [{ memberId: '999999999' }, '（memberId）'],
  ])('refuses %j by its name, and makes nobody', async (wrong, words) => {
    const answer = await post('create', { name: '不该有的', ...blank, ...wrong });
    expect(answer).toMatchObject({ code: 400 });
    expect(answer.msg).toContain(words);
    expect((await get({ name: '不该有的' })).data.total).toBe(0);
  });

  test('an unknown one is 404', async () => {
    const id = '999999999';
    expect(await post('save', { id, ...blank, name: '无' })).toMatchObject({ code: 404 });
    expect(await post('delete', { id })).toMatchObject({ code: 404 });
    expect(await post('merge', { id, into: await idOf('有') })).toMatchObject({ code: 404 });
  });
});

describe('merging two authors', () => {
  test('moves pieces of every state, labels, totals, followers and the member, and leaves one', async () => {
    const writer = await logIn(portal);
    const { data: gone } = await post('create', { ...blank, name: '司马迁', memberId: writer.memberId });
    const into = await idOf('班固之');
    const out = await addPiece(portal, { author: '司马迁', tags: ['合并'], access: 'vip' });
    const draft = await addPiece(portal, { author: '司马迁', state: 'draft', publishedAt: null });
    await addPiece(portal, { author: '班固之' });
    const [both, only] = [await logIn(portal), await logIn(portal)];
    for (const [{ token }, authorId] of [
      [both, gone.id],
      [both, into],
      [only, gone.id],
    ] as const)
      await portal.ask('POST /member/addFollow', { query: { authorId }, token });
    expect(await post('merge', { id: gone.id, into })).toMatchObject({ code: 200 });
    expect(await page(gone.id)).toMatchObject({ code: 404 });
    expect((await page(into)).data).toMatchObject({ posts: 2, followers: 2 });
    expect((await read(out)).data).toMatchObject({ authorId: into, authorName: '班固之' });
    expect((await read(out, writer.token)).data.locked).toBe(false);
    const { author_id } = await portal.ctx.db
      .selectFrom('posts')
      .select('author_id')
      .where('id', '=', draft)
      .executeTakeFirstOrThrow();
    expect(author_id).toBe(into);
    const labelled = await portal.ask('GET /reception/article/getResearchArticleList', {
      query: { tag: '合并', authorId: into },
    });
    expect(labelled.body.data.records).toMatchObject([{ id: out }]);
    expect(await found('司马迁')).toEqual([]);
  });

  test('a version that was saved for the one who is gone can still be published', async () => {
    const [gone, into] = [await idOf('临时名'), await idOf('正式名')];
    const { body } = await portal.ask('POST /admin/post/create', {
      body: { columnId: '2', title: '换名' },
      token: editor,
    });
    const { id } = body.data;
    const { data } = (await portal.ask('GET /admin/post/detail', { query: { id }, token: editor })).body;
    const content = { ...data.content, authorId: gone, html: '<p>正文。</p>' };
    const saved = await portal.ask('POST /admin/post/save', {
      body: { id, base: data.version, content },
      token: editor,
    });
    expect(saved.body).toMatchObject({ code: 200 });
    expect(await post('merge', { id: gone, into })).toMatchObject({ code: 200 });
    const published = await portal.ask('POST /admin/post/publish', {
      body: { id, base: saved.body.data.version },
      token: editor,
    });
    expect(published.body).toMatchObject({ code: 200 });
    expect((await read(id)).data.authorName).toBe('正式名');
  });

  test('is refused with itself, and where both have a member; then nothing moves', async () => {
    const [one, two] = [await logIn(portal), await logIn(portal)];
    const { data: first } = await post('create', { ...blank, name: '会员甲', memberId: one.memberId });
    const { data: second } = await post('create', { ...blank, name: '会员乙', memberId: two.memberId });
    await addPiece(portal, { author: '会员甲' });
    expect(await post('merge', { id: first.id, into: first.id })).toMatchObject({ code: 400 });
    expect(await post('merge', { id: first.id, into: second.id })).toMatchObject({ code: 409 });
    expect((await page(first.id)).data.posts).toBe(1);
  });

  test('of two merges into each other at once one happens', async () => {
    const [first, second] = [await idOf('互并甲'), await idOf('互并乙')];
    const answers = await Promise.all([
      post('merge', { id: first, into: second }),
      post('merge', { id: second, into: first }),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 404]);
    expect((await get({ name: '互并' })).data.total).toBe(1);
  });
});

test('an author is deleted only while nothing names them', async () => {
  const id = await idOf('待删');
  const piece = await addPiece(portal, { author: '待删', state: 'draft', publishedAt: null });
  const refused = await post('delete', { id });
  expect(refused).toMatchObject({ code: 409 });
  expect(refused.msg).toContain('还有 1 篇');
  await portal.ctx.db.deleteFrom('posts').where('id', '=', piece).execute();
  expect(await post('delete', { id })).toMatchObject({ code: 200 });
  expect(await page(id)).toMatchObject({ code: 404 });
});

test('an author whose member’s account is deleted stays, with nobody behind', async () => {
  const { memberId } = await logIn(portal);
  await post('create', { ...blank, name: '已离开', memberId });
  await portal.ctx.db
    .updateTable('members')
    .set({ deletion_due_at: new Date(Date.now() - 1000) })
    .where('id', '=', memberId)
    .execute();
  expect(await deleteDueMembers(portal.ctx, portal.house)).toBe(1);
  expect(await one('已离开')).toMatchObject({ member: null });
});

test.each([
  ['GET', 'list'],
  ['POST', 'create'],
  ['POST', 'save'],
  ['POST', 'merge'],
  ['POST', 'delete'],
])('%s /admin/author/%s needs authors.manage, before anything else', async (method, path) => {
  const call = portal.house.calls.find((one) => one.path === `/admin/author/${path}`);
  expect(call?.access).toEqual({ permission: 'authors.manage' });
  const asked = async (token?: string) =>
    (
      await portal.ask(`${method} /admin/author/${path}`, {
        ...(token ? { token } : {}),
        ...(method === 'POST' ? { body: {} } : {}),
      })
    ).status;
  expect(await asked()).toBe(401);
  expect(await asked((await logIn(portal, { role: 'operator' })).token)).toBe(403);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureAuthors } from '#features/authors/index.ts';
import { deleteDueMembers } from '#features/identity/account/deletion.ts';
import { indexChangedPosts, rebuildIndex } from '#features/search/index.ts';
import { authorTag, postTag } from '#shared/cache-tags.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { purgedBy } from '#testing/purges.ts';
import { listenForChanges } from './listen-for-changes.ts';

let portal: Portal;
let editor: string;
let changes: { stop(): Promise<void> };
beforeAll(async () => {
  portal = await openPortal();
  changes = await listenForChanges(portal.app);
  editor = (await logIn(portal, { role: 'editor' })).token;
  await rebuildIndex(portal.ctx, portal.app.searchIndexes);
});
afterAll(async () => {
  await changes.stop();
  await portal.close();
});

const emptyProfile = { title: '', bio: '', avatar: null, memberId: null };
const listAuthors = async (query: Record<string, string> = {}) =>
  (await portal.call('GET /admin/author/list', { query, token: editor })).body;
const callPost = async (path: string, body: object, token = editor) =>
  (await portal.call(`POST /admin/author/${path}`, { body, token })).body;
const idOf = async (name: string) => (await ensureAuthors(portal.ctx, [name])).get(name) ?? '';
const findOne = async (name: string) => (await listAuthors({ name })).data.records[0];
const readPost = async (id: string, token?: string) =>
  (
    await portal.call('POST /reception/article/selectArticle', {
      query: { id },
      ...(token ? { token } : {}),
    })
  ).body;
const readAuthorPage = async (id: string) =>
  (await portal.call('GET /reception/author', { query: { id } })).body;
const searchIds = async (keyword: string) => {
  while ((await indexChangedPosts(portal.ctx, portal.app.searchIndexes)) > 0);
  const { body } = await portal.call('GET /reception/globalSearch', { query: { keyword } });
  return body.data.records.map(({ id }: { id: string }) => id);
};

describe('the admin calls for authors', () => {
  test('create, list by name prefix with post and follower counts, update and write to the audit log', async () => {
    const { memberId } = await logIn(portal);
    const { data } = await callPost('create', { ...emptyProfile, name: ' 陈望舒 ', title: '首席', memberId });
    await addPost(portal, { author: '陈望舒' });
    const reader = await logIn(portal);
    await portal.call('POST /member/addFollow', { query: { authorId: data.id }, token: reader.token });
    expect(await findOne('陈望')).toMatchObject({
      id: data.id,
      name: '陈望舒',
      title: '首席',
      posts: 1,
      followers: 1,
      member: { id: memberId },
    });
    for (const name of ['望舒', '%', '陈_舒'])
      expect((await listAuthors({ name })).data.records, name).toEqual([]);
    expect(
      await callPost('save', { id: data.id, ...emptyProfile, name: '陈望舒', bio: '写能源。' }),
    ).toMatchObject({
      code: 200,
    });
    expect(await findOne('陈望')).toMatchObject({ title: '', bio: '写能源。', member: null });
    const admin = (await logIn(portal, { role: 'admin' })).token;
    const audit = await portal.call('GET /admin/audit/list', {
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

  test('list every author exactly once across pages', async () => {
    for (const name of ['页甲', '页乙', '页丙']) await idOf(name);
    const first = await listAuthors({ name: '页', size: '2' });
    const second = await listAuthors({ name: '页', size: '2', cursor: first.data.cursor });
    const names = [...first.data.records, ...second.data.records].map(({ name }: { name: string }) => name);
    expect(names).toEqual(['页丙', '页乙', '页甲']);
    expect(second.data.cursor).toBeNull();
  });

  test('show a new name on posts and in search at once, and mark cached pages as stale', async () => {
    const id = await idOf('鲁迅周');
    const postId = await addPost(portal, { author: '鲁迅周' });
    expect(await searchIds('鲁迅周')).toEqual([postId]);
    const generations = portal.ctx.tenant.tags;
    // The front page depends on the first tag.
    const tags = ['posts', postTag(postId), authorTag(id)] as const;
    const current = () => tags.map((tag) => generations.stamp([tag]));
    const before = current();
    await callPost('save', { id, ...emptyProfile, name: '沈从文' });
    expect((await readPost(postId)).data.authorName).toBe('沈从文');
    expect(await searchIds('沈从文')).toEqual([postId]);
    expect(await searchIds('鲁迅周')).toEqual([]);
    await expect.poll(() => current().filter((stamp, at) => stamp === before[at])).toEqual([]);
  });

  test('reject a name or a member that another author already has', async () => {
    const { memberId } = await logIn(portal);
    await callPost('create', { ...emptyProfile, name: '独一', memberId });
    const named = await callPost('create', { ...emptyProfile, name: '独一' });
    expect(named).toMatchObject({ code: 409 });
    expect(named.field).toBe('name');
    const linked = await callPost('create', { ...emptyProfile, name: '独二', memberId });
    expect(linked).toMatchObject({ code: 409 });
    expect(linked.field).toBe('memberId');
    const { data } = await callPost('create', { ...emptyProfile, name: '独二' });
    expect(await callPost('save', { id: data.id, ...emptyProfile, name: '独一' })).toMatchObject({
      code: 409,
    });
    expect((await findOne('独二')).name).toBe('独二');
  });

  test('let nobody give themselves an author, a share or a qualification', async () => {
    const { memberId, token } = await logIn(portal, { role: 'editor' });
    const refused = { code: 403, msg: expect.stringContaining('请由其他同事操作') };
    const shared = { ...emptyProfile, memberId, sharePercent: 100 };
    expect(await callPost('create', { ...shared, name: '自己一' }, token)).toMatchObject(refused);
    const { data } = await callPost('create', { ...emptyProfile, name: '别人一' });
    expect(
      await callPost('save', { id: data.id, ...emptyProfile, memberId, name: '别人一' }, token),
    ).toMatchObject(refused);
    const own = await callPost('create', { ...emptyProfile, memberId, name: '自己二' });
    expect(await callPost('save', { id: own.data.id, ...shared, name: '自己二' }, token)).toMatchObject(
      refused,
    );
    expect(await callPost('merge', { id: own.data.id, into: data.id }, token)).toMatchObject(refused);
    await portal.ctx.db
      .updateTable('authors')
      .set({ qualification: 'S0000000000001', institution: '证券', qualification_state: 'waiting' })
      .where('id', '=', own.data.id)
      .execute();
    const decision = { id: own.data.id, qualification: 'S0000000000001', decision: 'verified', note: '' };
    expect(await callPost('decideQualification', decision, token)).toMatchObject(refused);
    expect(
      await callPost('save', { id: own.data.id, ...emptyProfile, memberId, name: '自己三' }, token),
    ).toMatchObject({
      code: 200,
    });
  });

  test.each([
    [{ name: ' ' }, '姓名'],
    [{ name: '\u200b\u2060' }, '姓名'],
    [{ name: '字'.repeat(51) }, '姓名'],
    [{ title: '字'.repeat(51) }, '头衔'],
    [{ bio: '字'.repeat(501) }, '简介'],
    [{ avatar: 'javascript:x()' }, '头像'],
    [{ avatar: '//evil.example/x.png' }, '头像'],
    [{ memberId: 'x' }, '会员编号'],
    [{ memberId: '999999999' }, '会员'],
  ])('refuses %j with an error on its field, and creates no author', async (wrong, words) => {
    const answer = await callPost('create', { name: '不该有的', ...emptyProfile, ...wrong });
    expect(answer).toMatchObject({ code: 400 });
    expect(answer.msg).toContain(words);
    expect((await listAuthors({ name: '不该有的' })).data.total).toBe(0);
  });

  test('return 404 for an unknown author', async () => {
    const id = '999999999';
    expect(await callPost('save', { id, ...emptyProfile, name: '无' })).toMatchObject({ code: 404 });
    expect(await callPost('delete', { id })).toMatchObject({ code: 404 });
    expect(await callPost('merge', { id, into: await idOf('有') })).toMatchObject({ code: 404 });
  });
});

describe('merging two authors', () => {
  test('moves posts of every state, bylines, totals, followers and the member, and leaves one author', async () => {
    const writer = await logIn(portal);
    const { data: gone } = await callPost('create', {
      ...emptyProfile,
      name: '司马迁',
      memberId: writer.memberId,
    });
    const into = await idOf('班固之');
    const out = await addPost(portal, { author: '司马迁', tags: ['合并'], access: 'vip' });
    const draft = await addPost(portal, { author: '司马迁', state: 'draft', publishedAt: null });
    await addPost(portal, { author: '班固之' });
    const [both, only] = [await logIn(portal), await logIn(portal)];
    for (const [{ token }, authorId] of [
      [both, gone.id],
      [both, into],
      [only, gone.id],
    ] as const)
      await portal.call('POST /member/addFollow', { query: { authorId }, token });
    expect(await callPost('merge', { id: gone.id, into })).toMatchObject({ code: 200 });
    expect(await readAuthorPage(gone.id)).toMatchObject({ code: 404 });
    expect((await readAuthorPage(into)).data).toMatchObject({ posts: 2, followers: 2 });
    expect((await readPost(out)).data).toMatchObject({ authorId: into, authorName: '班固之' });
    expect((await readPost(out, writer.token)).data.locked).toBe(false);
    const { author_id } = await portal.ctx.db
      .selectFrom('posts')
      .select('author_id')
      .where('id', '=', draft)
      .executeTakeFirstOrThrow();
    expect(author_id).toBe(into);
    const labelled = await portal.call('GET /reception/article/getResearchArticleList', {
      query: { tag: '合并', authorId: into },
    });
    expect(labelled.body.data.records).toMatchObject([{ id: out }]);
    expect(await searchIds('司马迁')).toEqual([]);
  });

  test('keeps a version that was saved for the removed author publishable', async () => {
    const [gone, into] = [await idOf('临时名'), await idOf('正式名')];
    const { body } = await portal.call('POST /admin/post/create', {
      body: { columnId: '2', title: '换名' },
      token: editor,
    });
    const { id } = body.data;
    const { data } = (await portal.call('GET /admin/post/detail', { query: { id }, token: editor })).body;
    const content = { ...data.content, authorId: gone, html: '<p>正文。</p>' };
    const saved = await portal.call('POST /admin/post/save', {
      body: { id, base: data.version, content },
      token: editor,
    });
    expect(saved.body).toMatchObject({ code: 200 });
    expect(await callPost('merge', { id: gone, into })).toMatchObject({ code: 200 });
    const published = await portal.call('POST /admin/post/publish', {
      body: { id, base: saved.body.data.version },
      token: editor,
    });
    expect(published.body).toMatchObject({ code: 200 });
    expect((await readPost(id)).data.authorName).toBe('正式名');
  });

  test('refuses to merge an author with itself or two authors that both have a member, and moves nothing', async () => {
    const [one, secondMember] = [await logIn(portal), await logIn(portal)];
    const { data: first } = await callPost('create', {
      ...emptyProfile,
      name: '会员甲',
      memberId: one.memberId,
    });
    const { data: second } = await callPost('create', {
      ...emptyProfile,
      name: '会员乙',
      memberId: secondMember.memberId,
    });
    await addPost(portal, { author: '会员甲' });
    expect(await callPost('merge', { id: first.id, into: first.id })).toMatchObject({ code: 400 });
    expect(await callPost('merge', { id: first.id, into: second.id })).toMatchObject({ code: 409 });
    expect((await readAuthorPage(first.id)).data.posts).toBe(1);
  });

  test('performs only one of two concurrent merges into each other', async () => {
    const [first, second] = [await idOf('互并甲'), await idOf('互并乙')];
    const answers = await Promise.all([
      callPost('merge', { id: first, into: second }),
      callPost('merge', { id: second, into: first }),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 404]);
    expect((await listAuthors({ name: '互并' })).data.total).toBe(1);
  });
});

test('deletes an author only if nothing refers to them', async () => {
  const id = await idOf('待删');
  const postId = await addPost(portal, { author: '待删', state: 'draft', publishedAt: null });
  const refused = await callPost('delete', { id });
  expect(refused).toMatchObject({ code: 409 });
  expect(refused.msg).toContain('还有 1 篇');
  await portal.ctx.db.deleteFrom('posts').where('id', '=', postId).execute();
  expect(await callPost('delete', { id })).toMatchObject({ code: 200 });
  expect(await readAuthorPage(id)).toMatchObject({ code: 404 });
});

test('forgets the cached pages of an author who was changed, merged or deleted, and those of their posts', async () => {
  const [changed, merged, deleted] = [await idOf('改动者'), await idOf('被并者'), await idOf('被删者')];
  const postId = await addPost(portal, { author: '被并者', columnId: '3' });
  const changes: [string[], () => Promise<unknown>][] = [
    [[authorTag(changed)], () => callPost('save', { id: changed, ...emptyProfile, name: '改过名' })],
    [[authorTag(deleted)], () => callPost('delete', { id: deleted })],
    [
      [authorTag(changed), authorTag(merged), 'column:3', postTag(postId), 'posts'],
      () => callPost('merge', { id: merged, into: changed }),
    ],
    [
      [authorTag(changed), 'column:3', postTag(postId), 'posts'],
      () => callPost('save', { id: changed, ...emptyProfile, name: '又改名' }),
    ],
  ];
  for (const [tags, change] of changes) expect(await purgedBy(portal, change)).toEqual(tags.sort());
});

test("keeps an author without a member after the member's account is deleted", async () => {
  const { memberId } = await logIn(portal);
  await callPost('create', { ...emptyProfile, name: '已离开', memberId });
  await portal.ctx.db
    .updateTable('members')
    .set({ deletion_due_at: new Date(Date.now() - 1000) })
    .where('id', '=', memberId)
    .execute();
  expect(await deleteDueMembers(portal.ctx, portal.app)).toBe(1);
  expect(await findOne('已离开')).toMatchObject({ member: null });
});

test.each([
  ['GET', 'list'],
  ['POST', 'create'],
  ['POST', 'save'],
  ['POST', 'merge'],
  ['POST', 'delete'],
])('%s /admin/author/%s checks authors.manage before anything else', async (method, path) => {
  const call = portal.app.calls.find((one) => one.path === `/admin/author/${path}`);
  expect(call?.access).toEqual({ permission: 'authors.manage' });
  const requestStatus = async (token?: string) =>
    (
      await portal.call(`${method} /admin/author/${path}`, {
        ...(token ? { token } : {}),
        ...(method === 'POST' ? { body: {} } : {}),
      })
    ).status;
  expect(await requestStatus()).toBe(401);
  expect(await requestStatus((await logIn(portal, { role: 'operator' })).token)).toBe(403);
});

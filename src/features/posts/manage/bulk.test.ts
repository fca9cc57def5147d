import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureAuthors } from '#features/authors/index.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { purgedBy } from '#testing/purges.ts';
import { editMany } from './edit-many.ts';
import { undoMany } from './undo-many.ts';

let portal: Portal;
let editor: string;
beforeAll(async () => {
  portal = await openPortal();
  editor = (await logIn(portal, { role: 'editor' })).token;
});
afterAll(() => portal.close());

type Outcome = { id: string; fault?: string; undo?: object };
const call = async (path: string, body: object, token = editor) =>
  (await portal.call(`POST /admin/post/${path}`, { body, token })).body;
const outcomesOf = async (path: string, body: object, token = editor): Promise<Outcome[]> =>
  (await call(path, body, token)).data;
const undo = async (change: string, outcomes: Outcome[]): Promise<Outcome[]> =>
  outcomesOf('undoMany', { change, posts: outcomes.flatMap((one) => one.undo ?? []) });
const rowOf = (id: string) =>
  portal.ctx.db
    .selectFrom('posts')
    .select(['column_id', 'author_id', 'tags', 'access', 'own_access', 'price', 'state', 'published_at'])
    .select(['head_version', 'live_version', 'title'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const labelsOf = async (id: string) =>
  (await portal.ctx.db.selectFrom('post_labels').select('label').where('post_id', '=', id).execute()).map(
    ({ label }) => label,
  );
const draft = () => addPost(portal, { state: 'draft', publishedAt: null, tags: ['旧'] });
const contentOf = async (id: string) =>
  (await portal.call('GET /admin/post/detail', { query: { id }, token: editor })).body.data;

describe('bulk changes of posts and their undo (docs/product.md §16)', () => {
  test('changes all properties of published and unpublished posts at once, and undoes exactly that', async () => {
    const authorId = (await ensureAuthors(portal.ctx, ['新作者'])).get('新作者') ?? '';
    const ids = [await addPost(portal, { tags: ['旧', '留'] }), await draft()];
    const before = await Promise.all(ids.map(rowOf));
    const change = {
      authorId,
      columnId: '3',
      addTags: ['新', '留'],
      removeTags: ['旧'],
      access: 'paid',
      price: 900,
    };
    const outcomes = await outcomesOf('editMany', { ids, ...change });
    expect(outcomes.map(({ fault }) => fault)).toEqual([undefined, undefined]);
    for (const id of ids) {
      const expected = {
        author_id: authorId,
        column_id: '3',
        access: 'paid',
        own_access: 'paid',
        price: 900,
      };
      expect(await rowOf(id)).toMatchObject(expected);
      expect((await contentOf(id)).content).toMatchObject({
        authorId,
        columnId: '3',
        access: 'paid',
        price: 900,
      });
    }
    expect(await labelsOf(ids[0] ?? '')).toEqual(expect.arrayContaining(['留', '新']));
    expect((await rowOf(ids[0] ?? '')).tags).toEqual(['留', '新']);
    expect(await undo('edit', outcomes)).toEqual(ids.map((id) => ({ id })));
    const after = await Promise.all(ids.map(rowOf));
    for (const [index, row] of after.entries()) {
      const { head_version: _h, live_version: _l, ...former } = before[index] ?? ({} as never);
      expect(row).toMatchObject(former);
    }
    expect(await labelsOf(ids[0] ?? '')).toEqual(expect.arrayContaining(['旧', '留']));
  });

  test('keeps changes that wait for publication waiting, through the change and its undo', async () => {
    const id = await addPost(portal, { title: '发出的标题' });
    const { version, content } = await contentOf(id);
    await call('save', { id, base: version, content: { ...content, title: '还没发的标题', tags: ['待发'] } });
    const outcomes = await outcomesOf('editMany', { ids: [id], addTags: ['加'] });
    expect(await rowOf(id)).toMatchObject({ title: '发出的标题', tags: ['加'] });
    expect((await contentOf(id)).content).toMatchObject({ title: '还没发的标题', tags: ['待发', '加'] });
    await undo('edit', outcomes);
    expect(await rowOf(id)).toMatchObject({ title: '发出的标题', tags: [] });
    expect((await contentOf(id)).content).toMatchObject({ title: '还没发的标题', tags: ['待发'] });
  });

  test('leaves alone what cannot be changed and says why, each by itself, with one audit entry', async () => {
    const fine = await draft();
    const published = await addPost(portal);
    const binned = await draft();
    await call('delete', { id: binned });
    const news = await addPost(portal, { columnId: '1' });
    const reviewed = await draft();
    await call('submit', { id: reviewed, base: 0 });
    const ids = [fine, published, binned, news, reviewed, '999999999'];
    const outcomes = await outcomesOf('editMany', { ids, columnId: '3' });
    expect(Object.fromEntries(outcomes.map(({ id, fault }) => [id, fault]))).toEqual({
      [fine]: undefined,
      [published]: undefined,
      [binned]: '这篇稿件在回收站里，请先恢复',
      [news]: '栏目放的是另一类内容，不能移过去',
      [reviewed]: '这篇正在审核，请先撤回送审',
      '999999999': '没有这篇稿件',
    });
    const paid = await outcomesOf('editMany', { ids: [fine, published], access: 'paid' });
    expect(paid.map(({ fault }) => fault)).toEqual([undefined, '付费内容要有价格']);
    const entries = await portal.ctx.db
      .selectFrom('audit_entries')
      .select('after')
      .where('action', '=', 'post.editMany')
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    expect(entries.map(({ after }) => after)).toEqual([
      { access: 'paid', changed: [fine] },
      { columnId: '3', changed: [fine, published] },
    ]);
  });

  test('undoes only where the post was not changed since', async () => {
    const [touched, untouched] = [await draft(), await draft()];
    const outcomes = await outcomesOf('editMany', { ids: [touched, untouched], addTags: ['加'] });
    const { version, content } = await contentOf(touched);
    await call('save', { id: touched, base: version, content: { ...content, title: '后来改的' } });
    expect(await undo('edit', outcomes)).toEqual([
      { id: touched, fault: '这篇之后又改过，没有撤销' },
      { id: untouched },
    ]);
    expect((await rowOf(touched)).tags).toEqual(['旧', '加']);
  });

  test('undoes a withdrawal with the same text and time of publication, and a publication of changes', async () => {
    const id = await addPost(portal, { title: '第一版' });
    const { published_at } = await rowOf(id);
    const { version, content } = await contentOf(id);
    await call('save', { id, base: version, content: { ...content, title: '第二版' } });
    const withdrawn = await outcomesOf('changeMany', { ids: [id], change: 'withdraw' });
    expect(await undo('withdraw', withdrawn)).toEqual([{ id }]);
    expect(await rowOf(id)).toMatchObject({ state: 'published', title: '第一版', published_at });
    const published = await outcomesOf('changeMany', { ids: [id], change: 'publish' });
    expect(await rowOf(id)).toMatchObject({ title: '第二版' });
    expect(await undo('publish', published)).toEqual([{ id }]);
    expect(await rowOf(id)).toMatchObject({ state: 'published', title: '第一版', published_at });
    const fresh = await draft();
    const out = await outcomesOf('changeMany', { ids: [fresh], change: 'publish' });
    await undo('publish', out);
    expect(await rowOf(fresh)).toMatchObject({ state: 'withdrawn' });
    // The withdrawal moved nothing that the first undo could check.
    expect(await undo('withdraw', withdrawn)).toEqual([{ id, fault: expect.any(String) }]);
  });

  test('undoes the withdrawal of a scheduled post by its old time, unless that has passed', async () => {
    const [early, late] = [await draft(), await draft()];
    const at = new Date(Date.now() + 3600_000).toISOString();
    for (const id of [early, late]) await call('publish', { id, base: 0, at });
    const withdrawn = await outcomesOf('changeMany', { ids: [early, late], change: 'withdraw' });
    const [first, second] = withdrawn.map((one) => [one]);
    expect(await undo('withdraw', first ?? [])).toEqual([{ id: early }]);
    expect(await rowOf(early)).toMatchObject({ state: 'scheduled', published_at: new Date(at) });
    const posts = (second ?? []).flatMap((one) => one.undo ?? []) as Parameters<typeof undoMany>[1]['posts'];
    const { memberId } = await logIn(portal);
    const actor = { kind: 'member', memberId, sessionId: '1', vipUntil: null } as const;
    const later = {
      ...portal.ctx,
      now: () => new Date(Date.parse(at) + 1000),
      actor: { ...actor, permissions: new Set(['content.edit', 'content.publish']) },
    };
    expect(await undoMany(later, { change: 'withdraw', posts })).toEqual([
      { id: late, fault: '原定的发布时间已经过去，没有撤销' },
    ]);
    expect(await rowOf(late)).toMatchObject({ state: 'draft', published_at: null });
  });

  test('forgets the cached lists of both columns, through the change and its undo', async () => {
    const id = await addPost(portal);
    const tags = ['column:2', 'column:3', `post:${id}`, 'posts'];
    let outcomes: Outcome[] = [];
    const move = async () => {
      outcomes = await outcomesOf('editMany', { ids: [id], columnId: '3' });
    };
    expect(await purgedBy(portal, move)).toEqual(tags);
    expect(await purgedBy(portal, () => undo('edit', outcomes))).toEqual(tags);
    const withdraw = async () => {
      outcomes = await outcomesOf('changeMany', { ids: [id], change: 'withdraw' });
    };
    const inColumn = tags.filter((tag) => tag !== 'column:3');
    expect(await purgedBy(portal, withdraw)).toEqual(inColumn);
    expect(await purgedBy(portal, () => undo('withdraw', outcomes))).toEqual(inColumn);
  });

  test('asks for the permission of each post', async () => {
    const { token, memberId } = await logIn(portal);
    const actor = { kind: 'member', memberId, sessionId: '1', vipUntil: null } as const;
    const ids = [await draft(), await addPost(portal)];
    const ctx = { ...portal.ctx, actor: { ...actor, permissions: new Set(['content.edit']) } };
    const outcomes = await editMany(ctx, { ids, addTags: ['加'] });
    expect(outcomes.map(({ fault }) => fault)).toEqual([undefined, '读者已经能看到这篇，要有发布权限才能改']);
    for (const path of ['editMany', 'undoMany'])
      expect(await call(path, { ids, addTags: ['加'], change: 'edit', posts: [] }, token)).toMatchObject({
        code: 403,
      });
    expect(await call('editMany', { ids })).toMatchObject({ code: 400, msg: '请选择要改的内容' });
    expect(await call('editMany', { ids: Array.from({ length: 51 }, () => '1'), price: 1 })).toMatchObject({
      code: 400,
    });
  });
});

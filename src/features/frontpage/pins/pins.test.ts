import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withdrawPost } from '#features/posts/index.ts';
import { toIso } from '#shared/dates.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { purgedBy } from '#testing/purges.ts';
import { listPinned } from './reads.ts';
import { purgeAtPinBoundary } from './service.ts';

let portal: Portal;
let editor: string;
beforeAll(async () => {
  portal = await openPortal();
  editor = (await logIn(portal, { role: 'editor' })).token;
});
afterAll(() => portal.close());

const hour = 3_600_000;
const at = (ms: number) => toIso(new Date(Date.now() + ms));
const post = async (path: string, body: object) =>
  (await portal.call(`POST /admin/pin/${path}`, { body, token: editor })).body;
const pin = async (postId: string, columnId: string | null, period: object = {}): Promise<string> => {
  const { data, msg } = await post('add', { postId, columnId, ...period });
  expect(msg).toBe('操作成功');
  return data.id;
};
const shown = async (columnId?: string): Promise<string[]> =>
  (await portal.call('GET /reception/getPinned', { query: columnId ? { columnId } : {} })).body.data.map(
    ({ id }: { id: string }) => id,
  );
const list = async (columnId?: string) =>
  (await portal.call('GET /admin/pin/list', { query: columnId ? { columnId } : {}, token: editor })).body
    .data;
const clear = async (columnId?: string) => {
  for (const { id } of await list(columnId)) await post('remove', { id });
};

describe('pins', () => {
  test('come first on the home page and in their column, the last added first, and leave lists unchanged', async () => {
    const [one, two] = [await addPost(portal), await addPost(portal)];
    const listed = async () =>
      (await portal.call('GET /reception/article/getResearchArticleList', { query: { columnId: '2' } })).body
        .data;
    const before = await listed();
    await pin(one, '2');
    await pin(two, '2');
    await pin(one, null);
    expect(await shown('2')).toEqual([two, one]);
    expect(await shown()).toEqual([one]);
    expect(await shown('3')).toEqual([]);
    expect(await shown('987654')).toEqual([]);
    expect(await listed()).toEqual(before);
    await clear('2');
    await clear();
  });

  test('exclude a withdrawn post at once and a post that moved to another column', async () => {
    const [gone, moved] = [await addPost(portal), await addPost(portal)];
    await pin(gone, '2');
    await pin(moved, '2');
    await withdrawPost(portal.ctx, gone);
    await portal.ctx.db.updateTable('posts').set({ column_id: '3' }).where('id', '=', moved).execute();
    expect(await shown('2')).toEqual([]);
    expect((await list('2')).map(({ state }: { state: string }) => state)).toEqual(['hidden', 'hidden']);
    await clear('2');
  });

  test('show a locked post as in every list, without its locked part', async () => {
    const id = await addPost(portal, {
      columnId: '3',
      access: 'vip',
      body: '<p>开头。</p><!--paywall--><p>锁住的一句。</p>',
    });
    await pin(id, '3');
    const { text, body } = await portal.call('GET /reception/getPinned', { query: { columnId: '3' } });
    expect(body.data).toMatchObject([{ id, locked: true, access: 'vip' }]);
    expect(text).not.toContain('锁住的一句');
    await clear('3');
  });

  test('apply during their period', async () => {
    const [later, over] = [await addPost(portal), await addPost(portal)];
    await pin(later, null, { startsAt: at(hour), endsAt: at(2 * hour) });
    await pin(over, null, { startsAt: at(-2 * hour), endsAt: at(-hour) });
    expect(await shown()).toEqual([]);
    const then = { ...portal.ctx, now: () => new Date(Date.now() + 1.5 * hour) };
    expect((await listPinned(then, undefined)).map(({ id }) => id)).toEqual([later]);
    expect((await list()).map(({ state }: { state: string }) => state)).toEqual(['ended', 'waiting']);
    await clear();
  });

  test('invalidate the pages that show them when one begins or ends, and not otherwise', async () => {
    await pin(await addPost(portal), null, {
      startsAt: '2031-01-01T08:00:00+08:00',
      endsAt: '2031-01-02T08:00:00+08:00',
    });
    const purged = (from: string, to: string) =>
      purgedBy(portal, () => purgeAtPinBoundary({ ...portal.ctx, now: () => new Date(to) }, new Date(from)));
    expect(await purged('2030-12-31T23:59:59Z', '2031-01-01T00:00:00Z')).toEqual(['pins']);
    expect(await purged('2031-01-01T00:00:00Z', '2031-01-01T10:00:00Z')).toEqual([]);
    expect(await purged('2031-01-01T23:00:00Z', '2031-01-02T00:00:01Z')).toEqual(['pins']);
    await clear();
  });

  test('invalidate the pages that show them with every change', async () => {
    const [one, two] = [await pin(await addPost(portal), null), await addPost(portal)];
    let other = '';
    const changes: Record<string, () => Promise<unknown>> = {
      add: async () => {
        other = await pin(two, null);
      },
      save: () => post('save', { id: one, startsAt: at(-hour), endsAt: at(hour) }),
      arrange: () => post('arrange', { columnId: null, ids: [one, other] }),
      remove: () => post('remove', { id: one }),
    };
    for (const [name, change] of Object.entries(changes))
      expect(await purgedBy(portal, change), name).toEqual(['pins']);
    expect(await purgedBy(portal, () => post('remove', { id: one })), 'remove again').toEqual([]);
    await clear();
  });

  test('can be ordered, unless the given ids differ from the current pins', async () => {
    const [one, two] = [await pin(await addPost(portal), null), await pin(await addPost(portal), null)];
    expect(await post('arrange', { columnId: null, ids: [one, two] })).toMatchObject({ code: 200 });
    expect((await list()).map(({ id }: { id: string }) => id)).toEqual([one, two]);
    await post('remove', { id: two });
    expect(await post('arrange', { columnId: null, ids: [two, one] })).toMatchObject({ code: 409 });
    expect(await post('arrange', { columnId: null, ids: [one, one] })).toMatchObject({ code: 409 });
    await clear();
  });

  test('can change their period, which the audit log records', async () => {
    const id = await pin(await addPost(portal), null);
    expect(await post('save', { id, startsAt: '2031-01-01', endsAt: '2031-01-02' })).toMatchObject({
      code: 200,
    });
    expect(await list()).toMatchObject([{ id, state: 'waiting', startsAt: '2031-01-01T00:00:00+08:00' }]);
    const admin = (await logIn(portal, { role: 'admin' })).token;
    const { body } = await portal.call('GET /admin/audit/list', {
      query: { target: `pin:${id}` },
      token: admin,
    });
    expect(body.data.records.map(({ action }: { action: string }) => action)).toEqual([
      'pin.save',
      'pin.add',
    ]);
    await clear();
  });

  test('require a published post, once per place, in its own column, up to ten', async () => {
    const draft = await addPost(portal, { state: 'draft', publishedAt: null });
    expect(await post('add', { postId: draft, columnId: null })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('还没有发布'),
    });
    const postId = await addPost(portal);
    expect(await post('add', { postId: postId, columnId: '3' })).toMatchObject({
      code: 400,
      msg: expect.stringContaining('不在“VIP 专享”里'),
    });
    await pin(postId, null);
    expect(await post('add', { postId: postId, columnId: null })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('已经在这里置顶'),
    });
    for (let count = 1; count < 10; count += 1) await pin(await addPost(portal), null);
    expect(await post('add', { postId: await addPost(portal), columnId: null })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('最多置顶 10 篇'),
    });
    await clear();
  });

  test.each([
    ['add', { columnId: null, postId: 'x' }, '稿件编号'],
    ['add', { columnId: '987654', postId: '1' }, '栏目不存在'],
    ['add', { columnId: null, postId: '1', startsAt: '2031-01-02', endsAt: '2031-01-01' }, '结束时间'],
    ['save', { id: '1', startsAt: '明天', endsAt: null }, '开始时间'],
    ['arrange', { columnId: null, ids: ['x'] }, '次序'],
    ['remove', { id: '' }, '置顶编号'],
  ])('%s refuses %j and names the field', async (path, body, message) => {
    expect(await post(path, body)).toMatchObject({ code: 400, msg: expect.stringContaining(message) });
  });

  test('name a post that is not published by its number only, without the right to view content', async () => {
    await portal.ctx.db
      .insertInto('roles')
      .values({ code: 'front-only', name: '版面', permissions: ['frontpage.manage'] })
      .execute();
    const { token, memberId } = await logIn(portal);
    await portal.ctx.db
      .insertInto('member_roles')
      .values({ member_id: memberId, role: 'front-only' })
      .execute();
    const id = await addPost(portal, { title: '未公开的题目', state: 'draft', publishedAt: null });
    const add = async (by: string) =>
      (await portal.call('POST /admin/pin/add', { body: { postId: id, columnId: null }, token: by })).body
        .msg;
    expect(await add(token)).toBe(`《没有发布的内容 ${id}》还没有发布，发布后才能置顶`);
    expect(await add(editor)).toBe('《未公开的题目》还没有发布，发布后才能置顶');
    const gone = await addPost(portal, { title: '撤回的题目' });
    await pin(gone, null);
    await withdrawPost(portal.ctx, gone);
    const { data } = (await portal.call('GET /admin/pin/list', { query: {}, token })).body;
    expect(data.map(({ title }: { title: string }) => title)).toContain(`没有发布的内容 ${gone}`);
    expect((await list()).map(({ title }: { title: string }) => title)).toContain('撤回的题目');
    await clear();
  });

  test('return not found if unknown', async () => {
    expect(await post('add', { columnId: null, postId: '987654' })).toMatchObject({ code: 404 });
    expect(await post('save', { id: '987654', startsAt: at(0), endsAt: null })).toMatchObject({ code: 404 });
    expect(await post('remove', { id: '987654' })).toMatchObject({ code: 404 });
  });
});

test.each([
  ['GET', 'list'],
  ['POST', 'add'],
  ['POST', 'save'],
  ['POST', 'arrange'],
  ['POST', 'remove'],
])('%s /admin/pin/%s needs frontpage.manage, before anything else', async (method, path) => {
  const callAs = async (token?: string) =>
    (
      await portal.call(`${method} /admin/pin/${path}`, {
        ...(token ? { token } : {}),
        ...(method === 'POST' ? { body: {} } : {}),
      })
    ).status;
  expect(await callAs()).toBe(401);
  expect(await callAs((await logIn(portal)).token)).toBe(403);
  expect(await callAs((await logIn(portal, { role: 'reviewer' })).token)).toBe(403);
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addOrder } from '#testing/orders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { withdrawPost } from '../service.ts';
import { emptyBin } from './bin.ts';

let portal: Portal;
let editor: string;
beforeAll(async () => {
  portal = await openPortal();
  editor = (await logIn(portal, { role: 'editor' })).token;
});
afterAll(() => portal.close());

const call = async (path: string, body: object) =>
  (await portal.call(`POST /admin/post/${path}`, { body, token: editor })).body;
const list = async (query: Record<string, string>): Promise<string[]> =>
  (
    await portal.call('GET /admin/post/list', { query: { size: '100', ...query }, token: editor })
  ).body.data.records.map(({ id }: { id: string }) => id);
const detail = async (id: string) =>
  (await portal.call('GET /admin/post/detail', { query: { id }, token: editor })).body;
const read = async (id: string, token?: string) =>
  (await portal.call('POST /reception/article/selectArticle', { query: { id }, ...(token && { token }) }))
    .body;
const inDays = (days: number) => ({
  ...portal.ctx,
  now: () => new Date(Date.now() + days * 86_400_000),
});

async function addWithdrawn(changes: Parameters<typeof addPost>[1] = {}): Promise<string> {
  const id = await addPost(portal, changes);
  await withdrawPost(portal.ctx, id);
  return id;
}

async function giveAccess(memberId: string, postId: string): Promise<void> {
  await portal.ctx.db
    .insertInto('grants')
    .values({ member_id: memberId, scope: 'post', target_id: postId, source: 'test' })
    .execute();
}

describe('the bin of posts (docs/product.md §16)', () => {
  beforeEach(async () => void (await emptyBin(inDays(31))));

  test('takes a draft and a withdrawn post out of every list but its own, and gives them back as they were', async () => {
    const draft = await addPost(portal, { state: 'draft', publishedAt: null, title: '回收的草稿' });
    const withdrawn = await addWithdrawn({ title: '回收的旧文' });
    for (const id of [draft, withdrawn]) expect(await call('delete', { id })).toMatchObject({ code: 200 });
    for (const query of [
      {},
      { state: 'draft' },
      { state: 'withdrawn' },
      { columnId: '2' },
      { state: 'draft', keyword: '回收的' },
    ])
      for (const id of [draft, withdrawn]) expect(await list(query)).not.toContain(id);
    // The last deleted comes first.
    expect((await list({ state: 'deleted' })).slice(0, 2)).toEqual([withdrawn, draft]);
    expect(await list({ state: 'deleted', keyword: '旧文' })).toEqual([withdrawn]);
    expect(await list({ state: 'deleted', columnId: '3' })).toEqual([]);
    expect(await read(withdrawn)).toMatchObject({ code: 404 });
    expect(await detail(draft)).toMatchObject({ data: { deletedAt: expect.any(String) } });
    for (const id of [draft, withdrawn]) expect(await call('undelete', { id })).toMatchObject({ code: 200 });
    for (const id of [draft, withdrawn]) expect(await list({ state: 'deleted' })).not.toContain(id);
    expect(await list({ state: 'draft' })).toContain(draft);
    expect(await list({ state: 'withdrawn' })).toContain(withdrawn);
    expect(await call('undelete', { id: draft })).toMatchObject({ code: 409, msg: '这篇稿件不在回收站里' });
  });

  test('refuses a published post, a second deletion, and every change of a binned post', async () => {
    const id = await addPost(portal);
    expect(await call('delete', { id })).toMatchObject({ code: 409, msg: '这篇已经发布，请先撤回再删除' });
    await call('withdraw', { id });
    const { data } = await detail(id);
    await call('delete', { id });
    expect(await call('delete', { id })).toMatchObject({ code: 409, msg: '这篇稿件已经在回收站里' });
    for (const path of ['publish', 'submit', 'save'])
      expect(await call(path, { id, base: data.version, content: data.content })).toMatchObject({
        code: 409,
        msg: '这篇稿件在回收站里，请先恢复',
      });
    const outcomes = await call('changeMany', { ids: [id], change: 'undelete' });
    expect(outcomes.data).toEqual([{ id }]);
    expect(await call('publish', { id, base: 0 })).toMatchObject({ code: 200 });
    expect(await call('delete', { id: '999999999' })).toMatchObject({ code: 404 });
  });

  test('cancels the pending review of what goes into the bin', async () => {
    const id = await addPost(portal, { state: 'draft', publishedAt: null });
    await call('submit', { id, base: 0 });
    await call('delete', { id });
    await call('undelete', { id });
    expect((await detail(id)).data.review).toBeNull();
  });

  test('tells buyers once that the post is deleted, and keeps the offer of a refund', async () => {
    const id = await addPost(portal, { access: 'paid', price: 900, title: '卖过的' });
    const { memberId, token } = await logIn(portal);
    await giveAccess(memberId, id);
    await call('withdraw', { id });
    for (let times = 0; times < 2; times += 1) {
      await call('delete', { id });
      if (times === 0) await call('undelete', { id });
    }
    const { body } = await portal.call('GET /member/notices', { token });
    const titles = body.data.records.map(({ title }: { title: string }) => title);
    expect(titles.filter((title: string) => title === '你买过的《卖过的》已删除')).toHaveLength(1);
    expect(await read(id, token)).toMatchObject({ code: 200, data: { lockReason: 'withdrawn', body: '' } });
  });

  test('deletes for good after 30 days, and refuses to restore what is due', async () => {
    const id = await addWithdrawn();
    const late = await addWithdrawn();
    await call('delete', { id });
    expect(await emptyBin(inDays(29))).toBe(0);
    expect(await emptyBin(inDays(31))).toBeGreaterThan(0);
    expect(await detail(id)).toMatchObject({ code: 404 });
    await call('delete', { id: late });
    const before = new Date(Date.now() - 30 * 86_400_000 - 1000);
    await portal.ctx.db.updateTable('posts').set({ deleted_at: before }).where('id', '=', late).execute();
    expect(await call('undelete', { id: late })).toMatchObject({
      code: 409,
      msg: '删除超过 30 天，不能再恢复',
    });
    expect(await list({ state: 'deleted' })).not.toContain(late);
    await emptyBin(portal.ctx);
  });

  test('erases the content of sold posts and keeps what their orders and grants name', async () => {
    const { memberId, token } = await logIn(portal);
    const given = await addPost(portal, { access: 'paid', price: 900, body: '<p>秘密一。</p>' });
    const ordered = await addPost(portal, {
      access: 'paid',
      price: 900,
      body: '<p>秘密二。</p>',
      title: '订过的',
    });
    await giveAccess(memberId, given);
    await addOrder(portal, memberId, { postId: ordered });
    for (const id of [given, ordered]) {
      await call('withdraw', { id });
      await call('delete', { id });
    }
    expect(await emptyBin(inDays(31))).toBe(2);
    expect(await emptyBin(inDays(31))).toBe(0);
    const rows = await portal.ctx.db
      .selectFrom('posts as p')
      .innerJoin('post_bodies as b', 'b.post_id', 'p.id')
      .select(['p.id', 'p.summary', 'b.html', 'b.open_html'])
      .where('p.id', 'in', [given, ordered])
      .execute();
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain('秘密');
    expect((await detail(ordered)).data.content).toMatchObject({ title: '订过的', html: '' });
    expect(await read(given, token)).toMatchObject({ code: 200, data: { lockReason: 'withdrawn' } });
  });

  test('is closed to those who may not edit', async () => {
    const id = await addWithdrawn();
    const { token } = await logIn(portal);
    for (const path of ['delete', 'undelete'])
      for (const [who, code] of [
        [{}, 401],
        [{ token }, 403],
      ] as const)
        expect((await portal.call(`POST /admin/post/${path}`, { body: { id }, ...who })).body).toMatchObject({
          code,
        });
  });
});

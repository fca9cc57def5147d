import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#kernel/db/transaction.ts';
import { type Body, openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { runOverlapping } from '#testing/run-overlapping.ts';
import { feature } from './index.ts';

let portal: Portal;
let editor: { token: string; memberId: string };
let colleague: { token: string; memberId: string };
beforeAll(async () => {
  portal = await openPortal();
  editor = await logIn(portal, { role: 'editor' });
  colleague = await logIn(portal, { role: 'reviewer' });
});
beforeEach(() => portal.ctx.db.deleteFrom('saved_views').execute());
afterAll(() => portal.close());

const list = async (token = editor.token) =>
  (await portal.call('GET /admin/savedView/list', { token, query: { list: 'posts' } })).body.data;
const post = async (path: string, body: object, token = editor.token): Promise<Body> =>
  (await portal.call(`POST /admin/savedView/${path}`, { body: { list: 'posts', ...body }, token })).body;
const filters = { state: 'draft', columnId: '2', keyword: '电池' };

describe('saved views of a list', () => {
  test('are saved under a name, changed and deleted, in the order they were saved', async () => {
    const { data: first } = await post('save', { name: ' 我的 草稿 ', filters });
    expect(first).toMatchObject({ name: '我的 草稿', filters });
    const { data: second } = await post('save', { name: '全部', filters: { state: 'withdrawn' } });
    await post('save', { id: first.id, name: '改名', filters: { state: 'published' } });
    expect(await list()).toEqual([
      { id: first.id, name: '改名', filters: { state: 'published' } },
      { id: second.id, name: '全部', filters: { state: 'withdrawn' } },
    ]);
    expect(await post('delete', { id: first.id })).toMatchObject({ code: 200 });
    expect(await post('delete', { id: first.id })).toMatchObject({ code: 404 });
    expect(await post('delete', { id: second.id })).toMatchObject({ code: 200 });
    expect(await list()).toEqual([]);
  });

  test('have unique names, also if saved concurrently, while a colleague may use the same name', async () => {
    const saved = await runOverlapping(
      portal,
      (trx) => trx.selectFrom('members').select('id').where('id', '=', editor.memberId).forUpdate().execute(),
      [1, 2].map(() => () => post('save', { name: '同名', filters })),
    );
    expect(saved.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect((await post('save', { name: '同名', filters }, colleague.token)).code).toBe(200);
  });

  test('cannot be seen, changed or deleted by another member', async () => {
    const { data } = await post('save', { name: '私有', filters });
    expect((await list(colleague.token)).map(({ name }: Body) => name)).not.toContain('私有');
    expect(await post('save', { id: data.id, name: '夺', filters }, colleague.token)).toMatchObject({
      code: 404,
    });
    expect(await post('delete', { id: data.id }, colleague.token)).toMatchObject({ code: 404 });
    expect((await list()).map(({ name }: Body) => name)).toContain('私有');
  });

  test('are limited to a hundred in all lists together', async () => {
    const { token, memberId } = await logIn(portal, { role: 'editor' });
    await portal.ctx.db
      .insertInto('saved_views')
      .values(
        Array.from({ length: 99 }, (_, at) => ({
          member_id: memberId,
          list: at < 50 ? 'posts' : 'orders',
          name: `第 ${at} 个`,
          filters: '{}',
        })),
      )
      .execute();
    expect(await post('save', { name: '第一百个', filters }, token)).toMatchObject({ code: 200 });
    const refused = await post('save', { name: '再一个', filters }, token);
    expect(refused).toMatchObject({ code: 409 });
    expect(refused.msg).toContain('最多 100 个');
    expect(await list(token)).toHaveLength(51);
  });

  test.each([
    [{ name: '' }, '视图名称'],
    [{ name: '长'.repeat(31) }, '视图名称过长'],
    [{ filters: undefined }, '筛选条件'],
    [{ filters: { 'x-y': 'gone' } }, '筛选条件的名称'],
    [{ filters: { state: 1 } }, '筛选条件应为文字'],
    [{ filters: { state: '长'.repeat(101) } }, '筛选条件过长'],
    [{ filters: Object.fromEntries([...'abcdefghijklm'].map((name) => [name, '1'])) }, '筛选条件最多 12 个'],
    [{ list: 'Posts!' }, '列表不正确'],
    [{ id: 'x' }, '视图编号'],
  ])('refuse %j and save nothing', async (change, words) => {
    const before = await list();
    const answer = await post('save', { name: '新', filters, ...change });
    expect(answer).toMatchObject({ code: 400 });
    expect(answer.msg).toContain(words);
    expect(await list()).toEqual(before);
  });

  test('are for staff only', async () => {
    for (const [token, status] of [
      [undefined, 401],
      [(await logIn(portal)).token, 403],
    ] as const)
      for (const key of ['GET list', 'POST save', 'POST delete']) {
        const [method, path] = key.split(' ');
        const answer = await portal.call(`${method} /admin/savedView/${path}`, {
          ...(token && { token }),
          ...(method === 'POST'
            ? { body: { id: '1', list: 'posts', name: '某', filters } }
            : { query: { list: 'posts' } }),
        });
        expect(answer.status).toBe(status);
      }
    const { token } = await logIn(portal, { role: 'finance' });
    expect(
      await post('save', { list: 'orders', name: '退款', filters: { state: 'paid' } }, token),
    ).toMatchObject({
      code: 200,
    });
  });

  test('belong to one list, and names may repeat in another', async () => {
    await post('save', { name: '待办', filters });
    expect((await post('save', { list: 'orders', name: '待办', filters })).code).toBe(200);
    expect(await list()).toHaveLength(1);
  });

  test('are deleted with the member, who may get a copy before', async () => {
    const { token, memberId } = await logIn(portal, { role: 'reviewer' });
    await post('save', { name: '将走', filters }, token);
    const [part] = feature.personalData ?? [];
    const copy = await (part?.read(portal.ctx, memberId) as Promise<Body[]>);
    expect(copy.map(({ name }) => name)).toContain('将走');
    await inTransaction(portal.ctx, (trx) =>
      portal.ctx.events.emit(portal.ctx, trx, 'member.deleted', { memberId } as never),
    );
    expect(await part?.read(portal.ctx, memberId)).toEqual([]);
  });
});

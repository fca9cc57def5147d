import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#kernel/db/transaction.ts';
import { logIn } from '#testing/builders.ts';
import { type Body, openPortal, type Portal } from '#testing/portal.ts';
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
  (await portal.ask('GET /admin/savedView/list', { token })).body.data;
const post = async (path: string, body: object, token = editor.token): Promise<Body> =>
  (await portal.ask(`POST /admin/savedView/${path}`, { body, token })).body;
const filters = { state: 'draft', columnId: '2', keyword: '电池' };

describe('views of the list', () => {
  test('are kept under a name, changed and deleted, in the order they were saved', async () => {
    const { data: first } = await post('save', { name: ' 我的 草稿 ', filters });
    expect(first).toMatchObject({ name: '我的 草稿', filters });
    const { data: second } = await post('save', { name: '全部', filters: { state: 'all' } });
    await post('save', { id: first.id, name: '改名', filters: { state: 'published' } });
    expect(await list()).toEqual([
      { id: first.id, name: '改名', filters: { state: 'published' } },
      { id: second.id, name: '全部', filters: { state: 'all' } },
    ]);
    expect(await post('delete', { id: first.id })).toMatchObject({ code: 200 });
    expect(await post('delete', { id: first.id })).toMatchObject({ code: 404 });
    expect(await post('delete', { id: second.id })).toMatchObject({ code: 200 });
    expect(await list()).toEqual([]);
  });

  test('of a name there is one, also of two saved at once; a colleague may have it too', async () => {
    const saved = await Promise.all([1, 2].map(() => post('save', { name: '同名', filters })));
    expect(saved.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect((await post('save', { name: '同名', filters }, colleague.token)).code).toBe(200);
  });

  test('are nobody else’s to see, change or delete', async () => {
    const { data } = await post('save', { name: '私有', filters });
    expect((await list(colleague.token)).map(({ name }: Body) => name)).not.toContain('私有');
    expect(await post('save', { id: data.id, name: '夺', filters }, colleague.token)).toMatchObject({
      code: 404,
    });
    expect(await post('delete', { id: data.id }, colleague.token)).toMatchObject({ code: 404 });
    expect((await list()).map(({ name }: Body) => name)).toContain('私有');
  });

  test('are thirty at most', async () => {
    const { token } = await logIn(portal, { role: 'editor' });
    for (let at = 0; at < 30; at += 1) await post('save', { name: `第 ${at} 个`, filters }, token);
    const refused = await post('save', { name: '再一个', filters }, token);
    expect(refused).toMatchObject({ code: 409 });
    expect(refused.msg).toContain('最多 30 个');
    expect(await list(token)).toHaveLength(30);
  });

  test.each([
    [{ name: '' }, '视图名称（name）'],
    [{ name: '长'.repeat(31) }, '视图名称（name）过长'],
    [{ filters: undefined }, '筛选条件（filters）'],
    [{ filters: { state: 'gone' } }, '状态（state）'],
    [{ filters: { state: 'all', columnId: 'x' } }, '栏目编号（columnId）'],
    [{ id: 'x' }, '视图编号（id）'],
  ])('refuse %j and keep nothing', async (change, words) => {
    const before = await list();
    const answer = await post('save', { name: '新', filters, ...change });
    expect(answer).toMatchObject({ code: 400 });
    expect(answer.msg).toContain(words);
    expect(await list()).toEqual(before);
  });

  test('need content.view', async () => {
    for (const token of [
      undefined,
      (await logIn(portal)).token,
      (await logIn(portal, { role: 'finance' })).token,
    ])
      for (const key of ['GET list', 'POST save', 'POST delete']) {
        const [method, path] = key.split(' ');
        const { status } = await portal.ask(`${method} /admin/savedView/${path}`, {
          ...(token && { token }),
          ...(method === 'POST' && { body: {} }),
        });
        expect(status).toBe(token ? 403 : 401);
      }
  });

  test('go with the member, who may have a copy before', async () => {
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

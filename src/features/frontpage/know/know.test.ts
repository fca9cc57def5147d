import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { logIn } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { hasAcknowledged, readKnow } from '../index.ts';

let portal: Portal;
let operator: string;
let member: { token: string; memberId: string };
beforeAll(async () => {
  portal = await openPortal();
  operator = (await logIn(portal, { role: 'operator' })).token;
});
beforeEach(async () => {
  // Each place starts without a notice.
  await portal.ctx.db.deleteFrom('know_popups').execute();
  member = await logIn(portal);
});
afterAll(() => portal.close());

const desk = async (path: string, body: object) =>
  (await portal.ask(`POST /admin/know/${path}`, { body, token: operator })).body;
const write = async (place = 'site', title = '阅读须知', body = '<p>请先读完。</p>') =>
  desk('create', { place, title, body });
const read = async (token?: string, place = 'site') =>
  (await portal.ask('GET /reception/getKnow', { query: { place }, ...(token && { token }) })).body;
const acknowledge = (id: string, token?: string) =>
  portal.ask('POST /member/acknowledgeKnow', { query: { id }, ...(token && { token }) });

describe('know pop-ups', () => {
  test('a version is seen by nobody until it is put up, and by nobody after it is taken down', async () => {
    const { data } = await write('purchase');
    expect((await read(undefined, 'purchase')).data).toBeNull();
    expect(await desk('publish', { id: data.id })).toMatchObject({ code: 200 });
    expect((await read(undefined, 'purchase')).data).toMatchObject({
      id: data.id,
      place: 'purchase',
      title: '阅读须知',
      body: '<p>请先读完。</p>',
      acknowledged: false,
    });
    expect((await read()).data).toBeNull();
    await desk('withdraw', { id: data.id });
    expect((await read(undefined, 'purchase')).data).toBeNull();
  });

  test('a member acknowledges a version once, on every device, and the next version asks again', async () => {
    const first = (await write()).data;
    await desk('publish', { id: first.id });
    expect((await read(member.token)).data.acknowledged).toBe(false);
    for (let again = 0; again < 2; again += 1)
      expect((await acknowledge(first.id, member.token)).status).toBe(200);
    expect((await read(member.token)).data.acknowledged).toBe(true);
    expect((await read((await logIn(portal)).token)).data.acknowledged).toBe(false);
    expect((await read()).data.acknowledged).toBe(false);

    const second = (await write()).data;
    expect(second.version).toBe(first.version + 1);
    expect((await read(member.token)).data.id).toBe(first.id);
    await desk('publish', { id: second.id });
    expect((await read(member.token)).data).toMatchObject({ id: second.id, acknowledged: false });
    const { body } = await portal.ask('GET /admin/know/list', {
      query: { place: 'site' },
      token: operator,
    });
    expect(
      body.data.map(({ version, isLive, acknowledged }: Record<string, unknown>) => [
        version,
        isLive,
        acknowledged,
      ]),
    ).toEqual([
      [second.version, true, 0],
      [first.version, false, 1],
    ]);
    expect(body.data[1].body).toContain('请先读完');
  });

  test('whoever sells or takes references can ask whether it was acknowledged', async () => {
    const ctx = {
      ...portal.ctx,
      actor: {
        kind: 'member' as const,
        memberId: member.memberId,
        sessionId: '0',
        permissions: new Set<string>(),
        vipUntil: null,
      },
    };
    expect(await hasAcknowledged(ctx, 'reference')).toBe(true);
    const { data } = await write('reference');
    await desk('publish', { id: data.id });
    expect(await hasAcknowledged(ctx, 'reference')).toBe(false);
    expect(await readKnow(ctx, 'reference')).toMatchObject({ id: data.id, acknowledged: false });
    await acknowledge(data.id, member.token);
    expect(await hasAcknowledged(ctx, 'reference')).toBe(true);
  });

  test('script never reaches a reader, and a preview shows the very text that is saved', async () => {
    const body = '<p onclick="x()">字<script>alert(1)</script><a href="javascript:x()">链</a></p>';
    const preview = await desk('preview', { body });
    const { data } = await write('site', '脚本', body);
    await desk('publish', { id: data.id });
    expect((await read()).data.body).toBe(preview.data.body);
    expect(preview.data.body).not.toMatch(/script|onclick/i);
  });

  test('of two versions put up at once one stands', async () => {
    const ids = [(await write()).data.id, (await write()).data.id];
    const answers = await Promise.all(ids.map((id) => desk('publish', { id })));
    expect(answers.map(({ code }) => code)).toEqual([200, 200]);
    const { body } = await portal.ask('GET /admin/know/list', {
      query: { place: 'site' },
      token: operator,
    });
    expect(body.data.filter(({ isLive }: { isLive: boolean }) => isLive)).toHaveLength(1);
  });

  test('versions written at once get numbers of their own', async () => {
    const made = await Promise.all([write(), write(), write()]);
    expect(new Set(made.map(({ data }) => data.version)).size).toBe(3);
  });

  test('what was acknowledged is in a member’s copy of their data, and goes with them', async () => {
    const { data } = await write('site', '离开前的须知');
    await acknowledge(data.id, member.token);
    const part = portal.house.identity.personalData.find(({ name }) => name === 'acknowledged-notices');
    const rows = [];
    for await (const row of (await part?.read(portal.ctx, member.memberId)) ?? []) rows.push(row);
    expect(rows).toMatchObject([{ place: 'site', title: '离开前的须知' }]);
    await portal.ctx.db
      .transaction()
      .execute((trx) =>
        portal.ctx.events.emit(portal.ctx, trx, 'member.deleted', { memberId: member.memberId }),
      );
    const left = [];
    for await (const row of (await part?.read(portal.ctx, member.memberId)) ?? []) left.push(row);
    expect(left).toEqual([]);
  });

  test.each([
    ['create', { place: 'home', title: '题', body: '<p>字</p>' }, '位置（place）'],
    ['create', { place: 'site', title: ' ', body: '<p>字</p>' }, '须知标题（title）'],
    ['create', { place: 'site', title: '长'.repeat(51), body: '<p>字</p>' }, '最多 50 个字'],
    ['create', { place: 'site', title: '题', body: '<p> </p>' }, '须知内容（body）'],
    ['create', { place: 'site', title: '题', body: '字'.repeat(20_001) }, '须知内容（body）'],
    ['publish', { id: 'x' }, '须知编号（id）'],
  ])('%s refuses %j and names the field', async (path, body, message) => {
    expect(await desk(path, body)).toMatchObject({ code: 400, msg: expect.stringContaining(message) });
  });

  test('what is not there is not found', async () => {
    for (const path of ['publish', 'withdraw'])
      expect(await desk(path, { id: '987654' })).toMatchObject({ code: 404 });
    expect((await acknowledge('987654', member.token)).status).toBe(404);
    expect((await acknowledge('1')).status).toBe(401);
    expect((await portal.ask('GET /reception/getKnow', { query: { place: 'x' } })).status).toBe(400);
  });
});

test.each([
  ['GET', 'list'],
  ['POST', 'preview'],
  ['POST', 'create'],
  ['POST', 'publish'],
  ['POST', 'withdraw'],
])('%s /admin/know/%s needs frontpage.manage, before anything else', async (method, path) => {
  const asked = async (token?: string) =>
    (
      await portal.ask(`${method} /admin/know/${path}`, {
        ...(token ? { token } : {}),
        ...(method === 'POST' ? { body: {} } : {}),
      })
    ).status;
  expect(await asked()).toBe(401);
  expect(await asked(member.token)).toBe(403);
  expect(await asked((await logIn(portal, { role: 'reviewer' })).token)).toBe(403);
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { purgedBy } from '#testing/purges.ts';
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

const callAdmin = async (path: string, body: object) =>
  (await portal.call(`POST /admin/know/${path}`, { body, token: operator })).body;
const write = async (place = 'site', title = '阅读须知', body = '<p>请先读完。</p>') =>
  callAdmin('create', { place, title, body });
const read = async (token?: string, place = 'site') =>
  (await portal.call('GET /reception/getKnow', { query: { place }, ...(token && { token }) })).body;
const acknowledge = (id: string, token?: string) =>
  portal.call('POST /member/acknowledgeKnow', { query: { id }, ...(token && { token }) });

describe('know pop-ups', () => {
  test('hides a version before it is published and after it is withdrawn', async () => {
    const { data } = await write('purchase');
    expect((await read(undefined, 'purchase')).data).toBeNull();
    expect(await callAdmin('publish', { id: data.id })).toMatchObject({ code: 200 });
    expect((await read(undefined, 'purchase')).data).toMatchObject({
      id: data.id,
      place: 'purchase',
      title: '阅读须知',
      body: '<p>请先读完。</p>',
      acknowledged: false,
    });
    expect((await read()).data).toBeNull();
    await callAdmin('withdraw', { id: data.id });
    expect((await read(undefined, 'purchase')).data).toBeNull();
  });

  test('is forgotten by caches whenever another version, or none, is live', async () => {
    const [first, second] = [(await write()).data, (await write()).data];
    const purged = (path: string, { id }: { id: string }) => purgedBy(portal, () => callAdmin(path, { id }));
    expect(await purgedBy(portal, () => write())).toEqual([]);
    expect(await purged('publish', first)).toEqual(['know']);
    expect(await purged('publish', first)).toEqual([]);
    expect(await purged('publish', second)).toEqual(['know']);
    expect(await purged('withdraw', second)).toEqual(['know']);
    expect(await purged('withdraw', second)).toEqual([]);
  });

  test('lets a member acknowledge a version once across devices and asks again for the next version', async () => {
    const first = (await write()).data;
    await callAdmin('publish', { id: first.id });
    expect((await read(member.token)).data.acknowledged).toBe(false);
    for (let again = 0; again < 2; again += 1)
      expect((await acknowledge(first.id, member.token)).status).toBe(200);
    expect((await read(member.token)).data.acknowledged).toBe(true);
    expect((await read((await logIn(portal)).token)).data.acknowledged).toBe(false);
    expect((await read()).data.acknowledged).toBe(false);

    const second = (await write()).data;
    expect(second.version).toBe(first.version + 1);
    expect((await read(member.token)).data.id).toBe(first.id);
    await callAdmin('publish', { id: second.id });
    expect((await read(member.token)).data).toMatchObject({ id: second.id, acknowledged: false });
    const { body } = await portal.call('GET /admin/know/list', {
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

  test('lets sales and references ask whether it was acknowledged', async () => {
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
    await callAdmin('publish', { id: data.id });
    expect(await hasAcknowledged(ctx, 'reference')).toBe(false);
    expect(await readKnow(ctx, 'reference')).toMatchObject({ id: data.id, acknowledged: false });
    await acknowledge(data.id, member.token);
    expect(await hasAcknowledged(ctx, 'reference')).toBe(true);
  });

  test('never delivers a script to a reader, and previews the text exactly as saved', async () => {
    const body = '<p onclick="x()">字<script>alert(1)</script><a href="javascript:x()">链</a></p>';
    const preview = await callAdmin('preview', { body });
    const { data } = await write('site', '脚本', body);
    await callAdmin('publish', { id: data.id });
    expect((await read()).data.body).toBe(preview.data.body);
    expect(preview.data.body).not.toMatch(/script|onclick/i);
  });

  test('leaves one version live if two are published at once', async () => {
    const ids = [(await write()).data.id, (await write()).data.id];
    const answers = await Promise.all(ids.map((id) => callAdmin('publish', { id })));
    expect(answers.map(({ code }) => code)).toEqual([200, 200]);
    const { body } = await portal.call('GET /admin/know/list', {
      query: { place: 'site' },
      token: operator,
    });
    expect(body.data.filter(({ isLive }: { isLive: boolean }) => isLive)).toHaveLength(1);
  });

  test('numbers versions written at once uniquely', async () => {
    const createdVersions = await Promise.all([write(), write(), write()]);
    expect(new Set(createdVersions.map(({ data }) => data.version)).size).toBe(3);
  });

  test("includes acknowledgements in a member's copy of their data and deletes them with the account", async () => {
    const { data } = await write('site', '离开前的须知');
    await acknowledge(data.id, member.token);
    const part = portal.app.identity.personalData.find(({ name }) => name === 'acknowledged-notices');
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
    ['create', { place: 'home', title: '题', body: '<p>字</p>' }, '位置'],
    ['create', { place: 'site', title: ' ', body: '<p>字</p>' }, '须知标题'],
    ['create', { place: 'site', title: '长'.repeat(51), body: '<p>字</p>' }, '最多 50 个字'],
    ['create', { place: 'site', title: '题', body: '<p> </p>' }, '须知内容'],
    ['create', { place: 'site', title: '题', body: '字'.repeat(20_001) }, '须知内容'],
    ['publish', { id: 'x' }, '须知编号'],
  ])('%s refuses %j and names the field', async (path, body, message) => {
    expect(await callAdmin(path, body)).toMatchObject({ code: 400, msg: expect.stringContaining(message) });
  });

  test('returns not found for an unknown version', async () => {
    for (const path of ['publish', 'withdraw'])
      expect(await callAdmin(path, { id: '987654' })).toMatchObject({ code: 404 });
    expect((await acknowledge('987654', member.token)).status).toBe(404);
    expect((await acknowledge('1')).status).toBe(401);
    expect((await portal.call('GET /reception/getKnow', { query: { place: 'x' } })).status).toBe(400);
  });
});

test.each([
  ['GET', 'list'],
  ['POST', 'preview'],
  ['POST', 'create'],
  ['POST', 'publish'],
  ['POST', 'withdraw'],
])('%s /admin/know/%s needs frontpage.manage, before anything else', async (method, path) => {
  const callAs = async (token?: string) =>
    (
      await portal.call(`${method} /admin/know/${path}`, {
        ...(token ? { token } : {}),
        ...(method === 'POST' ? { body: {} } : {}),
      })
    ).status;
  expect(await callAs()).toBe(401);
  expect(await callAs(member.token)).toBe(403);
  expect(await callAs((await logIn(portal, { role: 'reviewer' })).token)).toBe(403);
});

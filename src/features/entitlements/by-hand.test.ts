import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '#shared/dates.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';

let portal: Portal;
let operator: { token: string; memberId: string };
beforeAll(async () => {
  portal = await openPortal();
  operator = await logIn(portal, { role: 'operator' });
});
afterAll(() => portal.close());

const post = async (path: string, body: object, token = operator.token) =>
  (await portal.call(`POST /admin/member/${path}`, { body, token })).body;
const grants = async (id: string) =>
  (await portal.call('GET /admin/member/grants', { query: { id }, token: operator.token })).body.data;
const daysLeft = (iso: string) => (Date.parse(iso) - Date.now()) / dayMs;
const isLocked = async (id: string, token: string) =>
  (await portal.call('POST /reception/article/selectArticle', { query: { id }, token })).body.data.locked;

describe('granting VIP as staff', () => {
  test('unlocks VIP posts at once, extends from the current end, and can be ended at once', async () => {
    const { token, memberId: id } = await logIn(portal);
    const postId = await addPost(portal, { access: 'vip' });
    expect(await isLocked(postId, token)).toBe(true);
    const first = await post('giveVip', { id, days: 30, reason: '活动奖品' });
    expect(daysLeft(first.data.vipUntil)).toBeCloseTo(30, 1);
    expect(await isLocked(postId, token)).toBe(false);
    const second = await post('giveVip', { id, days: 10, reason: '补偿' });
    expect(daysLeft(second.data.vipUntil)).toBeCloseTo(40, 1);
    expect(await grants(id)).toMatchObject([
      { scope: 'vip', source: 'staff', isRunning: true },
      { scope: 'vip', source: 'staff', isRunning: true },
    ]);
    expect(await post('endVip', { id, reason: '误开' })).toMatchObject({
      code: 200,
      data: { vipUntil: null },
    });
    expect(await isLocked(postId, token)).toBe(true);
    expect((await grants(id)).map(({ isRunning }: { isRunning: boolean }) => isRunning)).toEqual([
      false,
      false,
    ]);
    expect(await post('endVip', { id, reason: '再次' })).toMatchObject({ code: 409 });
    const admin = (await logIn(portal, { role: 'admin' })).token;
    const audit = await portal.call('GET /admin/audit/list', {
      query: { target: `member:${id}` },
      token: admin,
    });
    expect(audit.body.data.records).toMatchObject([
      {
        action: 'member.endVip',
        before: { vipUntil: second.data.vipUntil },
        after: { vipUntil: null, reason: '误开' },
      },
      {
        action: 'member.giveVip',
        before: { vipUntil: first.data.vipUntil },
        after: { days: 10, reason: '补偿' },
      },
      { action: 'member.giveVip', before: { vipUntil: null }, after: { days: 30 } },
    ]);
  });

  test('adds up concurrent grants', async () => {
    const { memberId: id } = await logIn(portal);
    await Promise.all([1, 2, 3].map((days) => post('giveVip', { id, days, reason: '同时' })));
    const ends = (await grants(id)).map(({ endsAt }: { endsAt: string }) => daysLeft(endsAt));
    expect(Math.max(...ends)).toBeCloseTo(6, 1);
  });

  test('ending VIP keeps purchased posts, and deletes periods that had not begun', async () => {
    const { memberId: id } = await logIn(portal, { vipDays: 5 });
    const soon = new Date(Date.now() + dayMs);
    await portal.ctx.db
      .insertInto('grants')
      .values([
        { member_id: id, scope: 'post', target_id: '100001', source: 'order' },
        { member_id: id, scope: 'vip', source: 'order', starts_at: soon, ends_at: new Date(+soon + dayMs) },
      ])
      .execute();
    await post('endVip', { id, reason: '退款' });
    expect(await grants(id)).toMatchObject([
      { scope: 'post', isRunning: true },
      { scope: 'vip', source: 'test', isRunning: false },
    ]);
  });

  test.each([
    [{ days: 0, reason: '甲' }, '天数'],
    [{ days: 3651, reason: '甲' }, '天数'],
    [{ days: 1.5, reason: '甲' }, '天数'],
    [{ days: '三', reason: '甲' }, '天数'],
    [{ days: 3 }, '原因'],
    [{ days: 3, reason: '　' }, '原因'],
    [{ days: 3, reason: '字'.repeat(201) }, '原因'],
  ])('rejects %j, names the field and grants nothing', async (body, words) => {
    const { memberId: id } = await logIn(portal);
    const answer = await post('giveVip', { id, ...body });
    expect(answer).toMatchObject({ code: 400 });
    expect(answer.msg).toContain(words);
    expect(await grants(id)).toEqual([]);
  });

  test('is rejected for the caller’s own account', async () => {
    const answer = await post('giveVip', { id: operator.memberId, days: 30, reason: '自用' });
    expect(answer).toMatchObject({ code: 409, msg: expect.stringContaining('不能给自己开通 VIP') });
    expect(await grants(operator.memberId)).toEqual([]);
  });

  test('of staff needs the permission to manage staff', async () => {
    const { memberId: id } = await logIn(portal, { role: 'admin' });
    const gift = { id, days: 30, reason: '活动奖品' };
    expect(await post('giveVip', gift)).toMatchObject({
      code: 409,
      msg: '编辑部成员的 VIP，请有“员工与角色”权限的同事在会员页开通',
    });
    expect(await grants(id)).toEqual([]);
    const boss = await logIn(portal, { role: 'admin' });
    expect(await post('giveVip', gift, boss.token)).toMatchObject({ code: 200 });
  });

  test('returns 404 for an unknown member', async () => {
    expect(await post('giveVip', { id: '999999999', days: 1, reason: '甲' })).toMatchObject({ code: 404 });
    expect(await post('endVip', { id: '999999999', reason: '甲' })).toMatchObject({ code: 404 });
  });

  test.each([
    ['GET', 'grants', 'members.view'],
    ['POST', 'giveVip', 'members.manage'],
    ['POST', 'endVip', 'members.manage'],
  ])('%s /admin/member/%s requires %s before anything else', async (method, path, code) => {
    const call = portal.app.calls.find((one) => one.path === `/admin/member/${path}`);
    expect(call?.access).toEqual({ permission: code });
    const statusFor = async (token?: string) =>
      (
        await portal.call(`${method} /admin/member/${path}`, {
          ...(token ? { token } : {}),
          ...(method === 'POST' ? { body: {} } : {}),
        })
      ).status;
    expect(await statusFor()).toBe(401);
    expect(await statusFor((await logIn(portal, { role: 'editor' })).token)).toBe(403);
  });
});

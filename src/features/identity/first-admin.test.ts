import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { setupKey } from './first-admin.ts';

let portal: Portal;
let key: string;
beforeEach(async () => {
  portal = await openPortal();
  key = (await setupKey(portal.ctx)) ?? '';
});
afterEach(() => portal.close());

const person = { siteName: '海岸财经', mobile: '13900000001', name: '主编', password: 'a long enough one' };
const setUp = (changes: object = {}) =>
  portal.call('POST /reception/setup', { body: { key, ...person, ...changes } });
const isOpen = async () => (await portal.call('GET /reception/setup')).body.data.isOpen;
const people = async () => (await portal.ctx.db.selectFrom('members').select('id').execute()).length;

describe('setting up the first administrator', () => {
  test('names the site, gives every permission at log-in and is audited', async () => {
    expect(await isOpen()).toBe(true);
    expect((await setUp()).body).toMatchObject({ code: 200 });
    const { body } = await portal.call('POST /blade-auth/oauth/token', {
      body: { grant_type: 'password', username: person.mobile, password: person.password },
    });
    expect(body).toMatchObject({ user_name: '主编', menuIds: ['*'] });
    expect((await portal.app.settings(portal.ctx)).site.name).toBe('海岸财经');
    const { data } = (await portal.call('GET /admin/audit/list', { token: body.access_token })).body;
    expect(
      data.records.map(({ action, memberName }: { action: string; memberName: string }) => [
        action,
        memberName,
      ]),
    ).toEqual([
      ['settings.save', '主编'],
      ['staff.setUp', '主编'],
    ]);
  });

  test('works once: the key is deleted', async () => {
    await setUp();
    expect(await isOpen()).toBe(false);
    expect(await setupKey(portal.ctx)).toBeNull();
    expect((await setUp({ mobile: '13900000002' })).body).toMatchObject({
      code: 409,
      msg: '门户已经设置过了，请直接登录',
    });
    expect(
      await portal.ctx.db.selectFrom('secrets').select('name').where('name', '=', 'set-up').execute(),
    ).toEqual([]);
    expect(await people()).toBe(1);
  });

  test('creates one administrator from several concurrent calls', async () => {
    const answers = await Promise.all(
      ['1', '2', '3', '4'].map((end) => setUp({ mobile: `1390000000${end}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await people()).toBe(1);
  });

  test('is rejected for the number of a member, and once staff exist', async () => {
    const { memberId } = await logIn(portal);
    const { mobile } = await portal.ctx.db
      .selectFrom('members')
      .select('mobile')
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow();
    expect((await setUp({ mobile })).body).toMatchObject({
      code: 409,
      msg: expect.stringContaining('手机号'),
    });
    expect(await isOpen()).toBe(true);
    await logIn(portal, { role: 'finance' });
    expect(await isOpen()).toBe(false);
    expect((await setUp()).status).toBe(409);
  });

  test.each([
    [{ siteName: ' ' }, '站点名称'],
    [{ siteName: '\u200b\u3164' }, '站点名称'],
    [{ siteName: '字'.repeat(21) }, '站点名称'],
    [{ mobile: '123' }, '手机号'],
    [{ name: '' }, '姓名'],
    [{ name: '字'.repeat(31) }, '姓名'],
    [{ password: 'short' }, '密码'],
    [{ key: undefined }, '设置钥匙'],
  ])('rejects %j, names the field and creates no member', async (changes, words) => {
    expect((await setUp(changes)).body).toMatchObject({ code: 400, msg: expect.stringContaining(words) });
    expect(await people()).toBe(0);
  });

  test('rejects a wrong key and limits guesses', async () => {
    expect((await setUp({ key: `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}` })).status).toBe(403);
    for (let tries = 1; tries < 20; tries += 1) expect((await setUp({ key: 'guess' })).status).toBe(403);
    const answer = await setUp({ key: 'guess' });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(await people()).toBe(0);
    // Wrong keys do not lock out the holder of the right key.
    expect((await setUp()).status).toBe(200);
  });
});

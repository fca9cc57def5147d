import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { logIn } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
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
  portal.ask('POST /reception/setup', { body: { key, ...person, ...changes } });
const isOpen = async () => (await portal.ask('GET /reception/setup')).body.data.isOpen;
const people = async () => (await portal.ctx.db.selectFrom('members').select('id').execute()).length;

describe('the first administrator', () => {
  test('names the site, logs in with every permission, and is in the log', async () => {
    expect(await isOpen()).toBe(true);
    expect((await setUp()).body).toMatchObject({ code: 200 });
    const { body } = await portal.ask('POST /blade-auth/oauth/token', {
      body: { grant_type: 'password', username: person.mobile, password: person.password },
    });
    expect(body).toMatchObject({ user_name: '主编', menuIds: ['*'] });
    expect((await portal.house.settings(portal.ctx)).site.name).toBe('海岸财经');
    const { data } = (await portal.ask('GET /admin/audit/list', { token: body.access_token })).body;
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

  test('is the only one that comes this way: the key is dead', async () => {
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

  test('of several at once one is made', async () => {
    const answers = await Promise.all(
      ['1', '2', '3', '4'].map((end) => setUp({ mobile: `1390000000${end}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await people()).toBe(1);
  });

  test('is not made of who is a member already, nor where there is staff', async () => {
    const { memberId } = await logIn(portal);
    const { mobile } = await portal.ctx.db
      .selectFrom('members')
      .select('mobile')
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow();
    expect((await setUp({ mobile })).body).toMatchObject({
      code: 409,
      msg: expect.stringContaining('手机号（mobile）'),
    });
    expect(await isOpen()).toBe(true);
    await logIn(portal, { role: 'finance' });
    expect(await isOpen()).toBe(false);
    expect((await setUp()).status).toBe(409);
  });

  test.each([
    [{ siteName: ' ' }, '站点名称（siteName）'],
    [{ siteName: '\u200b\u3164' }, '站点名称（siteName）'],
    [{ siteName: '字'.repeat(21) }, '站点名称（siteName）'],
    [{ mobile: '123' }, '手机号（mobile）'],
    [{ name: '' }, '姓名（name）'],
    [{ name: '字'.repeat(31) }, '姓名（name）'],
    [{ password: 'short' }, '密码（password）'],
    [{ key: undefined }, '设置钥匙（key）'],
  ])('%j is refused by its name, and makes nobody', async (changes, words) => {
    expect((await setUp(changes)).body).toMatchObject({ code: 400, msg: expect.stringContaining(words) });
    expect(await people()).toBe(0);
  });

  test('a wrong key opens nothing, and guessing is slowed down', async () => {
    expect((await setUp({ key: `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}` })).status).toBe(403);
    for (let tries = 1; tries < 20; tries += 1) expect((await setUp({ key: 'guess' })).status).toBe(403);
    const answer = await setUp({ key: 'guess' });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(await people()).toBe(0);
    // Whoever has the key is not held up by those who have not.
    expect((await setUp()).status).toBe(200);
  });
});

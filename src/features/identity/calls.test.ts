import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Trx } from '#kernel/context.ts';
import { dayMs } from '#shared/dates.ts';
import { type Body, openPortal, type Portal } from '#testing/portal.ts';
import { logIn, relaxedCodeLimits, solveProof } from '#testing/posts-and-members.ts';
import { runOverlapping } from '#testing/run-overlapping.ts';
import { waitFor } from '#testing/wait-for.ts';
import { addMember, tidySessions } from './service.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal(relaxedCodeLimits);
});
afterAll(() => portal.close());
// All tests share one address, so the failures of one would count against the next.
beforeEach(() => portal.ctx.db.deleteFrom('rate_limits').execute());

const token = async (body: Record<string, string>) =>
  (await portal.call('POST /blade-auth/oauth/token', { body })).body;
const password = (username: string, secret: string) =>
  token({ grant_type: 'password', username, password: secret });
const provenPassword = async (username: string, secret: string) =>
  token({ grant_type: 'password', username, password: secret, proof: await solveProof(portal) });
const isLogin = async (session: string) =>
  (await portal.call('GET /reception/isLogin', { token: session })).body.data;

const renew = async (refresh_token: string, headers: Record<string, string> = {}) => {
  const body = { grant_type: 'refresh_token', refresh_token };
  return (await portal.call('POST /blade-auth/oauth/token', { body, headers })).body;
};
const deviceCookie = (letter: string) => ({ cookie: `GL-DEVICE=${letter.repeat(43)}` });
const tokensOf = ({ access_token, refresh_token }: Body) => ({ access_token, refresh_token });
const lockSessions = (trx: Trx, memberId: string) =>
  trx.selectFrom('sessions').select('id').where('member_id', '=', memberId).forUpdate().execute();
/** Moves every exchange of a refresh token into the past. */
const spendEarlier = (ms: number) =>
  sql`update spent_refresh_tokens set spent_at = spent_at - ${ms} * interval '1 millisecond'`.execute(
    portal.ctx.db,
  );

describe('token call', () => {
  test('returns the raw OAuth body with the member and their permission codes', async () => {
    await addMember(portal.ctx, {
      mobile: '13700000001',
      password: '一个长密码 long',
      name: '主编',
      role: 'editor',
    });
    const answer = await password('13700000001', '一个长密码 long');
    expect(answer).toMatchObject({
      token_type: 'bearer',
      tenant_id: '000000',
      account: '13700000001',
      nick_name: '主编',
      role_name: '编辑',
    });
    expect(answer.expires_in).toBeGreaterThan(3600);
    expect(answer.menuIds).toContain('content.publish');
    expect(answer).not.toHaveProperty('code');
    expect(await isLogin(answer.access_token)).toBe(true);
  });

  test('accepts a form as well as JSON', async () => {
    await addMember(portal.ctx, { mobile: '13700000002', password: 'a long secret' });
    const { body } = await portal.call('POST /blade-auth/oauth/token', {
      body: 'grant_type=password&username=13700000002&password=a+long+secret',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(body.token_type).toBe('bearer');
  });

  test.each([
    ['password', '密码'],
    ['value', '验证码'],
    ['refresh_token', '续期凭证'],
    ['totp', '动态验证码'],
  ])('rejects a credential in the query string: %s', async (name, label) => {
    const query = { grant_type: 'password', username: '13700000002', [name]: 'a long secret' };
    const { body } = await portal.call('POST /blade-auth/oauth/token', { query });
    expect(body.error_code).toBe(400);
    expect(body.error_description).toContain(`${label}请放在请求正文里发送`);
  });

  test('accepts credentials in the query string with TOKEN_QUERY=1', async () => {
    const other = await openPortal({ TOKEN_QUERY: '1' });
    await addMember(other.ctx, { mobile: '13700000002', password: 'a long secret' });
    const query = { grant_type: 'password', username: '13700000002', password: 'a long secret' };
    const { body } = await other.call('POST /blade-auth/oauth/token', { query });
    expect(body.token_type).toBe('bearer');
    await other.close();
  });

  test('fails with HTTP 200 and error_code 400, with the same message for known and unknown numbers', async () => {
    await addMember(portal.ctx, { mobile: '13700000003', password: 'a long secret' });
    const wrong = await password('13700000003', 'not it');
    expect(wrong).toEqual({ error_code: 400, error_description: '手机号或密码不正确' });
    expect(await password('13799999999', 'not it')).toEqual(wrong);
    expect((await password('', '')).error_description).toBe('请输入手机号');
    expect((await token({ grant_type: 'magic' })).error_code).toBe(400);
  });

  test.each(['{"username":{"a":1}}', '{"password":7}', `{"username":"${'长'.repeat(101)}"}`, '[]', '"x"'])(
    'explains in Chinese what is wrong with %s',
    async (body) => {
      const answer = await portal.call('POST /blade-auth/oauth/token', {
        body,
        headers: { 'content-type': 'application/json' },
      });
      expect(answer.status).toBe(400);
      expect(answer.body.msg).toMatch(/^\p{Script=Han}/u);
    },
  );

  test('rejects even the right password after ten wrong ones', async () => {
    await addMember(portal.ctx, { mobile: '13700000004', password: 'a long secret' });
    for (let tries = 0; tries < 10; tries += 1) await provenPassword('13700000004', 'not it');
    const answer = await provenPassword('13700000004', 'a long secret');
    expect(answer.error_code).toBe(429);
    expect(answer.error_description).toMatch(/请 \d+ 分钟后再试/);
  });

  test('checks at most ten of many concurrent guesses', async () => {
    await addMember(portal.ctx, { mobile: '13700000005', password: 'a long secret' });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, guess) => provenPassword('13700000005', `guess ${guess}`)),
    );
    const looked = answers.filter(({ error_description }) => error_description === '手机号或密码不正确');
    expect(looked).toHaveLength(10);
    expect(answers.filter(({ error_code }) => error_code === 429)).toHaveLength(30);
  });

  test('clears the failures of account and address after a successful log-in', async () => {
    await addMember(portal.ctx, { mobile: '13700000006', password: 'a long secret' });
    const failures = () => portal.ctx.db.selectFrom('rate_limits').select(['key', 'hits']).execute();
    const ofAddresses = async () =>
      (await failures()).filter(({ key, hits }) => key.startsWith('identity.network:') && hits.length > 0);
    const before = await ofAddresses();
    await password('13700000006', 'a long secret');
    expect(await ofAddresses()).toEqual(before);
    expect((await failures()).map(({ key }) => key)).not.toContain(
      'identity.passwords:13700000006 127.0.0.1',
    );
  });
});

describe('session', () => {
  test('ends at log-out, together with its token and refresh token', async () => {
    const session = await logIn(portal);
    await portal.call('GET /blade-auth/oauth/logout', { token: session.token });
    expect(await isLogin(session.token)).toBe(false);
    expect(
      (await token({ grant_type: 'refresh_token', refresh_token: session.refreshToken })).error_code,
    ).toBe(400);
  });

  test('is renewed once by its refresh token, also by two concurrent renewals', async () => {
    const session = await logIn(portal);
    const answers = await runOverlapping(
      portal,
      (trx) => lockSessions(trx, session.memberId),
      [1, 2].map(() => () => renew(session.refreshToken)),
    );
    expect(answers[0]).toHaveProperty('access_token');
    expect(tokensOf(answers[1])).toEqual(tokensOf(answers[0]));
    expect(await isLogin(answers[0].access_token)).toBe(true);
    expect(await isLogin(session.token)).toBe(false);
    const rows = await portal.ctx.db
      .selectFrom('sessions')
      .select('id')
      .where('member_id', '=', session.memberId)
      .execute();
    expect(rows).toHaveLength(1);
  });

  test('ends when an exchanged refresh token is used again', async () => {
    const session = await logIn(portal);
    const owner = await renew(session.refreshToken);
    await spendEarlier(30_001);
    expect((await renew(session.refreshToken)).error_code).toBe(400);
    expect(await isLogin(owner.access_token)).toBe(false);
    expect((await renew(owner.refresh_token)).error_code).toBe(400);
  });

  test('survives two tabs that use one refresh token within seconds', async () => {
    const session = await logIn(portal);
    const first = await renew(session.refreshToken);
    await spendEarlier(29_000);
    const second = await renew(session.refreshToken);
    expect(tokensOf(second)).toEqual(tokensOf(first));
    expect(second.expires_in).toBeLessThanOrEqual(first.expires_in);
    expect(await isLogin(first.access_token)).toBe(true);
    // A repeated renewal does not begin the thirty seconds again.
    await spendEarlier(2000);
    expect((await renew(session.refreshToken)).error_code).toBe(400);
    expect(await isLogin(first.access_token)).toBe(false);
  });

  test.each([
    ['a browser', 'a client without cookies', deviceCookie('a'), {}],
    ['a browser', 'another browser', deviceCookie('a'), deviceCookie('b')],
    ['a client without cookies', 'a browser', {}, deviceCookie('b')],
    ['a client without cookies', 'another program', {}, { 'user-agent': 'another' }],
  ])('gives the successor of a refresh token to %s, and not to %s', async (_, __, own, other) => {
    const session = await logIn(portal);
    const first = await renew(session.refreshToken, own);
    expect(await renew(session.refreshToken, other)).toMatchObject({ error_code: 400 });
    expect(tokensOf(await renew(session.refreshToken, own))).toEqual(tokensOf(first));
    await spendEarlier(10_001);
    expect(await renew(session.refreshToken, other)).toMatchObject({ error_code: 400 });
    expect(await isLogin(first.access_token)).toBe(false);
  });

  test('gives no successor that was exchanged itself, or whose session ended', async () => {
    const session = await logIn(portal);
    const first = await renew(session.refreshToken);
    const second = await renew(first.refresh_token);
    expect((await renew(session.refreshToken)).error_code).toBe(400);
    expect(await isLogin(second.access_token)).toBe(true);
    await portal.call('GET /blade-auth/oauth/logout', { token: second.access_token });
    expect((await renew(first.refresh_token)).error_code).toBe(400);
    expect(await isLogin(second.access_token)).toBe(false);
  });

  test('ends at a log-out with an access token that was replaced or that expired', async () => {
    const replaced = await logIn(portal);
    const successor = await renew(replaced.refreshToken);
    expect((await portal.call('GET /blade-auth/oauth/logout', { token: replaced.token })).body.data).toBe(
      true,
    );
    expect(await isLogin(successor.access_token)).toBe(false);
    expect((await renew(successor.refresh_token)).error_code).toBe(400);

    const expired = await logIn(portal);
    await portal.ctx.db
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() - 1000), token_hash: sql`token_hash` })
      .where('member_id', '=', expired.memberId)
      .execute();
    await portal.call('GET /blade-auth/oauth/logout', { token: expired.token });
    expect((await renew(expired.refreshToken)).error_code).toBe(400);
    expect((await portal.call('GET /blade-auth/oauth/logout', { token: 'invented' })).body.data).toBe(true);
  });

  test('ends when one tab logs out while another renews', async () => {
    const session = await logIn(portal);
    const [renewed] = await runOverlapping(portal, (trx) => lockSessions(trx, session.memberId), [
      () => renew(session.refreshToken),
      () => portal.call('GET /blade-auth/oauth/logout', { token: session.token }),
    ]);
    if (renewed.access_token) expect(await isLogin(renewed.access_token)).toBe(false);
    expect((await renew(session.refreshToken)).error_code).toBe(400);
    const { rows } = await sql`select from sessions where member_id = ${session.memberId}`.execute(
      portal.ctx.db,
    );
    expect(rows).toHaveLength(0);
  });

  test.each([
    ['thirty days', undefined, 30 * 24],
    ['twelve hours of staff', 'editor', 12],
  ])('ends after %s, however much it is used', async (_, role, hours) => {
    const session = await logIn(portal, role ? { role } : {});
    const begin = (hoursAgo: number) =>
      portal.ctx.db
        .updateTable('sessions')
        .set({ created_at: new Date(Date.now() - hoursAgo * 3_600_000), token_hash: sql`token_hash` })
        .where('member_id', '=', session.memberId)
        .execute();
    await begin(hours - 0.1);
    const renewed = await token({ grant_type: 'refresh_token', refresh_token: session.refreshToken });
    expect(renewed.expires_in).toBe(360);
    expect(await isLogin(renewed.access_token)).toBe(true);
    await begin(hours + 0.1);
    await waitFor(async () => expect(await isLogin(renewed.access_token)).toBe(false));
    const again = await token({ grant_type: 'refresh_token', refresh_token: renewed.refresh_token });
    expect(again.error_code).toBe(400);
  });

  test('that was not used for a week is renewed for a month, then is deleted', async () => {
    const session = await logIn(portal);
    const { db, now } = portal.ctx;
    const rows = () =>
      db.selectFrom('sessions').select('id').where('member_id', '=', session.memberId).execute();
    const tidyIn = (days: number) =>
      tidySessions({ ...portal.ctx, now: () => new Date(now().getTime() + days * dayMs) });
    await tidyIn(8);
    await db
      .updateTable('sessions')
      .set({ expires_at: new Date(now().getTime() - dayMs), token_hash: sql`token_hash` })
      .where('member_id', '=', session.memberId)
      .execute();
    await waitFor(async () => expect(await isLogin(session.token)).toBe(false));
    const renewed = await token({ grant_type: 'refresh_token', refresh_token: session.refreshToken });
    expect(await isLogin(renewed.access_token)).toBe(true);
    await tidyIn(29);
    expect(await rows()).toHaveLength(1);
    await tidyIn(31);
    expect(await rows()).toEqual([]);
  });

  test('stores only hashes of its tokens', async () => {
    const session = await logIn(portal);
    const rows = JSON.stringify(await portal.ctx.db.selectFrom('sessions').selectAll().execute());
    expect(rows).not.toContain(session.token);
    expect(rows).not.toContain(session.refreshToken);
    const successor = await renew(session.refreshToken);
    const { rows: all } = await sql`select s.*, t.* from sessions s, spent_refresh_tokens t`.execute(
      portal.ctx.db,
    );
    for (const stored of [successor.access_token, successor.refresh_token, session.refreshToken])
      expect(JSON.stringify(all)).not.toContain(stored);
  });

  test('of a blocked member acts as a visitor', async () => {
    const session = await logIn(portal);
    await portal.ctx.db
      .updateTable('members')
      .set({ blocked_at: new Date() })
      .where('id', '=', session.memberId)
      .execute();
    expect(await isLogin(session.token)).toBe(false);
  });
});

test('GET /member/profile returns the caller’s own profile with a masked mobile number', async () => {
  const { token: session, memberId } = await logIn(portal, { vipDays: 1 });
  const { body } = await portal.call('GET /member/profile', { token: session });
  expect(body.data).toMatchObject({ id: memberId, mobile: expect.stringMatching(/^139\*{4}\d{4}$/) });
  expect(Date.parse(body.data.vipUntil)).toBeGreaterThan(Date.now());
  expect((await portal.call('GET /member/profile')).status).toBe(401);
});

test.each([
  [{ mobile: '123', password: 'a long secret' }, '手机号'],
  [{ mobile: '13700000009', password: 'short' }, '密码'],
  [{ mobile: '13700000009', password: 'a long secret', role: 'king' }, '角色'],
])('addMember rejects %j and names the field', async (input, field) => {
  await expect(addMember(portal.ctx, input)).rejects.toThrow(field);
});

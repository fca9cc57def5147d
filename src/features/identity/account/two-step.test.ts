import { createHash } from 'node:crypto';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn, receiveCode, relaxedCodeLimits } from '#testing/posts-and-members.ts';
import { findTotpStep } from './totp.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal(relaxedCodeLimits);
});
afterAll(() => portal.close());

const stepMs = 30_000;
const codeAt = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * stepMs });
const postMember = (call: string, token: string, body: object) =>
  portal.call(`POST /member/${call}`, { token, body });
const begin = async (token: string): Promise<{ secret: string; uri: string }> =>
  (await postMember('beginTotp', token, { password: 'correct horse' })).body.data;
const mobileOf = async (id: string, { ctx } = portal) =>
  (await ctx.db.selectFrom('members').select('mobile').where('id', '=', id).executeTakeFirstOrThrow()).mobile;
const logInWith = async (username: string, totp?: string, at = portal) =>
  (
    await at.call('POST /blade-auth/oauth/token', {
      body: {
        grant_type: 'password',
        username,
        password: 'correct horse',
        ...(totp === undefined ? {} : { totp }),
      },
    })
  ).body;

/** A member with a second factor whose code of the previous time step is used up. */
async function enrol() {
  const { token, memberId } = await logIn(portal);
  const { secret } = await begin(token);
  const { body } = await postMember('enableTotp', token, { value: codeAt(secret, -1) });
  const recoveryCodes: string[] = body.data.recoveryCodes;
  return { token, memberId, mobile: await mobileOf(memberId), secret, recoveryCodes };
}

test('an authenticator’s code is valid one step of 30 seconds before and after its own, and no longer', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const now = new Date('2026-11-20T08:00:15Z');
  const current = Math.floor(now.getTime() / stepMs);
  for (let steps = -12; steps <= 12; steps += 1) {
    const code = new TOTP({ secret }).generate({ timestamp: now.getTime() + steps * stepMs });
    const step = Math.abs(steps) <= 1 ? current + steps : null;
    expect(findTotpStep(secret, code, now), `${steps} steps away`).toBe(step);
  }
});

describe('two-step verification', () => {
  test('starts with the password and takes effect with the first right code', async () => {
    const { token, memberId } = await logIn(portal);
    expect((await postMember('beginTotp', token, {})).body.msg).toContain('密码');
    expect((await postMember('beginTotp', token, { password: 'wrong' })).status).toBe(400);
    expect((await postMember('enableTotp', token, { value: '123456' })).body.msg).toContain('请先获取密钥');
    const { secret, uri } = await begin(token);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(decodeURIComponent(uri)).toMatch(
      /^otpauth:\/\/totp\/观澜:139\*{4}\d{4}\?issuer=观澜&secret=[A-Z2-7]{32}&/,
    );
    const mobile = await mobileOf(memberId);
    expect((await logInWith(mobile)).access_token).toBeDefined();
    const wrong = String((Number(codeAt(secret)) + 1) % 1_000_000).padStart(6, '0');
    expect((await postMember('enableTotp', token, { value: wrong })).body.msg).toContain('动态码不正确');
    const { data } = (await postMember('enableTotp', token, { value: codeAt(secret, -1) })).body;
    expect(data.recoveryCodes).toHaveLength(10);
    expect(new Set(data.recoveryCodes).size).toBe(10);
    expect(data.recoveryCodes[0]).toMatch(/^([A-Z2-9]{6}-){3}[A-Z2-9]{6}$/);
    expect((await portal.call('GET /member/profile', { token })).body.data.hasTotp).toBe(true);
    expect((await postMember('beginTotp', token, { password: 'correct horse' })).status).toBe(409);
    expect((await postMember('enableTotp', token, { value: codeAt(secret) })).status).toBe(409);
  });

  test('allows ten wrong codes of a new secret in 15 minutes, also at once, and log-ins all the same', async () => {
    const { token, memberId } = await logIn(portal);
    const { secret } = await begin(token);
    const wrong = String((Number(codeAt(secret)) + 1) % 1_000_000).padStart(6, '0');
    const guess = (value: string) => postMember('enableTotp', token, { value });
    const statuses = (await Promise.all(Array.from({ length: 12 }, () => guess(wrong)))).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([...Array(10).fill(400), 429, 429]);
    expect((await guess(codeAt(secret))).status).toBe(429);
    expect((await portal.call('GET /member/profile', { token })).body.data.hasTotp).toBe(false);
    expect((await logInWith(await mobileOf(memberId))).access_token).toBeDefined();
  });

  test('starts with an SMS code if the account has no password', async () => {
    const { token, memberId } = await logIn(portal);
    await portal.ctx.db
      .updateTable('members')
      .set({ password_hash: null })
      .where('id', '=', memberId)
      .execute();
    const value = await receiveCode(portal, {
      phone: await mobileOf(memberId),
      purpose: 'change-old',
      token,
    });
    expect((await postMember('beginTotp', token, {})).status).toBe(400);
    expect((await postMember('beginTotp', token, { value })).body.data.secret).toBeDefined();
  });

  test('is required at log-in, and a code works once', async () => {
    const { mobile, secret } = await enrol();
    expect(await logInWith(mobile)).toMatchObject({ error_code: 400, error: 'totp_required' });
    const code = codeAt(secret);
    expect((await logInWith(mobile, code)).access_token).toBeDefined();
    expect((await logInWith(mobile, code)).error_code).toBe(400);
    // A step older than the last one used is rejected too.
    expect((await logInWith(mobile, codeAt(secret, -1))).error_code).toBe(400);
    expect((await logInWith(mobile, codeAt(secret, -4))).error_code).toBe(400);
  });

  test('accepts a code once when it is sent three times concurrently', async () => {
    const { mobile, secret } = await enrol();
    const code = codeAt(secret);
    const answers = await Promise.all([1, 2, 3].map(() => logInWith(mobile, code)));
    expect(answers.filter(({ access_token }) => access_token)).toHaveLength(1);
  });

  test('limits guesses: after ten wrong codes the right one is rejected', async () => {
    const { mobile, secret } = await enrol();
    const answers: { error_code?: number }[] = [];
    for (let guess = 0; guess < 12; guess += 1) answers.push(await logInWith(mobile, '000000'));
    expect(answers.filter(({ error_code }) => error_code === 400)).toHaveLength(10);
    expect((await logInWith(mobile, codeAt(secret))).error_code).toBe(429);
  });

  test('accepts a recovery code once, however it is typed, and stores only its hash', async () => {
    const { mobile, recoveryCodes } = await enrol();
    const [first = '', second = ''] = recoveryCodes;
    expect((await logInWith(mobile, ` ${first.toLowerCase()} `)).access_token).toBeDefined();
    expect((await logInWith(mobile, first)).error_code).toBe(400);
    expect((await logInWith(mobile, second.replaceAll('-', ''))).access_token).toBeDefined();
    const stored = await portal.ctx.db.selectFrom('recovery_codes').selectAll().execute();
    expect(JSON.stringify(stored.map(({ code_hash }) => code_hash.toString('latin1')))).not.toContain(first);
    const stranger = await enrol();
    expect((await logInWith(mobile, stranger.recoveryCodes[0])).error_code).toBe(400);
  });

  test('accepts a ten-character recovery code of an older version once', async () => {
    const { mobile, memberId } = await enrol();
    const code_hash = createHash('sha256').update('ABCDE23456').digest();
    await portal.ctx.db.insertInto('recovery_codes').values({ member_id: memberId, code_hash }).execute();
    expect((await logInWith(mobile, 'abcde-23456')).access_token).toBeDefined();
    expect((await logInWith(mobile, 'abcde-23456')).error_code).toBe(400);
  });

  test('is disabled by a code or a recovery code, which leaves nothing behind', async () => {
    const { token, mobile, recoveryCodes } = await enrol();
    expect((await postMember('disableTotp', token, { value: '000000' })).status).toBe(400);
    expect((await postMember('disableTotp', token, {})).body.msg).toContain('动态码');
    expect((await postMember('disableTotp', token, { value: recoveryCodes[3] })).body.data).toBe(true);
    expect((await logInWith(mobile)).access_token).toBeDefined();
    expect((await postMember('disableTotp', token, { value: recoveryCodes[4] })).status).toBe(409);
  });
});

describe('with STAFF_TOTP=required', () => {
  let strict: Portal;
  beforeAll(async () => {
    strict = await openPortal({ ...relaxedCodeLimits, STAFF_TOTP: 'required' });
  });
  afterAll(() => strict.close());

  test('staff have no permissions until they enrol, and cannot disable the second factor', async () => {
    const { token, memberId } = await logIn(strict, { role: 'admin' });
    const menuIds = async () =>
      (await strict.call('GET /member/profile', { token })).body.data.menuIds as string[];
    expect(await menuIds()).toEqual([]);
    expect((await strict.call('GET /reception/outbox', { token, headers: { via: 'x' } })).status).toBe(403);
    const mobile = await mobileOf(memberId, strict);
    expect((await logInWith(mobile, undefined, strict)).menuIds).toEqual([]);
    const begun = await strict.call('POST /member/beginTotp', { token, body: { password: 'correct horse' } });
    const { secret } = begun.body.data;
    await strict.call('POST /member/enableTotp', { token, body: { value: codeAt(secret, -1) } });
    expect(await menuIds()).toEqual(['*']);
    expect((await logInWith(mobile, codeAt(secret), strict)).menuIds).toEqual(['*']);
    const answer = await strict.call('POST /member/disableTotp', {
      token,
      body: { value: codeAt(secret, 1) },
    });
    expect(answer.status).toBe(409);
    expect(answer.body.msg).toContain('不能关闭');
  });

  test('members without a role need no second factor', async () => {
    const { token } = await logIn(strict);
    expect((await strict.call('GET /member/profile', { token })).body.data.hasTotp).toBe(false);
  });
});

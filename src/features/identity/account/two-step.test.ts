import { createHash } from 'node:crypto';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { logIn, quickCodes, receiveCode } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal(quickCodes);
});
afterAll(() => portal.close());

const stepMs = 30_000;
const codeAt = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * stepMs });
const ask = (call: string, token: string, body: object) =>
  portal.ask(`POST /member/${call}`, { token, body });
const begin = async (token: string): Promise<{ secret: string; uri: string }> =>
  (await ask('beginTotp', token, { password: 'correct horse' })).body.data;
const mobileOf = async (id: string, { ctx } = portal) =>
  (await ctx.db.selectFrom('members').select('mobile').where('id', '=', id).executeTakeFirstOrThrow()).mobile;
const logInWith = async (username: string, totp?: string, at = portal) =>
  (
    await at.ask('POST /blade-auth/oauth/token', {
      body: {
        grant_type: 'password',
        username,
        password: 'correct horse',
        ...(totp === undefined ? {} : { totp }),
      },
    })
  ).body;

/** A member whose account has a second factor; the code of the step before now is used up. */
async function enrol() {
  const { token, memberId } = await logIn(portal);
  const { secret } = await begin(token);
  const { body } = await ask('enableTotp', token, { value: codeAt(secret, -1) });
  const recoveryCodes: string[] = body.data.recoveryCodes;
  return { token, memberId, mobile: await mobileOf(memberId), secret, recoveryCodes };
}

describe('two-step verification', () => {
  test('begins with the password, and counts from the first right code on', async () => {
    const { token, memberId } = await logIn(portal);
    expect((await ask('beginTotp', token, {})).body.msg).toContain('密码（password）');
    expect((await ask('beginTotp', token, { password: 'wrong' })).status).toBe(400);
    expect((await ask('enableTotp', token, { value: '123456' })).body.msg).toContain('请先获取密钥');
    const { secret, uri } = await begin(token);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(decodeURIComponent(uri)).toMatch(
      /^otpauth:\/\/totp\/观澜:139\*{4}\d{4}\?issuer=观澜&secret=[A-Z2-7]{32}&/,
    );
    const mobile = await mobileOf(memberId);
    expect((await logInWith(mobile)).access_token).toBeDefined();
    const wrong = String((Number(codeAt(secret)) + 1) % 1_000_000).padStart(6, '0');
    expect((await ask('enableTotp', token, { value: wrong })).body.msg).toContain('动态码（value）不正确');
    const { data } = (await ask('enableTotp', token, { value: codeAt(secret, -1) })).body;
    expect(data.recoveryCodes).toHaveLength(10);
    expect(new Set(data.recoveryCodes).size).toBe(10);
    expect(data.recoveryCodes[0]).toMatch(/^([A-Z2-9]{6}-){3}[A-Z2-9]{6}$/);
    expect((await portal.ask('GET /member/profile', { token })).body.data.hasTotp).toBe(true);
    expect((await ask('beginTotp', token, { password: 'correct horse' })).status).toBe(409);
    expect((await ask('enableTotp', token, { value: codeAt(secret) })).status).toBe(409);
  });

  test('of who has no password begins with a code to their number', async () => {
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
    expect((await ask('beginTotp', token, {})).status).toBe(400);
    expect((await ask('beginTotp', token, { value })).body.data.secret).toBeDefined();
  });

  test('is asked for at log-in, and a code opens once', async () => {
    const { mobile, secret } = await enrol();
    expect(await logInWith(mobile)).toMatchObject({ error_code: 400, error: 'totp_required' });
    const code = codeAt(secret);
    expect((await logInWith(mobile, code)).access_token).toBeDefined();
    expect((await logInWith(mobile, code)).error_code).toBe(400);
    // An older step than the one that was taken is spent too.
    expect((await logInWith(mobile, codeAt(secret, -1))).error_code).toBe(400);
    expect((await logInWith(mobile, codeAt(secret, -4))).error_code).toBe(400);
  });

  test('one code shown twice at once opens once', async () => {
    const { mobile, secret } = await enrol();
    const code = codeAt(secret);
    const answers = await Promise.all([1, 2, 3].map(() => logInWith(mobile, code)));
    expect(answers.filter(({ access_token }) => access_token)).toHaveLength(1);
  });

  test('guesses are limited: the right code comes too late', async () => {
    const { mobile, secret } = await enrol();
    const answers: { error_code?: number }[] = [];
    for (let guess = 0; guess < 12; guess += 1) answers.push(await logInWith(mobile, '000000'));
    expect(answers.filter(({ error_code }) => error_code === 400)).toHaveLength(10);
    expect((await logInWith(mobile, codeAt(secret))).error_code).toBe(429);
  });

  test('a recovery code opens once, however it is typed, and is kept hashed', async () => {
    const { mobile, recoveryCodes } = await enrol();
    const [first = '', second = ''] = recoveryCodes;
    expect((await logInWith(mobile, ` ${first.toLowerCase()} `)).access_token).toBeDefined();
    expect((await logInWith(mobile, first)).error_code).toBe(400);
    expect((await logInWith(mobile, second.replaceAll('-', ''))).access_token).toBeDefined();
    const kept = await portal.ctx.db.selectFrom('recovery_codes').selectAll().execute();
    expect(JSON.stringify(kept.map(({ code_hash }) => code_hash.toString('latin1')))).not.toContain(first);
    const stranger = await enrol();
    expect((await logInWith(mobile, stranger.recoveryCodes[0])).error_code).toBe(400);
  });

  test('a recovery code of an older version, of ten characters, still opens once', async () => {
    const { mobile, memberId } = await enrol();
    const code_hash = createHash('sha256').update('ABCDE23456').digest();
    await portal.ctx.db.insertInto('recovery_codes').values({ member_id: memberId, code_hash }).execute();
    expect((await logInWith(mobile, 'abcde-23456')).access_token).toBeDefined();
    expect((await logInWith(mobile, 'abcde-23456')).error_code).toBe(400);
  });

  test('ends with a code or a recovery code, and leaves nothing behind', async () => {
    const { token, mobile, recoveryCodes } = await enrol();
    expect((await ask('disableTotp', token, { value: '000000' })).status).toBe(400);
    expect((await ask('disableTotp', token, {})).body.msg).toContain('动态码（value）');
    expect((await ask('disableTotp', token, { value: recoveryCodes[3] })).body.data).toBe(true);
    expect((await logInWith(mobile)).access_token).toBeDefined();
    expect((await ask('disableTotp', token, { value: recoveryCodes[4] })).status).toBe(409);
  });
});

describe('where STAFF_TOTP is required', () => {
  let strict: Portal;
  beforeAll(async () => {
    strict = await openPortal({ ...quickCodes, STAFF_TOTP: 'required' });
  });
  afterAll(() => strict.close());

  test('staff hold no permission until they enrol, and cannot leave it again', async () => {
    const { token, memberId } = await logIn(strict, { role: 'admin' });
    const menuIds = async () =>
      (await strict.ask('GET /member/profile', { token })).body.data.menuIds as string[];
    expect(await menuIds()).toEqual([]);
    expect((await strict.ask('GET /reception/outbox', { token, headers: { via: 'x' } })).status).toBe(403);
    const mobile = await mobileOf(memberId, strict);
    expect((await logInWith(mobile, undefined, strict)).menuIds).toEqual([]);
    const begun = await strict.ask('POST /member/beginTotp', { token, body: { password: 'correct horse' } });
    const { secret } = begun.body.data;
    await strict.ask('POST /member/enableTotp', { token, body: { value: codeAt(secret, -1) } });
    expect(await menuIds()).toEqual(['*']);
    expect((await logInWith(mobile, codeAt(secret), strict)).menuIds).toEqual(['*']);
    const answer = await strict.ask('POST /member/disableTotp', {
      token,
      body: { value: codeAt(secret, 1) },
    });
    expect(answer.status).toBe(409);
    expect(answer.body.msg).toContain('不能关闭');
  });

  test('members without a role are asked for nothing', async () => {
    const { token } = await logIn(strict);
    expect((await strict.ask('GET /member/profile', { token })).body.data.hasTotp).toBe(false);
  });
});

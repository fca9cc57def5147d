import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { publishAgreement } from '#features/settings/index.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn, receiveCode, relaxedCodeLimits, solveProof } from '#testing/posts-and-members.ts';
import { waitFor } from '#testing/wait-for.ts';
import { generateTotpSecret } from '../account/totp.ts';
import { addMember } from '../service.ts';
import { countLogIn } from './attempts.ts';
import { checkProof } from './proofs.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal(relaxedCodeLimits);
  for (const kind of ['agreement', 'privacy'])
    await publishAgreement(portal.ctx, {
      kind,
      version: '2',
      title: kind,
      body: '<p>条款</p>',
      effective_at: new Date(Date.now() - 60_000),
    });
});
afterAll(() => portal.close());
beforeEach(() => portal.ctx.db.deleteFrom('rate_limits').execute());

let serial = 0;
function newPhone(): string {
  serial += 1;
  return `137${String(serial).padStart(8, '0')}`;
}

const agreed = { agreement: '2', privacy: '2' };
const requestToken = (body: Record<string, string>) => portal.call('POST /blade-auth/oauth/token', { body });
const token = async (body: Record<string, string>) => (await requestToken(body)).body;
const codeFor = (phone: string, purpose: string) => receiveCode(portal, { phone, purpose });
const isLogin = async (session: string) =>
  (await portal.call('GET /reception/isLogin', { token: session })).body.data;
const memberOf = (mobile: string) =>
  portal.ctx.db.selectFrom('members').selectAll().where('mobile', '=', mobile).executeTakeFirst();

describe('grant sms_code', () => {
  test('registers an unknown number with consent, and records the versions and the address', async () => {
    const phone = newPhone();
    const value = await codeFor(phone, 'login');
    const bare = await token({ grant_type: 'sms_code', phone, value });
    expect(bare).toMatchObject({ error_code: 400, error: 'consent_required' });
    expect(await memberOf(phone)).toBeUndefined();
    const old = await token({ grant_type: 'sms_code', phone, value, agreement: '1', privacy: '2' });
    expect(old).toMatchObject({
      error: 'consent_required',
      error_description: expect.stringContaining('已更新'),
    });
    const answer = await token({ grant_type: 'sms_code', phone, value, ...agreed });
    expect(answer).toMatchObject({ token_type: 'bearer', account: phone, avatar: '', deletion_due_at: null });
    expect(answer.nick_name).not.toContain(phone.slice(-4));
    const consents = await portal.ctx.db
      .selectFrom('consents')
      .select(['kind', 'version', 'address'])
      .where('member_id', '=', answer.user_id)
      .orderBy('kind')
      .execute();
    expect(consents).toEqual([
      { kind: 'agreement', version: '2', address: '127.0.0.1' },
      { kind: 'privacy', version: '2', address: '127.0.0.1' },
    ]);
  });

  test('logs a member in without asking for consent again', async () => {
    const phone = newPhone();
    const id = await addMember(portal.ctx, { mobile: phone, password: 'a long secret' });
    const answer = await token({ grant_type: 'sms_code', phone, value: await codeFor(phone, 'login') });
    expect(answer.user_id).toBe(id);
  });

  test('rejects a blocked member', async () => {
    const phone = newPhone();
    const id = await addMember(portal.ctx, { mobile: phone, password: 'a long secret' });
    await portal.ctx.db.updateTable('members').set({ blocked_at: new Date() }).where('id', '=', id).execute();
    const answer = await token({ grant_type: 'sms_code', phone, value: await codeFor(phone, 'login') });
    expect(answer.error_description).toBe('账号已停用，请联系编辑部');
  });
});

describe('grant register', () => {
  const register = async (phone: string, more: Record<string, string> = {}) =>
    token({
      grant_type: 'register',
      phone,
      value: await codeFor(phone, 'register'),
      password: '一个长密码 long',
      ...agreed,
      ...more,
    });

  test('creates a member with a password and a name', async () => {
    const phone = newPhone();
    const answer = await register(phone, { nickname: ' 𠮷祥\u202e如意👩‍🚀 ' });
    expect(answer).toMatchObject({ account: phone, nick_name: '𠮷祥如意👩‍🚀' });
    const again = await token({ grant_type: 'password', username: phone, password: '一个长密码 long' });
    expect(again.user_id).toBe(answer.user_id);
  });

  test('reports a registered number only for the right code, and changes nothing', async () => {
    const phone = newPhone();
    await addMember(portal.ctx, { mobile: phone, password: 'a long secret' });
    const before = await memberOf(phone);
    expect((await register(phone)).error_description).toContain('该手机号已注册');
    expect(await memberOf(phone)).toEqual(before);
  });

  test('creates one member in concurrent registrations of a number, and gives the other a clear error', async () => {
    const phone = newPhone();
    const value = await codeFor(phone, 'register');
    const login = await codeFor(phone, 'login');
    const answers = await Promise.all([
      token({ grant_type: 'register', phone, value, password: 'first secret', ...agreed }),
      token({ grant_type: 'register', phone, value, password: 'second secret', ...agreed }),
      token({ grant_type: 'sms_code', phone, value: login, ...agreed }),
    ]);
    expect(answers.slice(0, 2).filter(({ access_token }) => access_token).length).toBeLessThanOrEqual(1);
    expect(answers.filter(({ access_token }) => access_token).length).toBeGreaterThanOrEqual(1);
    for (const { error_description } of answers.filter(({ error_code }) => error_code))
      expect(error_description).toMatch(/已失效|已注册/);
    const members = await portal.ctx.db
      .selectFrom('members')
      .select('id')
      .where('mobile', '=', phone)
      .execute();
    expect(members).toHaveLength(1);
  });

  test.each([
    [{ password: 'short' }, '密码'],
    [{ password: 'x'.repeat(101) }, '密码'],
    [{ nickname: '长'.repeat(21) }, '昵称过长'],
    [{ nickname: '\u200b\u202e' }, '请填写昵称'],
    [{ nickname: `a${'\u0301'.repeat(40)}` }, '昵称里的附加符号过多'],
    [{ value: '12' }, '验证码不正确'],
    [{ privacy: '' }, '请先阅读并同意'],
  ])('rejects %j and names the field', async (change, words) => {
    expect((await register(newPhone(), change)).error_description).toContain(words);
  });
});

describe('proof of work before a password is checked', () => {
  const guess = (username: string, more: Record<string, string> = {}) =>
    token({ grant_type: 'password', username, password: 'not it', ...more });

  test.each(['registered', 'unknown'])(
    'is required after three failures of a number that is %s',
    async (kind) => {
      const phone = newPhone();
      if (kind === 'registered') await addMember(portal.ctx, { mobile: phone, password: 'a long secret' });
      for (let tries = 0; tries < 3; tries += 1)
        expect(await guess(phone)).toEqual({ error_code: 400, error_description: '手机号或密码不正确' });
      const asked = { error_code: 400, error: 'proof_required', error_description: '请完成安全验证后再登录' };
      expect(await guess(phone)).toEqual(asked);
      expect(await guess(` +86${phone}`)).toEqual(asked);
      const proof = await solveProof(portal);
      expect((await guess(phone, { proof })).error_description).toBe('手机号或密码不正确');
      expect(await guess(phone, { proof })).toMatchObject({ error: 'proof_required' });
    },
  );

  test('is not required again after a successful log-in', async () => {
    const phone = newPhone();
    await addMember(portal.ctx, { mobile: phone, password: 'a long secret' });
    for (let tries = 0; tries < 3; tries += 1) await guess(phone);
    const right = { grant_type: 'password', username: phone, password: 'a long secret' };
    expect(await token({ ...right, proof: await solveProof(portal) })).toHaveProperty('access_token');
    expect(await token(right)).toHaveProperty('access_token');
  });

  test('is required for an address after twenty failures with any numbers', async () => {
    for (let tries = 0; tries < 20; tries += 1) await guess(newPhone());
    expect(await guess(newPhone())).toMatchObject({ error: 'proof_required' });
  });

  test('does not help after ten failures, and the response says how long to wait', async () => {
    const phone = newPhone();
    for (let tries = 0; tries < 10; tries += 1) await guess(phone, { proof: await solveProof(portal) });
    const { body, headers, status } = await requestToken({
      grant_type: 'password',
      username: phone,
      password: 'x',
      proof: await solveProof(portal),
    });
    expect([status, body.error_code]).toEqual([200, 429]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(800);
  });

  test('does not help after fifty failures from one address with any numbers', async () => {
    const phone = newPhone();
    await addMember(portal.ctx, { mobile: phone, password: 'a long secret' });
    const newProof = async () => checkProof(portal.ctx, await solveProof(portal));
    const fail = async (address: string) =>
      countLogIn(portal.ctx, {
        account: newPhone(),
        origin: { cookie: '', site: '', address },
        proof: await newProof(),
      });
    for (let tries = 0; tries < 50; tries += 1) await fail('127.0.0.1');
    const right = { grant_type: 'password', username: phone, password: 'a long secret' };
    expect(await token({ ...right, proof: await solveProof(portal) })).toMatchObject({ error_code: 429 });
    await expect(fail('203.0.113.7')).resolves.toBeDefined();
  });
});

describe('a log-in during a concurrent change of the account', () => {
  // Commits the change only after the log-in has read the old state and waits for the lock.
  const logInDuringChange = async (
    phone: string,
    change: Record<string, string>,
    grant: Record<string, string>,
  ) => {
    const { ctx } = portal;
    const commit = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const changing = ctx.db.transaction().execute(async (trx) => {
      await trx.updateTable('members').set(change).where('mobile', '=', phone).execute();
      locked.resolve();
      await commit.promise;
    });
    await locked.promise;
    const answer = token(grant);
    await Promise.race([answer, waitFor(async () => expect(await hasWaitingStatement()).toBe(true))]);
    commit.resolve();
    await changing;
    return answer;
  };
  const hasWaitingStatement = async () => {
    const { rows } = await sql<{ waits: boolean }>`select exists (select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock') waits`.execute(portal.ctx.db);
    return rows[0]?.waits;
  };

  test('begins no session with the old password', async () => {
    const phone = newPhone();
    const id = await addMember(portal.ctx, { mobile: phone, password: 'a long secret' });
    const grant = { grant_type: 'password', username: phone, password: 'a long secret' };
    const answer = await logInDuringChange(phone, { password_hash: 'another' }, grant);
    expect(answer).toEqual({ error_code: 400, error_description: '账号信息刚刚有变动，请重新登录' });
    const sessions = portal.ctx.db.selectFrom('sessions').select('id').where('member_id', '=', id);
    expect(await sessions.execute()).toEqual([]);
  });

  test('begins no session with a code to the member’s previous number', async () => {
    const phone = newPhone();
    await addMember(portal.ctx, { mobile: phone, password: 'a long secret' });
    const grant = { grant_type: 'sms_code', phone, value: await codeFor(phone, 'login') };
    const answer = await logInDuringChange(phone, { mobile: newPhone() }, grant);
    expect(answer).toEqual({ error_code: 400, error_description: '账号信息刚刚有变动，请重新登录' });
  });
});

describe('log-in with a second factor', () => {
  const enrol = async () => {
    const mobile = newPhone();
    const id = await addMember(portal.ctx, { mobile, password: 'a long secret' });
    const secret = generateTotpSecret();
    await portal.ctx.db
      .updateTable('members')
      .set({ totp_secret: secret, totp_enabled_at: new Date() })
      .where('id', '=', id)
      .execute();
    return { id, mobile, totp: () => new TOTP({ secret }).generate() };
  };

  test('requires it after the password without counting a failure', async () => {
    const { id, mobile, totp } = await enrol();
    const right = { grant_type: 'password', username: mobile, password: 'a long secret' };
    for (let tries = 0; tries < 12; tries += 1)
      expect(await token(right)).toMatchObject({ error_code: 400, error: 'totp_required' });
    const code = totp();
    expect(await token({ ...right, totp: code })).toMatchObject({ user_id: id });
    expect((await token({ ...right, totp: code })).error_description).toContain('动态码不正确');
  });

  test('requires it after an SMS code, which stays valid meanwhile', async () => {
    const { id, mobile, totp } = await enrol();
    const fields = { grant_type: 'sms_code', phone: mobile, value: await codeFor(mobile, 'login') };
    expect(await token(fields)).toMatchObject({ error: 'totp_required' });
    expect(await token({ ...fields, totp: totp() })).toMatchObject({ user_id: id });
  });

  test('limits it to ten guesses', async () => {
    const { mobile, totp } = await enrol();
    const guess = async () =>
      token({
        grant_type: 'password',
        username: mobile,
        password: 'a long secret',
        totp: 'AAAAA-AAAAA',
        proof: await solveProof(portal),
      });
    const answers = await Promise.all(Array.from({ length: 20 }, guess));
    expect(answers.filter(({ error_code }) => error_code === 429)).toHaveLength(10);
    const proof = await solveProof(portal);
    const right = {
      grant_type: 'password',
      username: mobile,
      password: 'a long secret',
      totp: totp(),
      proof,
    };
    expect((await token(right)).error_code).toBe(429);
  });
});

describe('resetting a forgotten password', () => {
  const reset = (phone: string, value: string, password = 'a new secret') =>
    portal.call('POST /reception/resetPassword', { body: { phone, value, password } });

  test('sets it with a code to the number and ends every session', async () => {
    const phone = newPhone();
    await addMember(portal.ctx, { mobile: phone, password: 'a long secret' });
    const old = await token({ grant_type: 'password', username: phone, password: 'a long secret' });
    const value = await codeFor(phone, 'reset');
    expect((await reset(phone, value)).body.data).toBe(true);
    expect(await isLogin(old.access_token)).toBe(false);
    expect((await token({ grant_type: 'refresh_token', refresh_token: old.refresh_token })).error_code).toBe(
      400,
    );
    expect(await token({ grant_type: 'password', username: phone, password: 'a new secret' })).toHaveProperty(
      'access_token',
    );
    expect((await reset(phone, value)).body.msg).toBe('验证码不正确或已失效，请核对，或重新获取');
  });

  test('returns the same error for an unknown number', async () => {
    const [known, unknown] = [newPhone(), newPhone()];
    await addMember(portal.ctx, { mobile: known, password: 'a long secret' });
    const unasked = [await reset(known, '123456'), await reset(unknown, '123456')];
    expect(unasked[0]?.body).toEqual(unasked[1]?.body);
    await codeFor(known, 'reset');
    await portal.call('POST /blade-auth/oauth/sms/send-validate', {
      body: { phone: unknown, purpose: 'reset', proof: await solveProof(portal) },
    });
    for (let tries = 0; tries < 6; tries += 1) {
      const answers = [await reset(known, '000000'), await reset(unknown, '000000')];
      expect(answers[1]?.body).toEqual(answers[0]?.body);
    }
  });

  test.each([
    [{ phone: '1', value: '123456', password: 'a new secret' }, '手机号'],
    [{ phone: '13700000000', value: 'abc', password: 'a new secret' }, '验证码'],
    [{ phone: '13700000000', value: '123456', password: 'short' }, '密码'],
    [{ value: '123456', password: 'a new secret' }, '手机号'],
  ])('rejects %j and names the field', async (body, words) => {
    const answer = await portal.call('POST /reception/resetPassword', { body });
    expect([answer.status, answer.body.msg]).toEqual([400, expect.stringContaining(words)]);
  });
});

test('with STAFF_TOTP=required staff have no permissions until they enrol a second factor', async () => {
  const strict = await openPortal({ STAFF_TOTP: 'required' });
  const mobile = newPhone();
  const id = await addMember(strict.ctx, { mobile, password: 'a long secret', role: 'editor' });
  const fields = { grant_type: 'password', username: mobile, password: 'a long secret' };
  const { body } = await strict.call('POST /blade-auth/oauth/token', { body: fields });
  expect(body).toMatchObject({ role_name: '编辑', menuIds: [] });
  const profile = await strict.call('GET /member/profile', { token: body.access_token });
  expect(profile.body.data.menuIds).toEqual([]);
  const secret = generateTotpSecret();
  await strict.ctx.db
    .updateTable('members')
    .set({ totp_secret: secret, totp_enabled_at: new Date() })
    .where('id', '=', id)
    .execute();
  const again = await strict.call('POST /blade-auth/oauth/token', {
    body: { ...fields, totp: new TOTP({ secret }).generate() },
  });
  expect(again.body.menuIds).toContain('content.publish');
  await strict.close();
});

test('GET /reception/loginOptions returns the available ways of logging in', async () => {
  const { body } = await portal.call('GET /reception/loginOptions');
  expect(body.data).toEqual({
    wechat: false,
    wechatInside: false,
    sms: true,
    mail: false,
    outbox: true,
  });
});

test('the session of a member with a scheduled deletion includes the day', async () => {
  const { token: session, memberId } = await logIn(portal);
  expect(session).toBeTruthy();
  const due = new Date(Date.now() + 7 * 86_400_000);
  await portal.ctx.db
    .updateTable('members')
    .set({ deletion_due_at: due })
    .where('id', '=', memberId)
    .execute();
  const { mobile } = await portal.ctx.db
    .selectFrom('members')
    .select('mobile')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  const answer = await token({ grant_type: 'password', username: mobile, password: 'correct horse' });
  expect(Math.abs(Date.parse(answer.deletion_due_at) - due.getTime())).toBeLessThan(1000);
});

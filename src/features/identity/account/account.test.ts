import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addMember } from '#features/identity/index.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn, receiveCode, relaxedCodeLimits } from '#testing/posts-and-members.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal(relaxedCodeLimits);
});
afterAll(() => portal.close());

const mobileOf = async (id: string) =>
  (await portal.ctx.db.selectFrom('members').select('mobile').where('id', '=', id).executeTakeFirstOrThrow())
    .mobile;
const logInAgain = async (username: string, password: string, userAgent = '') =>
  (
    await portal.call('POST /blade-auth/oauth/token', {
      body: { grant_type: 'password', username, password },
      headers: { 'user-agent': userAgent },
    })
  ).body;
const isAlive = async (token: string) =>
  (await portal.call('GET /reception/isLogin', { token })).body.data as boolean;

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

describe('member profile', () => {
  test('returns the caller’s own data with masked mobile number and e-mail and with the account’s features', async () => {
    const { token, memberId } = await logIn(portal, { role: 'editor', vipDays: 1 });
    await portal.ctx.db
      .updateTable('members')
      .set({ email: 'zhangsan@example.cn' })
      .where('id', '=', memberId)
      .execute();
    const { data } = (await portal.call('GET /member/profile', { token })).body;
    expect(data).toMatchObject({
      id: memberId,
      mobile: expect.stringMatching(/^139\*{4}\d{4}$/),
      email: 'z***@example.cn',
      roleNames: ['编辑'],
      hasPassword: true,
      hasTotp: false,
      wechat: null,
      deletionDueAt: null,
    });
    expect(data.menuIds).toContain('content.publish');
    expect(Date.parse(data.createdAt)).toBeLessThanOrEqual(Date.now());
  });

  test.each([
    ['张三', '张三'],
    ['  观 澜\u3000读者 ', '观 澜 读者'],
    ['👩‍👩‍👧‍👦🐉𠮷', '👩‍👩‍👧‍👦🐉𠮷'],
    ['阿\u202E里\u200F巴\u200B巴', '阿里巴巴'],
    ['🧧'.repeat(20), '🧧'.repeat(20)],
  ])('saves the name %j as %j', async (name, saved) => {
    const { token } = await logIn(portal);
    const { body } = await portal.call('POST /member/updateProfile', { token, body: { name } });
    expect(body.data.name).toBe(saved);
    expect((await portal.call('GET /member/profile', { token })).body.data.name).toBe(saved);
  });

  test.each([
    '',
    ' \u200B\u202E ',
    '长'.repeat(200),
    '🐉'.repeat(21),
    '👩‍👩‍👧‍👦'.repeat(200),
    'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A',
    7,
    null,
    ['张三'],
  ])('rejects the name %j in Chinese, names the field and keeps the old name', async (name) => {
    const { token } = await logIn(portal);
    const before = (await portal.call('GET /member/profile', { token })).body.data.name;
    const answer = await portal.call('POST /member/updateProfile', { token, body: { name } });
    expect(answer.status).toBe(400);
    expect(answer.body.msg).toContain('昵称');
    expect((await portal.call('GET /member/profile', { token })).body.data.name).toBe(before);
  });
});

describe('sessions of a member', () => {
  test('lists device, address and the current session, last used first', async () => {
    const { token, memberId } = await logIn(portal);
    await logInAgain(await mobileOf(memberId), 'correct horse', chrome);
    const { data } = (await portal.call('GET /member/sessions', { token })).body;
    expect(data).toHaveLength(2);
    expect(data[0]).toMatchObject({ device: 'Chrome · Windows 10', isCurrent: false, address: '127.0.0.1' });
    expect(data[1]).toMatchObject({ device: '未知设备', isCurrent: true });
  });

  test('ends one session by id, together with its refresh token, and returns 404 the second time', async () => {
    const { token, memberId } = await logIn(portal);
    const other = await logInAgain(await mobileOf(memberId), 'correct horse');
    const { data } = (await portal.call('GET /member/sessions', { token })).body;
    const { id } = data.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    const revoke = () => portal.call('POST /member/revokeSession', { token, query: { id } });
    expect((await revoke()).body.data).toBe(true);
    expect(await isAlive(other.access_token)).toBe(false);
    expect(await isAlive(token)).toBe(true);
    const refreshed = await portal.call('POST /blade-auth/oauth/token', {
      body: { grant_type: 'refresh_token', refresh_token: other.refresh_token },
    });
    expect(refreshed.body.error_code).toBe(400);
    expect((await revoke()).status).toBe(404);
    expect((await portal.call('POST /member/revokeSession', { token, query: { id: 'x' } })).status).toBe(400);
  });

  test('returns 404 for another member’s session', async () => {
    const mine = await logIn(portal);
    const theirs = await logIn(portal);
    const { data } = (await portal.call('GET /member/sessions', { token: theirs.token })).body;
    const answer = await portal.call('POST /member/revokeSession', {
      token: mine.token,
      query: { id: data[0].id },
    });
    expect(answer.status).toBe(404);
    expect(await isAlive(theirs.token)).toBe(true);
  });

  test('ends all other sessions at once', async () => {
    const { token, memberId } = await logIn(portal);
    const others = [1, 2, 3].map(async () => logInAgain(await mobileOf(memberId), 'correct horse'));
    const tokens = (await Promise.all(others)).map(({ access_token }) => access_token);
    expect((await portal.call('POST /member/revokeOtherSessions', { token })).body.data).toBe(true);
    expect(await Promise.all(tokens.map(isAlive))).toEqual([false, false, false]);
    expect(await isAlive(token)).toBe(true);
  });
});

describe('changing the password', () => {
  test('verifies the old password, ends the other sessions and hashes at the configured cost', async () => {
    const { token, memberId } = await logIn(portal);
    const mobile = await mobileOf(memberId);
    const other = await logInAgain(mobile, 'correct horse');
    const { body } = await portal.call('POST /member/changePassword', {
      token,
      body: { oldPassword: 'correct horse', password: 'battery staple' },
    });
    expect(body.data).toBe(true);
    expect(await isAlive(other.access_token)).toBe(false);
    expect(await isAlive(token)).toBe(true);
    expect((await logInAgain(mobile, 'correct horse')).error_code).toBe(400);
    expect((await logInAgain(mobile, 'battery staple')).access_token).toBeDefined();
    const { password_hash } = await portal.ctx.db
      .selectFrom('members')
      .select('password_hash')
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow();
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=8,t=2,p=1\$/);
  });

  test.each([
    [{ password: 'battery staple' }, '旧密码'],
    [{ oldPassword: 'wrong', password: 'battery staple' }, '旧密码不正确'],
    [{ oldPassword: 'correct horse', password: 'short' }, '新密码'],
    [{ oldPassword: 'correct horse', password: '长'.repeat(101) }, '新密码'],
    [{ oldPassword: 'correct horse', password: 'correct horse' }, '不能与旧密码相同'],
    [{ oldPassword: 'correct horse' }, '新密码'],
  ])('rejects %j', async (body, words) => {
    const { token, memberId } = await logIn(portal);
    const answer = await portal.call('POST /member/changePassword', { token, body });
    expect(answer.status).toBe(400);
    expect(answer.body.msg).toContain(words);
    expect((await logInAgain(await mobileOf(memberId), 'correct horse')).access_token).toBeDefined();
  });

  test('limits wrong old passwords in an open session as it limits log-ins', async () => {
    const { token } = await logIn(portal);
    const guess = () =>
      portal.call('POST /member/changePassword', {
        token,
        body: { oldPassword: 'guess', password: 'battery staple' },
      });
    for (let tries = 0; tries < 10; tries += 1) expect((await guess()).status).toBe(400);
    const answer = await guess();
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.body.msg).toMatch(/请 \d+ 分钟后再试/);
  });

  test('accepts an SMS code to the member’s own number if the account has no password', async () => {
    const { token, memberId } = await logIn(portal);
    await portal.ctx.db
      .updateTable('members')
      .set({ password_hash: null })
      .where('id', '=', memberId)
      .execute();
    const mobile = await mobileOf(memberId);
    const value = await oldCode(token, memberId);
    const change = (body: object) => portal.call('POST /member/changePassword', { token, body });
    expect((await change({ password: 'battery staple' })).body.msg).toContain('验证码');
    expect((await change({ password: 'battery staple', value: wrong(value) })).status).toBe(400);
    expect((await change({ password: 'battery staple', value })).body.data).toBe(true);
    expect((await logInAgain(mobile, 'battery staple')).access_token).toBeDefined();
  });

  test('lets one of two concurrent changes with the same old password succeed', async () => {
    const { token } = await logIn(portal);
    const answers = await Promise.all(
      ['battery staple one', 'battery staple two'].map((password) =>
        portal.call('POST /member/changePassword', {
          token,
          body: { oldPassword: 'correct horse', password },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

const oldCode = async (token: string, memberId: string) =>
  receiveCode(portal, { phone: await mobileOf(memberId), purpose: 'change-old', token });
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function mailCode(token: string, email: string): Promise<string> {
  const sent = await portal.call('POST /member/sendMailCode', { token, body: { email } });
  expect(sent.body.data).toEqual({ expiresIn: 300, retryAfter: 1 });
  const { body } = await portal.ctx.db
    .selectFrom('outbox_messages')
    .select('body')
    .where('recipient', '=', email.trim().toLowerCase())
    .executeTakeFirstOrThrow();
  return /\d{6}/.exec(body)?.[0] ?? '';
}

const fullWidth = (digits: string) =>
  digits.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));

let serial = 0;
const newNumber = () => {
  serial += 1;
  return `1370001${String(serial).padStart(4, '0')}`;
};

describe('changing the mobile number', () => {
  test('requires codes from the old and the new number', async () => {
    const { token, memberId } = await logIn(portal);
    const phone = newNumber();
    const oldValue = await oldCode(token, memberId);
    const value = await receiveCode(portal, { phone, purpose: 'change', token });
    const change = (body: object) =>
      portal.call('POST /member/changeMobile', { token, body: { phone, oldValue, value, ...body } });
    expect((await change({ oldValue: wrong(oldValue) })).body.field).toBe('oldValue');
    expect((await change({ value: wrong(value) })).body.field).toBe('value');
    expect((await change({ phone: '12' })).body.msg).toContain('手机号');
    expect((await change({ phone: newNumber() })).status).toBe(400);
    expect((await change({ phone: await mobileOf(memberId) })).body.msg).toContain('与当前的相同');
    const asTyped = { phone: `+86 ${phone.slice(0, 3)}-${phone.slice(3)}`, value: fullWidth(value) };
    expect((await change(asTyped)).body.data.mobile).toBe(`${phone.slice(0, 3)}****${phone.slice(-4)}`);
    expect(await mobileOf(memberId)).toBe(phone);
    expect((await change({})).status).toBe(400);
  });

  test('rejects another member’s number, and reveals that it is taken only once the code is right', async () => {
    const { token, memberId } = await logIn(portal);
    const phone = newNumber();
    await addMember(portal.ctx, { mobile: phone, password: 'a long secret' });
    const oldValue = await oldCode(token, memberId);
    const value = await receiveCode(portal, { phone, purpose: 'change', token });
    const change = (code: string) =>
      portal.call('POST /member/changeMobile', { token, body: { phone, oldValue, value: code } });
    expect((await change(wrong(value))).body.msg).not.toContain('其他账号');
    const answer = await change(value);
    expect(answer.status).toBe(409);
    expect(answer.body.msg).toContain('已被其他账号使用');
    expect(await mobileOf(memberId)).not.toBe(phone);
  });

  test('lets one of two members with codes for the same number succeed', async () => {
    const people = await Promise.all([logIn(portal), logIn(portal)]);
    const phone = newNumber();
    const value = await receiveCode(portal, { phone, purpose: 'change', token: people[0].token });
    const answers = await Promise.all(
      people.map(async ({ token, memberId }) => {
        const oldValue = await oldCode(token, memberId);
        return portal.call('POST /member/changeMobile', { token, body: { phone, oldValue, value } });
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe('changing the e-mail address', () => {
  test('requires the code that was sent to it and stores it in lower case', async () => {
    const { token } = await logIn(portal);
    const value = await mailCode(token, ' Li@Example.CN ');
    const change = (code: string) =>
      portal.call('POST /member/changeEmail', { token, body: { email: 'li@example.cn', value: code } });
    expect((await change(wrong(value))).status).toBe(400);
    expect((await change(value)).body.data.email).toBe('l***@example.cn');
    expect((await change(value)).status).toBe(400);
  });

  test.each(['', 'x', 'a@b', 'a b@example.cn', `${'x'.repeat(250)}@example.cn`, 7])(
    'rejects %j and names the field',
    async (email) => {
      const { token } = await logIn(portal);
      const answer = await portal.call('POST /member/sendMailCode', { token, body: { email } });
      expect(answer.status).toBe(400);
      expect(answer.body.msg).toContain('邮箱');
    },
  );

  test('rejects another member’s address', async () => {
    const { token } = await logIn(portal);
    const { memberId } = await logIn(portal);
    const email = 'taken@example.cn';
    await portal.ctx.db.updateTable('members').set({ email }).where('id', '=', memberId).execute();
    const value = await mailCode(token, email);
    const answer = await portal.call('POST /member/changeEmail', { token, body: { email, value } });
    expect(answer.status).toBe(409);
    expect(answer.body.msg).toContain('邮箱已被其他账号使用');
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn, receiveCode, solveProof } from '#testing/posts-and-members.ts';
import { addMember } from '../service.ts';
import { checkCode, consumeCode } from './codes.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal({ PROOF_COST: '1', SMS_PER_ADDRESS_DAY: '1000' });
});
afterAll(() => portal.close());

let serial = 0;
function newPhone(): string {
  serial += 1;
  return `135${String(serial).padStart(8, '0')}`;
}

const sendValidate = 'POST /blade-auth/oauth/sms/send-validate';
const requestCode = async (phone: string, purpose = 'login', headers: Record<string, string> = {}) =>
  portal.call(sendValidate, { body: { phone, purpose, proof: await solveProof(portal) }, headers });
const logInByCode = async (phone: string, value: string) =>
  (
    await portal.call('POST /blade-auth/oauth/token', {
      body: { grant_type: 'sms_code', phone, value },
    })
  ).body;
const messages = (recipient: string) =>
  portal.ctx.db.selectFrom('outbox_messages').selectAll().where('recipient', '=', recipient).execute();
const age = (recipient: string, seconds: number) =>
  portal.ctx.db
    .updateTable('verification_codes')
    .set((row) => ({
      created_at: row.fn('to_timestamp', [row.val(Date.now() / 1000 - seconds)]),
      expires_at: row.fn('to_timestamp', [row.val(Date.now() / 1000 - seconds + 300)]),
    }))
    .where('recipient', '=', recipient)
    .execute();
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('requesting a code', () => {
  test('sends six digits that are valid for five minutes, and returns when another may be requested', async () => {
    const phone = newPhone();
    const answer = await requestCode(phone);
    expect(answer.body.data).toEqual({ expiresIn: 300, retryAfter: 60 });
    const [message] = await messages(phone);
    expect(message?.body).toMatch(/^【观澜】验证码 \d{6}，用于登录，5 分钟内有效。/);
  });

  test('accepts a form, and a number in any notation', async () => {
    const phone = newPhone();
    const written = `+86 ${phone.slice(0, 3)}-${phone.slice(3, 7)} ${phone.slice(7)}`;
    const form = new URLSearchParams({ phone: written, purpose: 'login', proof: await solveProof(portal) });
    const { status } = await portal.call(sendValidate, {
      body: form.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(status).toBe(200);
    expect(await messages(phone)).toHaveLength(1);
  });

  test('returns the same response for a registered and an unregistered number', async () => {
    const [known, unknown] = [newPhone(), newPhone()];
    await addMember(portal.ctx, { mobile: known, password: 'a long secret' });
    for (const purpose of ['reset', 'login', 'register', 'bind']) {
      const answers = [await requestCode(known, purpose), await requestCode(unknown, purpose)];
      expect(answers.map(({ status, body }) => [status, body])).toEqual([
        [200, answers[0]?.body],
        [200, answers[0]?.body],
      ]);
      await age(known, 61);
      await age(unknown, 61);
    }
    expect((await messages(unknown)).map(({ body }) => body).join()).not.toContain('重设密码');
  });

  test('is limited to once a minute per number across purposes, and returns the time to wait', async () => {
    const phone = newPhone();
    await requestCode(phone);
    const answer = await requestCode(phone, 'reset');
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(50);
    expect(answer.body.msg).toMatch(/^验证码发送太频繁，请 \d+ 秒后再试$/);
    await age(phone, 61);
    expect((await requestCode(phone)).status).toBe(200);
  });

  test('sends one code for ten concurrent requests', async () => {
    const phone = newPhone();
    const answers = await Promise.all(Array.from({ length: 10 }, () => requestCode(phone)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(9);
    expect(await messages(phone)).toHaveLength(1);
  });

  test('is limited to ten times a day per number', async () => {
    const phone = newPhone();
    for (let times = 0; times < 10; times += 1) {
      expect((await requestCode(phone)).status).toBe(200);
      await age(phone, 3600);
    }
    const answer = await requestCode(phone);
    expect(answer.status).toBe(429);
    expect(answer.body.msg).toBe('这个号码今天获取验证码的次数已用完，请 23 小时后再试');
    await age(phone, 86_401);
    expect((await requestCode(phone)).status).toBe(200);
  });

  test('is limited per day and address across numbers', async () => {
    const strict = await openPortal({ PROOF_COST: '1', SMS_PER_ADDRESS_DAY: '2', TRUST_PROXY: '1' });
    const from = async (address: string) =>
      strict.call(sendValidate, {
        body: { phone: newPhone(), purpose: 'login', proof: await solveProof(strict) },
        headers: { 'x-forwarded-for': address },
      });
    const answers = await Promise.all([1, 2, 3, 4].map(() => from('203.0.113.7')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429]);
    expect(answers.find(({ status }) => status === 429)?.body.msg).toMatch(/^当前网络今天/);
    expect((await from('203.0.113.8')).status).toBe(200);
    await strict.close();
  });

  test.each([
    [{ phone: '123', purpose: 'login' }, '手机号不正确'],
    [{ purpose: 'login' }, '请输入手机号'],
    [{ phone: '13500000000', purpose: 'party' }, '验证码用途不正确'],
    [{ phone: ['1', '2'], purpose: 'login' }, '手机号只能填一个'],
  ])('rejects %j in Chinese', async (body, words) => {
    const answer = await portal.call(sendValidate, { body: { ...body, proof: await solveProof(portal) } });
    expect([answer.status, answer.body.msg]).toEqual([400, expect.stringContaining(words)]);
  });

  test('requires a session for changing the number and deleting the account, and sends to the member’s own number', async () => {
    for (const purpose of ['change', 'change-old', 'delete'])
      expect((await requestCode(newPhone(), purpose)).status).toBe(401);
    const { token, memberId } = await logIn(portal);
    const { mobile } = await portal.ctx.db
      .selectFrom('members')
      .select('mobile')
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow();
    const stranger = newPhone();
    const body = { phone: stranger, purpose: 'delete', proof: await solveProof(portal) };
    expect((await portal.call(sendValidate, { body, token })).status).toBe(200);
    expect(await messages(stranger)).toHaveLength(0);
    expect((await messages(mobile))[0]?.body).toContain('注销账号');
  });
});

describe('proof of work', () => {
  const send = (proof?: unknown) =>
    portal.call(sendValidate, {
      body: { phone: newPhone(), purpose: 'login', ...(proof === undefined ? {} : { proof }) },
    });
  const encode = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64');
  const decode = (proof: string) => JSON.parse(Buffer.from(proof, 'base64').toString());

  test('is required and works once', async () => {
    expect((await send()).body.msg).toBe('请提供安全验证');
    const proof = await solveProof(portal);
    expect((await send(proof)).status).toBe(200);
    expect((await send(proof)).body.msg).toBe('安全验证已使用，请重试');
  });

  test('works once in concurrent requests', async () => {
    const proof = await solveProof(portal);
    const answers = await Promise.all([send(proof), send(proof), send(proof)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  test('is rejected if forged, foreign, unsolved or expired', async () => {
    const { challenge, solution } = decode(await solveProof(portal));
    const forgeries = [
      'nonsense',
      encode(null),
      encode([]),
      encode({ challenge, solution: { ...solution, counter: solution.counter + 1 } }),
      encode({ challenge, solution: { counter: 0, derivedKey: '00'.repeat(32) } }),
      encode({
        challenge: { ...challenge, parameters: { ...challenge.parameters, keyPrefix: '' } },
        solution,
      }),
      encode({ challenge: { ...challenge, parameters: { ...challenge.parameters, cost: 1e9 } }, solution }),
      encode({ challenge: { ...challenge, signature: challenge.signature.toUpperCase() }, solution }),
      encode({ challenge: { parameters: challenge.parameters }, solution }),
      encode({
        challenge: { ...challenge, parameters: { ...challenge.parameters, expiresAt: 9e9 } },
        solution,
      }),
    ];
    for (const forgery of forgeries) expect((await send(forgery)).body.msg).toBe('安全验证不正确，请重试');
    const old = { ...challenge.parameters, expiresAt: 1 };
    expect((await send(encode({ challenge: { ...challenge, parameters: old }, solution }))).body.msg).toBe(
      '安全验证已过期，请重试',
    );
    const other = await openPortal({ PROOF_COST: '1' });
    expect((await send(await solveProof(other))).status).toBe(400);
    await other.close();
    expect((await send('x'.repeat(5000))).body.msg).toContain('过长');
  });
});

/** The same message for every invalid code, whatever the reason and whoever has the number. */
const invalidCode = '验证码不正确或已失效，请核对，或重新获取';

describe('checking a code', () => {
  const consentless = async (phone: string) => receiveCode(portal, { phone, purpose: 'login' });

  test('accepts it once', async () => {
    const phone = newPhone();
    const code = await consentless(phone);
    expect(await logInByCode(phone, code)).toMatchObject({ account: phone });
    expect((await logInByCode(phone, code)).error_description).toBe(invalidCode);
  });

  test('accepts it once in concurrent requests', async () => {
    const phone = newPhone();
    const code = await consentless(phone);
    const answers = await Promise.all([1, 2, 3, 4].map(() => logInByCode(phone, code)));
    expect(answers.filter(({ access_token }) => access_token)).toHaveLength(1);
  });

  test('accepts full-width digits and surrounding spaces', async () => {
    const phone = newPhone();
    const code = await consentless(phone);
    const wide = [...code].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join('');
    expect(await logInByCode(phone, ` ${wide} `)).toMatchObject({ account: phone });
  });

  test('rejects it after five minutes', async () => {
    const phone = newPhone();
    const code = await consentless(phone);
    await age(phone, 300);
    expect((await logInByCode(phone, code)).error_description).toBe(invalidCode);
  });

  test('rejects it once a newer one was requested', async () => {
    const phone = newPhone();
    const first = await consentless(phone);
    await age(phone, 61);
    const second = await consentless(phone);
    if (first !== second) expect((await logInByCode(phone, first)).error_description).toBe(invalidCode);
    expect(await logInByCode(phone, second)).toMatchObject({ account: phone });
  });

  test('rejects it for another purpose or number', async () => {
    const [phone, other] = [newPhone(), newPhone()];
    const code = await receiveCode(portal, { phone, purpose: 'bind' });
    expect((await logInByCode(phone, code)).error_description).toBe(invalidCode);
    expect((await logInByCode(other, code)).error_description).toBe(invalidCode);
  });

  test('compares it five times at most, also with concurrent guesses', async () => {
    const phone = newPhone();
    const code = await consentless(phone);
    await Promise.all(Array.from({ length: 30 }, () => logInByCode(phone, wrong(code))));
    expect((await logInByCode(phone, code)).error_description).toBe(invalidCode);
  });

  test('limits wrong codes per network across numbers, and does not count right ones', async () => {
    const phone = newPhone();
    const cookie = String((await requestCode(phone)).headers['set-cookie']);
    const code = /\d{6}/.exec((await messages(phone))[0]?.body ?? '')?.[0] ?? '';
    const check = (recipient: string, value: string, address = '203.0.113.77') =>
      checkCode(portal.ctx, { channel: 'sms', recipient, purpose: 'login' }, value, {
        cookie,
        address,
        site: 'http://localhost',
      });
    await check(phone, code);
    for (let tries = 0; tries < 100; tries += 1)
      await expect(check(newPhone(), '123456')).rejects.toMatchObject({ kind: 'invalid' });
    await expect(check(phone, code)).rejects.toMatchObject({ kind: 'rate_limited' });
    await expect(check(phone, code, '203.0.113.78')).resolves.toBeDefined();
  });

  test('does not count a malformed value as a try', async () => {
    const phone = newPhone();
    const code = await consentless(phone);
    for (const value of ['', '12345', '1234567', 'abcdef', "' or 1"])
      expect((await logInByCode(phone, value)).error_code).toBe(400);
    for (let tries = 0; tries < 4; tries += 1) await logInByCode(phone, wrong(code));
    expect(await logInByCode(phone, code)).toMatchObject({ account: phone });
  });

  test('keeps it valid when the transaction that consumed it is rolled back', async () => {
    const phone = newPhone();
    const code = await consentless(phone);
    const to = { channel: 'sms', recipient: phone, purpose: 'login' } as const;
    const checked = await checkCode(portal.ctx, to, code, { cookie: '', site: '', address: '127.0.0.1' });
    const failing = portal.ctx.db.transaction().execute(async (trx) => {
      await consumeCode(portal.ctx, trx, checked);
      throw new Error('the rest failed');
    });
    await expect(failing).rejects.toThrow('the rest failed');
    expect(await logInByCode(phone, code)).toMatchObject({ account: phone });
  });

  test('finds it as plain text in the outbox only', async () => {
    const phone = newPhone();
    const code = await consentless(phone);
    const rows = await portal.ctx.db.selectFrom('verification_codes').selectAll().execute();
    expect(JSON.stringify(rows.map((row) => row.code_hash.toString('latin1')))).not.toContain(code);
  });
});

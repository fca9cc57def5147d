import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { publishAgreement } from '#features/settings/index.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import {
  addEmailMember,
  logIn,
  receiveCode,
  relaxedCodeLimits,
  solveProof,
} from '#testing/posts-and-members.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal(relaxedCodeLimits);
});
afterAll(() => portal.close());
beforeEach(() => portal.ctx.db.deleteFrom('rate_limits').execute());

let serial = 0;
const newEmail = () => `reader${++serial}@example.cn`;
const token = async (body: Record<string, string>) =>
  (await portal.call('POST /blade-auth/oauth/token', { body: { grant_type: 'email_code', ...body } })).body;
const requestCode = async (email: string, purpose = 'login') =>
  portal.call('POST /blade-auth/oauth/sms/send-validate', {
    body: { email, purpose, proof: await solveProof(portal) },
  });
const mailsTo = (email: string) =>
  portal.ctx.db
    .selectFrom('outbox_messages')
    .selectAll()
    .where('recipient', '=', email)
    .orderBy('id')
    .execute();
const codeFor = (email: string) => receiveCode(portal, { email, purpose: 'login' });
const newestCode = async (email: string) =>
  /\d{6}/.exec((await mailsTo(email)).at(-1)?.body ?? '')?.[0] ?? '';
const wrongCode = '验证码不正确或已失效，请核对，或重新获取';

/** Logs in a new member who has only an e-mail address. */
async function logInByMail() {
  const email = newEmail();
  const id = await addEmailMember(portal, email);
  const { access_token } = await token({ email, value: await codeFor(email) });
  return { id, email, token: access_token as string };
}

describe('grant email_code', () => {
  test('logs in the member of an address in any notation, once per code', async () => {
    const email = newEmail();
    const id = await addEmailMember(portal, email);
    await requestCode(email.toUpperCase().replace('@', '＠'));
    await expect.poll(() => mailsTo(email)).toHaveLength(1);
    const value = await newestCode(email);
    expect(await token({ email: ` ${email.toUpperCase()}`, value })).toMatchObject({
      user_id: id,
      account: email,
    });
    expect(await token({ email, value })).toMatchObject({ error_code: 400, error_description: wrongCode });
  });

  test('answers the same for an unknown address, and registers nobody', async () => {
    const [known, unknown] = [newEmail(), newEmail()];
    await addEmailMember(portal, known);
    const [toKnown, toUnknown] = [await requestCode(known), await requestCode(unknown)];
    expect([toUnknown.status, toUnknown.body]).toEqual([200, { ...toKnown.body }]);
    for (const email of [known, unknown])
      expect(await token({ email, value: '000000' })).toEqual({
        error_code: 400,
        error_description: wrongCode,
      });
    expect(await mailsTo(unknown)).toEqual([]);
    const members = portal.ctx.db.selectFrom('members').select('id').where('email', '=', unknown);
    expect(await members.execute()).toEqual([]);
  });

  test('sends no code for an account with a mobile number, but a mail that says so', async () => {
    const email = newEmail();
    const { memberId } = await logIn(portal);
    await portal.ctx.db.updateTable('members').set({ email }).where('id', '=', memberId).execute();
    await requestCode(email);
    await expect
      .poll(async () => (await mailsTo(email))[0]?.body)
      .toMatch(/绑定了手机号 139\*{4}\d{4}，请用它登录/);
    expect((await mailsTo(email))[0]?.body).not.toMatch(/\d{6}/);
  });

  test('sends nothing to a blocked member', async () => {
    const email = newEmail();
    const id = await addEmailMember(portal, email);
    const value = await codeFor(email);
    await portal.ctx.db.updateTable('members').set({ blocked_at: new Date() }).where('id', '=', id).execute();
    expect((await requestCode(email)).status).toBe(200);
    expect(await mailsTo(email)).toHaveLength(1);
    expect(await token({ email, value })).toMatchObject({ error_code: 400 });
  });

  test.each([
    [{ email: '' }, '请输入邮箱'],
    [{ email: '不是邮箱' }, '邮箱不正确'],
    [{ email: 'a@example.cn', purpose: 'reset' }, '只用于登录'],
    [{ email: 'a@example.cn', proof: 'none' }, '安全验证不正确'],
  ])('refuses to send for %j', async (body, words) => {
    const answer = await portal.call('POST /blade-auth/oauth/sms/send-validate', {
      body: { purpose: 'login', proof: await solveProof(portal), ...body },
    });
    expect([answer.status, answer.body.msg]).toEqual([400, expect.stringContaining(words)]);
  });

  test('asks a member who never agreed to the texts for consent', async () => {
    for (const kind of ['agreement', 'privacy'])
      await publishAgreement(portal.ctx, {
        kind,
        version: '2',
        title: kind,
        body: '<p>条款</p>',
        effective_at: new Date(Date.now() - 60_000),
      });
    const email = newEmail();
    await addEmailMember(portal, email);
    const value = await codeFor(email);
    expect(await token({ email, value })).toMatchObject({ error: 'consent_required' });
    expect(await token({ email, value, agreement: '2', privacy: '2' })).toHaveProperty('access_token');
    await portal.ctx.db.deleteFrom('agreements').execute();
  });
});

describe('an account with only an e-mail address', () => {
  test('shows no number, and binds one with codes to the address and the number', async () => {
    const member = await logInByMail();
    const profile = await portal.call('GET /member/profile', { token: member.token });
    expect(profile.body.data).toMatchObject({ mobile: '', email: 'r***@example.cn' });
    expect((await portal.call('GET /reception/loginOptions')).body.data.mail).toBe(true);
    const phone = '13600000001';
    const value = await receiveCode(portal, { phone, purpose: 'change', token: member.token });
    const change = (oldValue: string) =>
      portal.call('POST /member/changeMobile', { token: member.token, body: { oldValue, phone, value } });
    expect((await change('000000')).body).toMatchObject({ msg: `原邮箱：${wrongCode}`, field: 'oldValue' });
    expect((await change(await oldCode(member))).body.data).toMatchObject({ mobile: '136****0001' });
    expect(await token({ email: member.email, value: '000000' })).toMatchObject({
      error_description: wrongCode,
    });
  });

  test('changes its address only with a code to the old one', async () => {
    const member = await logInByMail();
    const email = newEmail();
    await portal.call('POST /member/sendMailCode', { token: member.token, body: { email } });
    const value = await newestCode(email);
    const change = (more: object) =>
      portal.call('POST /member/changeEmail', { token: member.token, body: { email, value, ...more } });
    expect((await change({})).body).toMatchObject({ field: 'oldValue' });
    expect((await change({ oldValue: await oldCode(member) })).status).toBe(200);
    await portal.ctx.db.deleteFrom('outbox_messages').execute();
    expect(await token({ email, value: await codeFor(email) })).toMatchObject({ user_id: member.id });
  });

  test('cannot set a password, and may delete itself by a code to its address', async () => {
    const member = await logInByMail();
    const value = await oldCode(member);
    const body = { value, password: '一个长密码 long' };
    const { status } = await portal.call('POST /member/changePassword', { token: member.token, body });
    expect(status).toBe(409);
    await requestOwn(member, 'delete');
    const deletion = await newestCode(member.email);
    const answer = await portal.call('POST /member/requestDeletion', {
      token: member.token,
      body: { value: deletion },
    });
    expect(answer.body.data).toHaveProperty('deletionDueAt');
  });

  const requestOwn = async (member: { token: string }, purpose: string) =>
    portal.call('POST /blade-auth/oauth/sms/send-validate', {
      token: member.token,
      body: { purpose, proof: await solveProof(portal) },
    });
  async function oldCode(member: { email: string; token: string }) {
    await requestOwn(member, 'change-old');
    return newestCode(member.email);
  }
});

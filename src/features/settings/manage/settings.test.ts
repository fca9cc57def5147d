import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { groupNames } from '#kernel/settings/environment.ts';
import { type Body, openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { purgedBy } from '#testing/purges.ts';
import { type StandInS3, startStandInS3 } from '#testing/stand-in-s3.ts';
import { type StandInServer, startStandInServer } from '#testing/stand-in-server.ts';
import { type StandInSmtp, startStandInSmtp } from '#testing/stand-in-smtp.ts';
import { permissionOfGroup } from './groups.ts';

let portal: Portal;
let outside: StandInServer;
let s3: StandInS3;
let post: StandInSmtp;
let admin: string;
let memberId: string;
beforeAll(async () => {
  outside = await startStandInServer();
  s3 = await startStandInS3();
  post = await startStandInSmtp();
  portal = await openPortal({
    ALIYUN_SMS_ENDPOINT: outside.origin,
    WECHAT_API: outside.origin,
    SITE_ICP: '京ICP备00000000号',
  });
  ({ token: admin, memberId } = await logIn(portal, { role: 'admin' }));
});
afterAll(async () => {
  await portal.close();
  await Promise.all([outside.close(), s3.close(), post.close()]);
});
beforeEach(async () => {
  await portal.ctx.db.deleteFrom('site_settings').execute();
  await portal.ctx.db.deleteFrom('audit_entries').execute();
  await portal.ctx.db.deleteFrom('rate_limits').execute();
  outside.requests.length = 0;
});

type Values = Record<string, unknown>;
const list = async () => (await portal.call('GET /admin/settings/list', { token: admin })).body.data;
const group = async (name: string) =>
  (await list()).groups.find((one: { name: string }) => one.name === name);
const save = async (name: string, values: Values, base?: string | null) =>
  (
    await portal.call('POST /admin/settings/save', {
      token: admin,
      body: { group: name, values, base: base === undefined ? (await group(name)).updatedAt : base },
    })
  ).body;
const attempt = async (name: string, values: Values, more: Values = {}) =>
  (
    await portal.call('POST /admin/settings/try', {
      token: admin,
      body: { group: name, values, ...more },
    })
  ).body;
const current = () => portal.app.settings(portal.ctx);
/** @returns the token of a member whose only role has these permissions */
async function staffWith(permissions: string[]): Promise<string> {
  const person = await logIn(portal);
  const code = `role-${person.memberId}`;
  await portal.ctx.db.insertInto('roles').values({ code, name: code, permissions }).execute();
  await portal.ctx.db.insertInto('member_roles').values({ member_id: person.memberId, role: code }).execute();
  return person.token;
}

const aliyun = {
  provider: 'aliyun',
  accessKeyId: 'LTAI-at-the-desk',
  accessKeySecret: 'a-secret-set-at-the-desk-9876',
  signName: '观澜',
  templates: 'SMS_1',
};
const site = { name: '钱塘财经', url: 'https://news.example.cn/', icp: '浙ICP备12345678号' };

describe('settings saved in the back office', () => {
  test('take precedence over the environment until they are reset', async () => {
    expect(await group('site')).toMatchObject({
      source: 'environment',
      values: { name: '观澜', icp: '京ICP备00000000号' },
    });
    expect(await save('site', site)).toMatchObject({
      code: 200,
      data: { source: 'desk', values: { name: '钱塘财经', url: 'https://news.example.cn' } },
    });
    expect((await current()).site).toMatchObject({ name: '钱塘财经', icp: '浙ICP备12345678号', police: '' });
    const { body } = await portal.call('POST /admin/settings/reset', {
      token: admin,
      body: { group: 'site' },
    });
    expect(body.data).toMatchObject({ source: 'environment', updatedAt: null });
    expect((await current()).site).toMatchObject({ name: '观澜', icp: '京ICP备00000000号' });
  });

  test('reach every process and page at once', async () => {
    expect(await purgedBy(portal, () => save('site', site))).toEqual(['settings']);
    expect(await purgedBy(portal, () => save('site', site, null)), 'a refused save').toEqual([]);
    const reset = () => portal.call('POST /admin/settings/reset', { token: admin, body: { group: 'site' } });
    expect(await purgedBy(portal, reset)).toEqual(['settings']);
  });

  test('reject the second of two concurrent saves and keep the first', async () => {
    await save('site', site, null);
    expect(await save('site', { ...site, name: '后来的' }, null)).toMatchObject({
      code: 409,
      msg: expect.stringContaining('刚刚改过'),
    });
    expect((await current()).site.name).toBe('钱塘财经');
  });

  test('determine how the next code is sent', async () => {
    const options = async () => (await portal.call('GET /reception/loginOptions')).body.data;
    expect(await options()).toMatchObject({ wechat: false, outbox: true });
    await save('sms', aliyun);
    await save('wechat', { provider: 'wechat', appId: 'wx1234567890', secret: 'a-wechat-secret-1234' });
    await save('mail', {
      provider: 'smtp',
      server: new URL(post.url).href.replace('user:pass%40word@', ''),
      user: 'user',
      password: 'pass@word',
      from: '观澜 <no-reply@news.example.cn>',
    });
    expect(await options()).toMatchObject({ wechat: true, outbox: false });
    outside.answer(() => ({ body: { Code: 'OK' } }));
    const { sms, mail } = portal.app.identity;
    await sms.send(portal.ctx, {
      phone: '13800000000',
      purpose: 'login',
      code: '012345',
      minutes: 5,
      isConfidential: false,
    });
    expect(outside.requests[0]?.headers['x-acs-action']).toBe('SendSms');
    await mail.send(portal.ctx, { to: 'reader@example.cn', subject: '题', text: '文' });
    expect(post.lines).toContain('RCPT TO:<reader@example.cn>');
  });

  test.each([
    ['site', { ...site, name: '' }, '网站名称'],
    ['site', { ...site, name: 1 }, '网站名称'],
    ['site', { ...site, name: '字'.repeat(21) }, '网站名称应为 1 到 20 个字'],
    ['site', { ...site, motto: '字'.repeat(31) }, '口号应为至多 30 个字'],
    ['site', { ...site, description: '字'.repeat(61) }, '一句话简介应为至多 60 个字'],
    ['site', { ...site, accent: 'red' }, '主色应为 # 和 6 位十六进制数'],
    ['site', { ...site, accent: '#FFF59D' }, '主色太浅：白底上的文字和按钮会看不清'],
    ['site', { ...site, url: 'javascript:alert(1)' }, '网站地址'],
    ['site', { ...site, icp: '字'.repeat(101) }, 'ICP 备案号'],
    ['sms', { ...aliyun, provider: 'other' }, '方式'],
    ['sms', { ...aliyun, signName: '' }, '短信签名'],
    ['sms', { ...aliyun, templates: 'login=SMS_1' }, '短信模板'],
    ['sms', { ...aliyun, accessKeySecret: '' }, 'AccessKey Secret'],
    ['mail', { provider: 'smtp', server: 'https://x.cn', from: 'a@b.cn' }, '邮件服务器'],
    ['mail', { provider: 'smtp', server: 'smtp://u:p@x.cn', from: 'a@b.cn' }, '邮件服务器'],
    ['mail', { provider: 'smtp', server: 'smtp://x.cn', from: '观澜' }, '发件人'],
    ['mail', { provider: 'smtp', server: 'smtp://x.cn', user: 'u', from: 'a@b.cn' }, '邮箱密码'],
    ['wechat', { provider: 'wechat', appId: 'wx1' }, 'AppSecret'],
    ['wechatService', { provider: 'wechat', appId: 'wx1', secret: 's' }, '服务号名称'],
    [
      'wechatService',
      { provider: 'wechat', appId: 'wx1', secret: 's', account: '观澜', templateIds: 'talk=1' },
      '模板 ID',
    ],
    ['wechatService', { templateFields: 'title=标题', provider: 'none' }, '模板字段'],
    ['storage', { provider: 's3', endpoint: 'http://s3.example.com', bucket: 'b-1' }, '地域'],
    ['storage', { provider: 's3', bucket: 'Ä' }, '存储桶'],
    ['security', { staffTotp: 'maybe' }, '编辑部两步验证'],
    ['nothing', {}, '分组'],
  ])('reject %s %j, name the field and change nothing', async (name, values, message) => {
    expect(await save(name, values, null)).toMatchObject({
      code: 400,
      msg: expect.stringContaining(message),
    });
    expect(await portal.ctx.db.selectFrom('site_settings').selectAll().execute()).toEqual([]);
  });

  test('storage without TLS is accepted on a demo portal in the local network only', async () => {
    const bucket = { ...s3.settings, provider: 's3' };
    expect(await save('storage', { ...bucket, endpoint: 'http://s3.example.com' })).toMatchObject({
      code: 400,
      msg: expect.stringContaining('https://'),
    });
    expect(await save('storage', bucket)).toMatchObject({ code: 200 });
  });

  test('a live portal cannot be reset to stand-ins', async () => {
    const live = await openPortal({
      SITE_MODE: 'live',
      API_CLIENT: 'guanlan:guanlan-of-our-own',
      SITE_URL: 'https://news.example.cn',
      SMS_PROVIDER: 'aliyun',
      ALIYUN_ACCESS_KEY_ID: 'id',
      ALIYUN_ACCESS_KEY_SECRET: 'secret',
      ALIYUN_SMS_SIGN: '观澜',
      ALIYUN_SMS_TEMPLATES: 'SMS_1',
    });
    const headers = {
      authorization: `Basic ${Buffer.from('guanlan:guanlan-of-our-own').toString('base64')}`,
    };
    const request = live.call;
    live.call = (key, input) => request(key, { ...input, headers });
    const { token } = await logIn(live, { role: 'admin' });
    const mail = { provider: 'smtp', user: 'u', password: 'p', from: 'a@example.cn' };
    for (const [name, values] of [
      ['sms', { provider: 'outbox' }],
      ['mail', { provider: 'outbox' }],
      ['mail', { ...mail, server: 'smtp://mail.example.cn:587' }],
      ['site', { name: '观澜', url: 'http://news.example.cn' }],
      ['storage', { ...s3.settings, provider: 's3' }],
    ] as const) {
      const { body } = await live.call('POST /admin/settings/save', {
        token,
        body: { group: name, values, base: null },
      });
      expect(body, name).toMatchObject({ code: 400 });
    }
    const { body } = await live.call('POST /admin/settings/save', {
      token,
      body: {
        group: 'mail',
        values: { ...mail, server: 'smtp://mail.example.cn:587?requireTLS=true' },
        base: null,
      },
    });
    expect(body.code, body.msg).toBe(200);
    const reset = async (name: string) =>
      (await live.call('POST /admin/settings/reset', { token, body: { group: name } })).body;
    expect(await reset('mail')).toMatchObject({
      code: 409,
      msg: expect.stringContaining('正式站点须接真实邮箱'),
    });
    expect(await reset('sms')).toMatchObject({ code: 200 });
    await live.close();
  });

  test('only an administrator with a second factor can require it of all staff', async () => {
    expect(await save('security', { staffTotp: 'required' })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('两步验证'),
    });
    const { db } = portal.ctx;
    const editor = await logIn(portal, { role: 'editor' });
    const posts = async (token: string) => (await portal.call('GET /admin/post/list', { token })).status;
    await db.updateTable('members').set({ totp_enabled_at: new Date() }).where('id', '=', memberId).execute();
    expect(await save('security', { staffTotp: 'required' })).toMatchObject({ code: 200 });
    expect(await posts(editor.token)).toBe(403);
    expect(await posts(admin)).toBe(200);
    await db.updateTable('members').set({ totp_enabled_at: null }).where('id', '=', memberId).execute();
  });
});

describe('a secret', () => {
  test('is never returned: not in the list, the answer, the audit log or a refusal', async () => {
    const answers = [JSON.stringify(await save('sms', aliyun))];
    answers.push(JSON.stringify(await list()));
    answers.push(JSON.stringify(await save('sms', { ...aliyun, templates: '!' })));
    const { text } = await portal.call('GET /admin/audit/list', { token: admin });
    for (const answer of [...answers, text]) expect(answer).not.toContain(aliyun.accessKeySecret);
    expect((await group('sms')).values.accessKeySecret).toEqual({ isSet: true, last4: '9876' });
    expect(JSON.parse(text).data.records[0]).toMatchObject({
      action: 'settings.save',
      target: 'settings:sms',
      after: { accessKeySecret: '（已更换）', accessKeyId: 'LTAI-at-the-desk' },
    });
  });

  test.each([
    ['of 7 characters', '1234567', ''],
    ['of 15 characters', '123456789012345', ''],
    ['of 16 characters', '1234567890123456', '3456'],
    ['in PEM', `-----BEGIN KEY-----${'A'.repeat(40)}-----END KEY-----`, ''],
  ])('%s shows at most a quarter of itself', async (_, accessKeySecret, last4) => {
    expect(await save('sms', { ...aliyun, accessKeySecret })).toMatchObject({ code: 200 });
    expect((await group('sms')).values.accessKeySecret).toEqual({ isSet: true, last4 });
  });

  test('left empty is kept', async () => {
    await save('sms', aliyun);
    expect(await save('sms', { ...aliyun, accessKeySecret: undefined, signName: '钱塘' })).toMatchObject({
      code: 200,
    });
    expect((await current()).sms).toMatchObject({
      signName: '钱塘',
      accessKeySecret: aliyun.accessKeySecret,
    });
  });

  test('is sent only to the address it was saved with', async () => {
    await save('mail', {
      provider: 'smtp',
      server: 'smtps://mail.example.cn:465',
      user: 'desk',
      password: 'kept-password',
      from: 'a@example.cn',
    });
    const elsewhere = {
      provider: 'smtp',
      server: new URL(post.url).origin,
      user: 'desk',
      from: 'a@example.cn',
    };
    const server = `smtp://${new URL(post.url).host}`;
    for (const answer of [
      await save('mail', { ...elsewhere, server }),
      await attempt('mail', { ...elsewhere, server }, { to: 'me@example.cn' }),
    ])
      expect(answer).toMatchObject({
        code: 400,
        msg: expect.stringContaining('请重新填写邮箱密码'),
      });
    expect(post.lines.join()).not.toContain(Buffer.from('\0desk\0kept-password').toString('base64'));
  });
});

describe('a try', () => {
  test('of SMS sends a message to the caller’s own number, and explains Aliyun’s error', async () => {
    outside.answer(() => ({ body: { Code: 'OK' } }));
    expect((await attempt('sms', aliyun)).data).toMatchObject({ isOk: true });
    const { mobile } = await portal.ctx.db
      .selectFrom('members')
      .select('mobile')
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow();
    expect(outside.requests[0]?.url).toContain(`PhoneNumbers=${mobile}`);
    outside.answer(() => ({ body: { Code: 'isv.SMS_SIGNATURE_ILLEGAL', Message: 'no' } }));
    expect((await attempt('sms', aliyun)).data).toEqual({
      isOk: false,
      message: '短信签名不存在或没有审核通过',
    });
    expect((await current()).sms, 'a try saves nothing').toBeNull();
  });

  test('of mail sends a message, and reports the server’s answer', async () => {
    const values = {
      provider: 'smtp',
      server: `smtp://${new URL(post.url).host}`,
      user: 'user',
      password: 'pass@word',
      from: '观澜 <a@example.cn>',
    };
    expect((await attempt('mail', values, { to: 'me@example.cn' })).data).toMatchObject({ isOk: true });
    expect(post.lines).toContain('RCPT TO:<me@example.cn>');
    expect(await attempt('mail', values)).toMatchObject({
      code: 400,
      msg: expect.stringContaining('收件人'),
    });
    const strict = await startStandInSmtp('AUTH');
    const refused = await attempt(
      'mail',
      { ...values, server: `smtp://${new URL(strict.url).host}` },
      { to: 'me@example.cn' },
    );
    expect(refused.data).toMatchObject({ isOk: false, message: expect.stringContaining('550 no') });
    expect(JSON.stringify(refused)).not.toContain('pass@word');
    await strict.close();
  });

  test.each([
    [40029, true, '正确'],
    [40013, false, 'AppID 不正确（40013）'],
    [40125, false, 'AppSecret 不正确（40125）'],
  ])('of WeChat interprets %i as %s', async (errcode, isOk, words) => {
    outside.answer(() => ({ body: { errcode, errmsg: 'x' } }));
    const values = { provider: 'wechat', appId: 'wx1', secret: 's3cret' };
    expect((await attempt('wechat', values)).data).toEqual({
      isOk,
      message: expect.stringContaining(words),
    });
  });

  test.each([
    [
      { access_token: 'token', ticket: 'ticket', expires_in: 7200 },
      true,
      '微信已认得这个服务号，可以用分享卡片',
    ],
    [{ errcode: 40013, errmsg: 'invalid appid' }, false, 'AppID 不正确（40013）'],
    [{ errcode: 40164, errmsg: 'not in whitelist' }, false, 'IP 白名单'],
    ['not json', false, '微信没有响应'],
  ])('of the service account requests a token: %j', async (body, isOk, words) => {
    outside.answer(() => ({ body }));
    const values = {
      provider: 'wechat',
      appId: 'wx1',
      secret: 's3cret',
      account: '观澜',
      templateIds: 'TM00015_template-of-the-site',
    };
    expect((await attempt('wechatService', values)).data).toEqual({
      isOk,
      message: expect.stringContaining(words),
    });
  });

  test('of the service account says that the right to share is missing', async () => {
    outside.answer(({ url }) => ({
      body: url.includes('stable_token')
        ? { access_token: 'token', expires_in: 7200 }
        : { errcode: 48001, errmsg: 'api unauthorized' },
    }));
    const values = { provider: 'wechat', appId: 'wx1', secret: 's3cret', account: '观澜' };
    expect((await attempt('wechatService', values)).data).toEqual({
      isOk: true,
      message: '微信已认得这个服务号，但它没有分享卡片的权限，分享仍是普通链接',
    });
  });

  test('of storage writes, reads and deletes, and explains a failure', async () => {
    const values = { ...s3.settings, provider: 's3' };
    expect((await attempt('storage', values)).data).toMatchObject({ isOk: true });
    expect(s3.requests.map((one) => one.split(' ')[0])).toEqual(['PUT', 'GET', 'DELETE']);
    expect(s3.objects.size).toBe(0);
    expect((await attempt('storage', { ...values, secretAccessKey: 'wrong' })).data).toEqual({
      isOk: false,
      message: 'AccessKey Secret 不正确，请重新填写',
    });
    expect((await attempt('storage', { ...values, bucket: 'not-there' })).data.message).toContain(
      '没有这个存储桶',
    );
    expect((await attempt('storage', { provider: 'disk' })).data).toMatchObject({ isOk: true });
  });

  test('of the address distinguishes this portal from any other server', async () => {
    outside.answer(async ({ url }) => {
      const query = Object.fromEntries(new URL(url, outside.origin).searchParams);
      const { body } = await portal.call('GET /reception/siteProof', { query });
      return { body };
    });
    expect((await attempt('site', { ...site, url: outside.origin })).data).toMatchObject({ isOk: true });
    outside.answer(() => ({ body: { data: 'x' } }));
    expect((await attempt('site', { ...site, url: outside.origin })).data).toMatchObject({
      isOk: false,
      message: expect.stringContaining('不是本站'),
    });
  });

  test('is limited to thirty an hour', async () => {
    const values = { provider: 'none' };
    for (let count = 0; count < 30; count += 1)
      expect(await attempt('wechat', values)).toMatchObject({ code: 200 });
    const refused = await portal.call('POST /admin/settings/try', {
      token: admin,
      body: { group: 'wechat', values },
    });
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('3600');
  });
});

describe('permissions', () => {
  test.each(['settings.manage', 'settings.security'])(
    '%s covers its own groups and no other, in every call',
    async (held) => {
      const token = await staffWith([held]);
      const own = groupNames.filter((name) => permissionOfGroup(name) === held);
      const { data } = (await portal.call('GET /admin/settings/list', { token })).body;
      expect(data.groups.map(({ name }: Body) => name)).toEqual(own);
      const { groups } = (await portal.call('GET /admin/settings/list', { token: admin })).body.data;
      expect(groups.map(({ name }: Body) => name)).toEqual(groupNames);
      for (const { name, values: shown, updatedAt } of groups) {
        const values = Object.fromEntries(
          Object.entries(shown).map(([field, value]) => [field, typeof value === 'object' ? '' : value]),
        );
        for (const [path, more] of [
          ['save', { base: updatedAt }],
          ['try', {}],
        ] as const) {
          const body = { group: name, values, ...more };
          const answer = (await portal.call(`POST /admin/settings/${path}`, { token, body })).body;
          if (own.includes(name)) expect(answer.code, `${path} ${name}`).not.toBe(403);
          else
            expect(answer, `${path} ${name}`).toMatchObject({
              code: 403,
              msg: expect.stringContaining('权限'),
            });
        }
        const reset = await portal.call('POST /admin/settings/reset', { token, body: { group: name } });
        expect(reset.status, `reset ${name}`).toBe(own.includes(name) ? 200 : 403);
      }
    },
  );

  test('the address of the site, to which letters, log-ins and payments lead, needs that for security', async () => {
    const token = await staffWith(['settings.manage']);
    const { data } = (await portal.call('GET /admin/settings/list', { token })).body;
    const site = data.groups.find(({ name }: Body) => name === 'site');
    const save = (changes: object) =>
      portal.call('POST /admin/settings/save', {
        token,
        body: { group: 'site', base: site.updatedAt, values: { ...site.values, ...changes } },
      });
    expect((await save({ url: 'https://other.example' })).body).toMatchObject({
      code: 403,
      msg: '“站点”里的“网站地址”需要“安全设置”权限才能修改',
    });
    expect((await save({ motto: '新的口号' })).body).toMatchObject({ code: 200 });
  });

  test('the groups that could take over the back office, its codes or its money are security settings', () => {
    const security = groupNames.filter((name) => permissionOfGroup(name) === 'settings.security');
    expect(security.toSorted()).toEqual([
      'alipay',
      'backup',
      'mail',
      'security',
      'sms',
      'statistics',
      'storage',
      'wechat',
      'wechatPay',
      'wechatService',
    ]);
  });

  test.each([
    ['GET', 'list'],
    ['POST', 'save'],
    ['POST', 'reset'],
    ['POST', 'try'],
  ])('%s /admin/settings/%s checks a permission for settings before anything else', async (method, path) => {
    const statusFor = async (token?: string) =>
      (
        await portal.call(`${method} /admin/settings/${path}`, {
          ...(token ? { token } : {}),
          ...(method === 'POST' ? { body: {} } : {}),
        })
      ).status;
    expect(await statusFor()).toBe(401);
    expect(await statusFor((await logIn(portal)).token)).toBe(403);
    expect(await statusFor((await logIn(portal, { role: 'editor' })).token)).toBe(403);
  });
});

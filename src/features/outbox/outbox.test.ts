import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn, receiveCode, relaxedCodeLimits, solveProof } from '#testing/posts-and-members.ts';
import { waitFor } from '#testing/wait-for.ts';
import { outboxMail, tidyOutbox } from './index.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal(relaxedCodeLimits);
});
afterAll(() => portal.close());

const outbox = (asking: { token?: string; headers?: Record<string, string> } = {}) =>
  portal.call('GET /reception/outbox', asking);
const forwarded = { headers: { 'x-forwarded-for': '203.0.113.9' } };

const forwardingHeaders = [
  ...[
    'forwarded',
    'via',
    'x-forwarded-port',
    'x-forwarded-proto',
    'x-forwarded-host',
    'x-real-ip',
    'x-client-ip',
  ],
  ...['x-cluster-client-ip', 'true-client-ip', 'cf-connecting-ip', 'cf-ray', 'cdn-loop', 'fastly-client-ip'],
  ...[
    'fly-client-ip',
    'x-envoy-external-address',
    'x-azure-clientip',
    'x-azure-socketip',
    'x-appengine-user-ip',
  ],
  ...[
    'x-amzn-trace-id',
    'x-cloud-trace-context',
    'x-original-url',
    'x-remote-ip',
    'x-proxyuser-ip',
    'x-host',
  ],
  ...[
    'ali-cdn-real-ip',
    'eagleeye-traceid',
    'wl-proxy-client-ip',
    'proxy-client-ip',
    'x-vercel-id',
    'client-ip',
  ],
];

test('shows stored messages, newest first, to a request from this machine', async () => {
  const code = await receiveCode(portal, { phone: '13400000001', purpose: 'login' });
  await outboxMail.send(portal.ctx, { to: 'a@example.cn', subject: '验证', text: '你好 🌊' });
  const { status, body } = await outbox();
  expect(status).toBe(200);
  expect(body.data.slice(0, 2)).toMatchObject([
    { channel: 'mail', recipient: 'a@example.cn', subject: '验证', body: '你好 🌊' },
    { channel: 'sms', recipient: '13400000001', subject: '', body: expect.stringContaining(code) },
  ]);
  expect(body.data[0].createdAt).toMatch(/\+08:00$/);
});

test('refuses requests through a proxy, from members and staff too, but not from administrators', async () => {
  expect((await outbox(forwarded)).status).toBe(403);
  for (const name of forwardingHeaders)
    expect((await outbox({ headers: { [name]: '203.0.113.9' } })).status, name).toBe(403);
  const [member, editor, admin] = [
    await logIn(portal),
    await logIn(portal, { role: 'editor' }),
    await logIn(portal, { role: 'admin' }),
  ];
  expect((await outbox({ ...forwarded, token: member.token })).status).toBe(403);
  expect((await outbox({ ...forwarded, token: editor.token })).status).toBe(403);
  expect((await outbox({ ...forwarded, token: admin.token })).status).toBe(200);
});

test('refuses a foreign page whose host name resolves to this machine', async () => {
  for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:3000', '[::1].evil'])
    expect((await outbox({ headers: { host } })).status, host).toBe(403);
  for (const host of ['127.0.0.1:3000', 'localhost', '[::1]:80', 'news.localhost:3000'])
    expect((await outbox({ headers: { host } })).status, host).toBe(200);
});

test('refuses a proxy that adds no header, such as nginx without configuration', async () => {
  const { port } = new URL(await portal.server.listen({ host: '127.0.0.1', port: 0 }));
  const requestStatus = async (version: string, ...more: string[]) => {
    const socket = connect(Number(port), '127.0.0.1');
    const authorization = `Authorization: Basic ${Buffer.from('guanlan:guanlan').toString('base64')}`;
    const head = [`Host: 127.0.0.1:${port}`, 'Connection: close', authorization, ...more];
    socket.write(`GET /api/reception/outbox HTTP/${version}\r\n${head.join('\r\n')}\r\n\r\n`);
    return (await text(socket)).slice(9, 12);
  };
  expect(await requestStatus('1.1')).toBe('200');
  expect(await requestStatus('1.0')).toBe('403');
  expect(await requestStatus('1.1', 'Referer: https://news.example.cn/outbox')).toBe('403');
  expect(await requestStatus('1.1', 'Origin: https://news.example.cn')).toBe('403');
  expect(await requestStatus('1.1', `Referer: http://127.0.0.1:${port}/outbox`)).toBe('200');
});

test('admits only administrators if the settings name a proxy or a public address', async () => {
  for (const settings of [
    { TRUST_PROXY: '1' },
    { SITE_URL: 'https://news.example.cn' },
    { TENANTS: '000000=news.example.cn' },
  ]) {
    const open = await openPortal({ ...relaxedCodeLimits, ...settings });
    expect((await open.call('GET /reception/outbox')).status).toBe(403);
    const { token } = await logIn(open, { role: 'admin' });
    expect((await open.call('GET /reception/outbox', { token })).status).toBe(200);
    await open.close();
  }
});

test('admits only administrators while the back office names a public address', async () => {
  const { token } = await logIn(portal, { role: 'admin' });
  for (const [url, status] of [
    ['https://news.example.cn', 403],
    ['http://127.0.0.1:3000', 200],
    ['http://127.0.0.1.example.cn', 403],
    ['http://localhost', 200],
  ] as const) {
    const base = (await portal.call('GET /admin/settings/list', { token })).body.data.groups.find(
      ({ name }: { name: string }) => name === 'site',
    ).updatedAt;
    const body = { group: 'site', values: { name: '潮声', url }, base };
    expect((await portal.call('POST /admin/settings/save', { token, body })).status).toBe(200);
    expect((await outbox()).status, url).toBe(status);
    expect((await outbox({ token })).status).toBe(200);
  }
  await portal.call('POST /admin/settings/reset', { token, body: { group: 'site' } });
});

test('never stores what opens a staff account', async () => {
  const { memberId } = await logIn(portal, { role: 'operator' });
  const { mobile } = await portal.ctx.db
    .selectFrom('members')
    .select('mobile')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  for (const purpose of ['login', 'reset'])
    await portal.call('POST /blade-auth/oauth/sms/send-validate', {
      body: { phone: mobile, purpose, proof: await solveProof(portal) },
    });
  const bodies = await waitFor(async () => {
    const rows = await portal.ctx.db
      .selectFrom('outbox_messages')
      .select('body')
      .where('recipient', '=', mobile)
      .execute();
    expect(rows).toHaveLength(2);
    return rows.map(({ body }) => body).join();
  });
  expect(bodies).toContain('验证码 ******，');
  expect(bodies).not.toMatch(/\d{6}/);
  await outboxMail.send(portal.ctx, {
    to: 'b@example.cn',
    subject: '',
    text: '验证码 654321',
    secret: '654321',
  });
  expect((await outbox()).body.data[0].body).toBe('验证码 ******');
});

test('does not exist where messages are really sent', async () => {
  const real = await openPortal({
    SMS_PROVIDER: 'aliyun',
    ALIYUN_ACCESS_KEY_ID: 'id',
    ALIYUN_ACCESS_KEY_SECRET: 'secret',
    ALIYUN_SMS_SIGN: '观澜',
    ALIYUN_SMS_TEMPLATES: 'SMS_1',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'a@example.cn',
  });
  expect((await real.call('GET /reception/outbox')).status).toBe(404);
  expect((await real.call('GET /reception/loginOptions')).body.data.outbox).toBe(false);
  await real.close();
});

test('deletes messages after a week', async () => {
  const { db } = portal.ctx;
  await db
    .updateTable('outbox_messages')
    .set({ created_at: new Date(Date.now() - 8 * 86_400_000) })
    .execute();
  await tidyOutbox(portal.ctx);
  expect((await outbox()).body.data).toEqual([]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishAgreement } from '#features/settings/index.ts';
import { plainSite } from '#testing/plain-site.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { waitFor } from '#testing/wait-for.ts';
import { serveAdmin } from './admin.ts';
import { listenForChanges } from './listen-for-changes.ts';
import { servePages } from './pages.ts';

let portal: Portal;
let changes: { stop(): Promise<void> };
let token: string;
beforeAll(async () => {
  portal = await openPortal();
  changes = await listenForChanges(portal.app);
  await serveAdmin(portal.server, portal.app, plainSite);
  await servePages(portal.server, portal.app, plainSite);
  token = (await logIn(portal, { role: 'admin' })).token;
});
afterAll(async () => {
  await changes.stop();
  await portal.close();
});

const none = { baidu: '', umamiScript: '', umamiSite: '', google: '', letters: false };
const baidu = '0123456789abcdef0123456789abcdef';
const umami = {
  umamiScript: 'https://stats.example.cn/script.js',
  umamiSite: '01234567-89ab-cdef-0123-456789abcdef',
};
const save = async (values: object) => {
  const { body } = await portal.call('GET /admin/settings/list', { token });
  const base = body.data.groups.find(({ name }: { name: string }) => name === 'statistics').updatedAt;
  const settings = { group: 'statistics', base, values: { ...none, ...values } };
  return (await portal.call('POST /admin/settings/save', { token, body: settings })).body;
};
const open = async (url: string) => {
  const { headers, body } = await portal.server.inject({ url });
  return { policy: String(headers['content-security-policy']), body };
};
const directive = (policy: string, name: string) => policy.split('; ').find((one) => one.startsWith(name));

test('a page frames only the players of videos and WeChat', async () => {
  const { wechatFrameOrigin, wechatEndpoints } = portal.app.config;
  const wechat = [...new Set([wechatFrameOrigin, wechatEndpoints.frame])].join(' ');
  const players = 'https://player.bilibili.com https://v.qq.com https://player.youku.com';
  // The back office shows posts, too, to those who review them.
  for (const url of ['/index', '/admin']) {
    const { policy } = await open(url);
    expect(directive(policy, 'frame-src')).toBe(`frame-src 'self' ${wechat} ${players}`);
    expect(directive(policy, 'media-src')).toBe("media-src 'self' https:");
  }
});

test('a page allows and names the chosen services at once, and nothing else', async () => {
  const plain = await open('/index');
  expect(directive(plain.policy, 'script-src')).toBe("script-src 'self'");
  expect(plain.body).toContain('"statistics":null');
  expect(await save({ baidu, ...umami })).toMatchObject({ code: 200 });
  await waitFor(async () => expect((await open('/index')).body).toContain(baidu));
  // Twice, since the second page comes from the cache.
  for (const { policy } of [await open('/index'), await open('/index')]) {
    const hosts = 'https://hm.baidu.com https://stats.example.cn';
    expect(directive(policy, 'script-src')).toBe(`script-src 'self' ${hosts}`);
    expect(directive(policy, 'connect-src')).toBe(`connect-src 'self' ${hosts}`);
    expect(directive(policy, 'img-src')).toBe("img-src 'self' data: https://hm.baidu.com");
    expect(policy).not.toContain('google');
    const others = (one: string) => one.split('; ').filter((part) => !/^(script|connect|img)-src/.test(part));
    expect(others(policy)).toEqual(others(plain.policy));
  }
  const admin = await open('/admin');
  expect(admin.body).not.toContain(baidu);
  expect(admin.policy).not.toContain('baidu');
  expect(await save({ google: 'G-ABCDEF1234' })).toMatchObject({ code: 200 });
  await waitFor(async () => expect((await open('/index')).body).not.toContain(baidu));
  const { policy } = await open('/index');
  expect(directive(policy, 'script-src')).toBe("script-src 'self' https://*.googletagmanager.com");
  expect(policy).not.toContain('baidu');
});

test('the privacy policy names the services, the agreement does not', async () => {
  const text = { version: '1', title: '文本', body: '<p>正文。</p>', effective_at: new Date(0) };
  for (const kind of ['privacy', 'agreement'] as const) await publishAgreement(portal.ctx, { kind, ...text });
  const read = async (kind: string) =>
    (await portal.call('GET /reception/getAgreement', { query: { kind } })).body.data.body;
  await save({});
  await waitFor(async () => expect(await read('privacy')).toBe('<p>正文。</p>'));
  await save({ baidu, google: 'G-ABCDEF1234' });
  await waitFor(async () => expect(await read('privacy')).toContain('百度统计'));
  expect(await read('privacy')).toContain('Google Analytics');
  expect(await read('privacy')).not.toContain('Umami');
  expect(await read('privacy')).not.toContain('邮件报');
  await save({ letters: true });
  await waitFor(async () => expect(await read('privacy')).toContain('邮件报'));
  expect(await read('agreement')).toBe('<p>正文。</p>');
});

test.each([
  [{ baidu: 'x' }, '百度统计编号'],
  [{ baidu: `${baidu}"; script-src *` }, '百度统计编号'],
  [{ google: 'UA-1' }, 'Google Analytics 衡量 ID'],
  [{ ...umami, umamiScript: 'http://stats.example.cn/script.js' }, 'Umami 脚本地址'],
  [{ ...umami, umamiScript: 'https://stats.example.cn:99999/script.js' }, 'Umami 脚本地址'],
  [{ ...umami, umamiScript: "https://stats.example.cn/a.js 'unsafe-inline'" }, 'Umami 脚本地址'],
  [{ ...umami, umamiScript: 'https://a;b/script.js' }, 'Umami 脚本地址'],
  [{ ...umami, umamiSite: '1' }, 'Umami 网站编号'],
  [{ umamiSite: umami.umamiSite }, 'Umami 脚本地址'],
  [{ umamiScript: umami.umamiScript }, 'Umami 网站编号'],
])('refuses %j and names the field', async (values, label) => {
  const answer = await save(values);
  expect(answer).toMatchObject({ code: 400 });
  expect(answer.msg).toContain(label);
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { liveSettings as live } from '#testing/live-settings.ts';
import { loadConfig } from './config.ts';

const without = (...names: string[]) =>
  Object.fromEntries(Object.entries(live).filter(([name]) => !names.includes(name)));

describe('a live portal', () => {
  test('starts with real services, and without WeChat unless it is configured', () => {
    const config = loadConfig(live);
    expect(config).toMatchObject({ wechat: null, wechatSandboxPort: null, wechatSandbox: null });
    expect(config.wechatFrameOrigin).toBe('https://open.weixin.qq.com');
    const { wechat } = loadConfig({ ...live, WECHAT_APP_ID: 'wx1', WECHAT_APP_SECRET: 's' });
    expect(wechat).toEqual({
      appId: 'wx1',
      secret: 's',
      api: 'https://api.weixin.qq.com',
      frame: 'https://open.weixin.qq.com',
    });
  });

  test.each([
    ['WECHAT_SANDBOX_PORT', { ...live, WECHAT_SANDBOX_PORT: '3001' }],
    ['PASSWORD_COST', { ...live, PASSWORD_COST: '19455' }],
    ['API_CLIENT', without('API_CLIENT')],
  ])('refuses a sandbox service or a default value and names it: %s', (name, settings) => {
    expect(() => loadConfig(settings)).toThrow(`设置 ${name} `);
  });

  test.each([
    ['SITE_URL', { SITE_URL: 'http://news.example.cn' }, 'site'],
    ['SMTP_URL', { SMTP_URL: 'smtp://mail.example.cn:587' }, 'mail'],
  ])('refuses an unencrypted %s unless ALLOW_PLAINTEXT says so', (name, settings, use) => {
    expect(() => loadConfig({ ...live, ...settings })).toThrow(`设置 ${name} `);
    expect(() => loadConfig({ ...live, ...settings, ALLOW_PLAINTEXT: 'yes' })).toThrow('ALLOW_PLAINTEXT');
    expect(loadConfig({ ...live, ...settings, ALLOW_PLAINTEXT: use }).siteMode).toBe('live');
  });

  test('accepts mail over required STARTTLS', () => {
    const SMTP_URL = 'smtp://u:p@mail.example.cn:587?requireTLS=true';
    expect(loadConfig({ ...live, SMTP_URL }).mail?.url).toBe(SMTP_URL);
  });
});

test.each([
  ['ALIYUN_ACCESS_KEY_SECRET', { ...without('ALIYUN_ACCESS_KEY_SECRET'), SITE_MODE: 'demo' }],
  ['ALIYUN_SMS_TEMPLATES', { SMS_PROVIDER: 'aliyun' }],
  ['ALIYUN_SMS_TEMPLATES', { ALIYUN_SMS_TEMPLATES: 'login=SMS_1' }],
  ['ALIYUN_SMS_TEMPLATES', { ALIYUN_SMS_TEMPLATES: 'SMS 1' }],
  ['MAIL_FROM', { SMTP_URL: 'smtp://127.0.0.1' }],
  ['MAIL_FROM', { MAIL_FROM: '观澜' }],
  ['SMTP_URL', { SMTP_URL: 'https://mail.example.cn' }],
  ['WECHAT_APP_SECRET', { WECHAT_APP_ID: 'wx1' }],
  ['SMS_PER_DAY', { SMS_PER_DAY: 'viele' }],
  ['STAFF_TOTP', { STAFF_TOTP: 'yes' }],
  ['FEED_NETWORKS', { FEED_NETWORKS: '10.0.0.0/33' }],
  ['FEED_NETWORKS', { FEED_NETWORKS: 'intranet' }],
  ['CDN_PURGE', { CDN: 'varnish' }],
  ['CDN_PURGE', { CDN: 'nginx', CDN_PURGE: '' }],
  ['CDN_PURGE', { CDN: 'http', CDN_SECRET: 'a-secret-of-the-cdn' }],
  ['CDN_SECRET', { CDN: 'http', CDN_PURGE: 'https://purge.example.cn' }],
  ['CDN_ACCESS_KEY_ID', { CDN: 'aliyun', CDN_ACCESS_KEY_SECRET: 's' }],
  ['CDN_ACCESS_KEY_SECRET', { CDN: 'aliyun', CDN_ACCESS_KEY_ID: 'a' }],
])('names a setting that is missing or invalid: %s', (name, settings) => {
  expect(() => loadConfig(settings)).toThrow(name);
});

test.each([
  { CDN: 'off' },
  { CDN: 'varnish', CDN_PURGE: 'http://127.0.0.1:6081' },
  { CDN: 'nginx', CDN_PURGE: 'http://127.0.0.1:8081' },
  { CDN: 'http', CDN_PURGE: 'https://purge.example.cn', CDN_SECRET: 'a-secret-of-the-cdn' },
  { CDN: 'aliyun', CDN_ACCESS_KEY_ID: 'a', CDN_ACCESS_KEY_SECRET: 's' },
])('starts with a CDN that it can purge, or none: %j', (settings) => {
  expect(loadConfig(settings).cdn?.kind ?? 'off').toBe(settings.CDN);
});

test('accepts a template for each purpose', () => {
  const purposes = ['login', 'register', 'reset', 'bind', 'change', 'change-old', 'delete'];
  const ALIYUN_SMS_TEMPLATES = purposes.map((purpose, index) => `${purpose}=SMS_${index}`).join(', ');
  expect(loadConfig({ ...live, ALIYUN_SMS_TEMPLATES }).sms.aliyun?.templates).toMatchObject({
    login: 'SMS_0',
    'change-old': 'SMS_5',
  });
});

test('a demo portal gets a WeChat sandbox that listens on the configured port', () => {
  expect(loadConfig({})).toMatchObject({ wechat: null, wechatSandboxPort: 0, wechatSandbox: null });
  const config = loadConfig({ WECHAT_SANDBOX_PORT: '3001', HOST: '0.0.0.0' });
  expect(config.wechatFrameOrigin).toBe('http://127.0.0.1:3001');
  expect(config.wechat).toMatchObject({ api: 'http://127.0.0.1:3001', frame: 'http://127.0.0.1:3001' });
  expect(config.wechatSandbox).toMatchObject({ host: '0.0.0.0', port: 3001, appId: config.wechat?.appId });
  expect(loadConfig({ WECHAT_APP_ID: 'wx1', WECHAT_APP_SECRET: 's' }).wechatSandboxPort).toBeNull();
});

describe('an unknown variable', () => {
  test.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['SITE_MOED', 'SITE_MODE'],
    ['ALIYUN_SMS_TEMPLATE', 'ALIYUN_SMS_TEMPLATES'],
  ])('is refused if it looks like a setting: %s', (name, meant) => {
    expect(() => loadConfig({ [name]: 'x' })).toThrow(`没有设置 ${name}，是否想写 ${meant}？`);
  });

  test.each([
    'HOME',
    'HOSTNAME',
    'PWD',
    'PORTS',
    'NODE_ENV',
    'TEST_DATABASE_URL',
    'AWS_REGION',
    'PGDATABASE',
  ])('is ignored if it does not look like a setting: %s', (name) => {
    expect(() => loadConfig({ [name]: 'x' })).not.toThrow();
  });
});

describe('.env', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'config-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Returns what a separate process reports of the settings, since loading the file changes its environment. */
  function loadWith(text: string | Buffer): string {
    writeFileSync(join(folder, '.env'), text);
    const program = `
      import { loadConfig } from ${JSON.stringify(new URL('config.ts', import.meta.url).href)};
      try { const { dataDir, port } = loadConfig(); console.log(dataDir, port); } catch (error) { console.log(error.message); }`;
    const args = ['--input-type=module', '--eval', program];
    return spawnSync(process.execPath, args, { cwd: folder, env: {}, encoding: 'utf8' }).stdout.trim();
  }

  test('provides settings, with comments, quotes, several lines and Windows line endings', () => {
    const text =
      '# ours\r\n\r\nexport DATA_DIR="/潮 汐"\r\nWECHAT_PAY_NOTE="-----BEGIN\nabc\n-----END"\n PORT = 3010 # here\n';
    expect(loadWith(text)).toBe('/潮 汐 3010');
  });

  test.each([
    ['a line without a value', 'PORT=3010\nSITE_MODE live\n', '.env 第 2 行应为 名称=值'],
    ['a line after a value of two', 'A="1\n2"\nnonsense', '.env 第 3 行应为 名称=值'],
    ['bytes that are no text', Buffer.from([0x50, 0xff, 0xfe, 0x3d]), '.env 不是 UTF-8 文本'],
    ['a name that is no setting', 'DATABSE_URL=postgres://db', '是否想写 DATABASE_URL？'],
  ])('with %s stops the start', (_, text, message) => {
    expect(loadWith(text)).toContain(message);
  });
});

test('hosts of tenants are compared in one form, and none has two tenants', () => {
  const { tenants } = loadConfig({ TENANTS: '000000=News.Example.CN. | m.example.cn:80,100001=新闻.cn' });
  expect(tenants.map(({ hosts }) => hosts)).toEqual([
    ['news.example.cn', 'm.example.cn'],
    ['xn--efvy88h.cn'],
  ]);
  for (const given of ['a=x.cn,b=X.cn.', 'a=x.cn|x.cn,b=x.cn:80'])
    expect(() => loadConfig({ TENANTS: given })).toThrow('同一个域名 x.cn');
  for (const given of ['a=x.cn/y', 'a=https://x.cn', 'a=x y'])
    expect(() => loadConfig({ TENANTS: given }), given).toThrow('设置 TENANTS ');
});

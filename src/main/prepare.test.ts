import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  demoBegun,
  demoLoaded,
  hasMilestone,
  liveMilestone,
  reachMilestone,
} from '#features/settings/index.ts';
import { loadConfig } from '#kernel/config.ts';
import { liveSettings } from '#testing/live-settings.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { addPlan, asMember, orderFor, payOrderOf } from '#testing/sales.ts';
import { contextsOf, openCore } from './core.ts';
import { liveModeSettings } from './live-mode.ts';
import { migrateTenants } from './migrate-tenants.ts';
import { prepareContent, setupAddress } from './prepare.ts';

let portal: Portal;
beforeEach(async () => {
  portal = await openPortal();
});
afterEach(() => portal.close());

const prepare = (settings: Record<string, string>, log?: (line: string) => void) => {
  const { connectionString, config } = portal.app;
  const source = {
    DATA_DIR: config.dataDir,
    DATABASE_URL: connectionString,
    LOG_LEVEL: 'silent',
    ...settings,
  };
  return prepareContent(loadConfig(source), connectionString, log && { log });
};
const liveMode = (settings: Record<string, string>) => {
  const { connectionString, config } = portal.app;
  return liveModeSettings(loadConfig({ DATA_DIR: config.dataDir, ...settings }), connectionString);
};
const countPosts = async () => (await portal.ctx.db.selectFrom('posts').select('id').execute()).length;
const findSetupAddress = () =>
  setupAddress(portal.app.config, portal.app.connectionString, 'http://127.0.0.1:3000');

test('a demo starts empty if DEMO_CONTENT says so', async () => {
  expect(await prepare({ DEMO_CONTENT: 'false' })).toEqual([]);
  expect(await countPosts()).toBe(0);
});

test('a demo is loaded at its first start only', { tags: ['deep'] }, async () => {
  const members = async () => (await portal.ctx.db.selectFrom('members').select('id').execute()).length;
  const shown: string[] = [];
  // The passwords are shown before the load counts as finished: a start that is interrupted while it shows them sets new ones.
  const isLoaded = async () => hasMilestone(portal.ctx.db, demoLoaded);
  const interrupt = (line: string) => {
    if (line.startsWith('演示账号')) throw new Error('interrupted');
  };
  await expect(prepare({}, interrupt)).rejects.toThrow('interrupted');
  expect(await isLoaded()).toBe(false);
  expect(await prepare({}, (line) => void shown.push(line))).toEqual([]);
  expect(shown.filter((line) => /手机号 \d{11} {2}密码 \w{12}/.test(line))).toHaveLength(4);
  expect(await isLoaded()).toBe(true);
  const loaded = { posts: await countPosts(), members: await members() };
  expect(loaded).toEqual({ posts: 86, members: 305 });
  expect(await prepare({})).toEqual([]);
  expect({ posts: await countPosts(), members: await members() }).toEqual(loaded);
});

test('the demo edition is never loaded into a portal that is in use or was restored', async () => {
  await logIn(portal);
  expect(await prepare({})).toEqual([]);
  expect(await countPosts()).toBe(0);
});

test('the setup address stays the same until there is staff, and then there is none', async () => {
  const first = await findSetupAddress();
  expect(first).toMatch(/^http:\/\/127\.0\.0\.1:3000\/admin\/setup#[\w-]{43}$/);
  expect(await findSetupAddress()).toBe(first);
  await logIn(portal, { role: 'editor' });
  expect(await findSetupAddress()).toBeNull();
});

test('the data of a live portal stay live without SITE_MODE, and do not start as a demo', async () => {
  expect(await liveMode({})).toEqual({});
  expect(await prepare(liveSettings)).toEqual([]);
  expect(await prepare(liveSettings)).toEqual([]);
  const mode = await liveMode({});
  expect(mode).toEqual({ SITE_MODE: 'live', API_CLIENT: expect.stringMatching(/^guanlan:[\w-]{43}$/) });
  expect(await liveMode({})).toEqual(mode);
  expect(await liveMode({ API_CLIENT: 'reader:own' })).toEqual({ SITE_MODE: 'live' });
  expect(await liveMode({ SITE_MODE: 'demo' })).toEqual({});
  await expect(prepare({ SITE_MODE: 'demo' })).rejects.toThrow('SITE_MODE=demo');
  expect(await countPosts()).toBe(0);
});

/** The same settings in the back office, by variable. */
const inBackOffice = {
  SITE_URL: ['site', { name: '潮声', url: 'https://news.example.cn' }],
  SMS_PROVIDER: [
    'sms',
    { provider: 'aliyun', accessKeyId: 'id', accessKeySecret: 's', signName: '潮声', templates: 'SMS_1' },
  ],
  SMTP_URL: [
    'mail',
    {
      provider: 'smtp',
      server: 'smtps://mail.example.cn:465',
      user: 'u',
      password: 'p',
      from: 'a@example.cn',
    },
  ],
};
test.each([
  ['SITE_URL', '请填写网站地址'],
  ['SMS_PROVIDER', '正式站点须接真实短信'],
  ['SMTP_URL', '正式站点须接真实邮箱'],
])('a live portal without %s does not start, unless the back office sets it', async (name, fault) => {
  const { [name as keyof typeof liveSettings]: _, MAIL_FROM: from, ...settings } = liveSettings;
  const given = { ...settings, ...(name !== 'SMTP_URL' && { MAIL_FROM: from }) };
  await expect(prepare(given)).rejects.toThrow(fault);
  const { token } = await logIn(portal, { role: 'admin' });
  const [group, values] = inBackOffice[name as keyof typeof inBackOffice];
  const saved = await portal.call('POST /admin/settings/save', {
    token,
    body: { group, values, base: null },
  });
  expect(saved.body.msg).toBe('操作成功');
  expect(await prepare(given)).toEqual([]);
});

test('a start checks the mode of every tenant, and names the one that is in the way', async () => {
  const { connectionString, config } = portal.app;
  const tenants = { TENANTS: '000000,100001=b.example.cn' };
  const core = openCore(loadConfig({ DATA_DIR: config.dataDir, ...tenants }), connectionString);
  try {
    await migrateTenants(core.config, connectionString);
    const [, other] = contextsOf(core);
    if (!other) throw new Error('the second tenant is missing');
    const isLive = () => other.db.selectFrom('milestones').select('name').execute();
    const startLive = () => prepare({ ...liveSettings, ...tenants });

    const outbox = { name: 'sms', value: '{"provider":"outbox"}' };
    await other.db.insertInto('site_settings').values(outbox).execute();
    await expect(startLive()).rejects.toThrow('“观澜”（租户 100001）：正式站点须接真实短信');
    await other.db.deleteFrom('site_settings').execute();
    await reachMilestone(other, demoBegun);
    await expect(startLive()).rejects.toThrow('装过演示内容与演示账号的数据上（“观澜”（租户 100001））');
    await other.db.deleteFrom('milestones').execute();
    const { id } = await other.db
      .insertInto('members')
      .values({ mobile: '13500000001', name: '买家' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const buyer = asMember(other, id);
    await payOrderOf(buyer, await orderFor(buyer, { thing: `plan:${await addPlan({ ctx: other })}` }));
    const grants = () =>
      other.db.selectFrom('grants').select('id').where('ends_at', '>', new Date()).execute();
    expect(await grants()).toHaveLength(1);
    expect(await startLive()).toEqual([expect.stringContaining('沙箱支付的 1 笔订单已作废')]);
    expect(await grants()).toEqual([]);
    expect(await startLive()).toEqual([]);
    expect(await isLive()).toEqual([{ name: liveMilestone }]);
    await portal.ctx.db.deleteFrom('milestones').execute();
    await expect(prepare(tenants)).rejects.toThrow('租户 100001 的数据属于正式站点');
  } finally {
    await core.close();
  }
});

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { demoBegun, isMilestoneReached, liveMilestone, reachMilestone } from '#features/settings/index.ts';
import { plainSite } from '#testing/plain-site.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { listenForChanges } from './listen-for-changes.ts';
import { migrateTenants } from './migrate-tenants.ts';
import { servePages } from './pages.ts';

let portal: Portal;
let other: Portal;

beforeAll(async () => {
  portal = await openPortal({ TENANTS: '000000,100001=b.example.cn' });
  await migrateTenants(portal.app.config, portal.app.connectionString);
  const tenant = portal.app.tenants.get('100001');
  if (!tenant) throw new Error('the second tenant is missing');
  other = {
    ...portal,
    ctx: portal.app.contextOf(tenant),
    call: (key, options) => portal.call(key, { ...options, headers: { 'tenant-id': tenant.id } }),
  };
  for (const { ctx } of [portal, other])
    await ctx.db.updateTable('columns').set({ login_auth: false }).where('id', '=', '2').execute();
  await servePages(portal.server, portal.app, plainSite);
});
afterAll(() => portal.close());

const fetchList = async (tenant: string) =>
  (await portal.call('GET /reception/article/getResearchArticleList', { headers: { 'tenant-id': tenant } }))
    .body.data;

test('the readers of each tenant get its own page at the same address, also from the cache', async () => {
  const titles = { 'a.example.cn': '甲家的一篇', 'b.example.cn': '乙家的第一篇' };
  let id = await addPost(portal, { title: titles['a.example.cn'] });
  let otherId = await addPost(other, { title: titles['b.example.cn'] });
  while (id !== otherId)
    if (Number(id) < Number(otherId)) id = await addPost(portal, { title: titles['a.example.cn'] });
    else otherId = await addPost(other, { title: titles['b.example.cn'] });
  // Pages are cached while changes are heard, and no purge of these posts is heard any more.
  const changes = await listenForChanges(portal.app);
  onTestFinished(() => changes.stop());
  const [first, second] = Object.keys(titles);
  for (const [host, tenant] of [
    ['a.example.cn', first],
    ['b.example.cn', second],
    ['a.example.cn', first],
    ['B.Example.CN', second],
    ['b.example.cn.:8443', second],
    ['b.example.cn.evil.example', first],
  ] as const) {
    const { body } = await portal.server.inject({ url: `/rined/detail?id=${id}`, headers: { host } });
    const shown = Object.entries(titles).filter(([, title]) => body.includes(title));
    expect(shown.map(([one]) => one)).toEqual([tenant]);
  }
});

test('a post of one tenant is in no list, page or total of another', async () => {
  const id = await addPost(other, { title: '乙家的一篇' });
  expect((await fetchList('100001')).records[0].id).toBe(id);
  const shown = await fetchList('000000');
  expect(shown.records.map((one: { id: string }) => one.id)).not.toContain(id);
  expect(shown.total).toBe(shown.records.length);
  expect((await portal.call('POST /reception/article/selectArticle', { query: { id } })).status).toBe(404);
});

test('a session of one tenant is not valid in another', async () => {
  const { token } = await logIn(portal);
  const isLoggedIn = async (tenant: string) =>
    (await portal.call('GET /reception/isLogin', { token, headers: { 'tenant-id': tenant } })).body.data;
  expect(await isLoggedIn('000000')).toBe(true);
  expect(await isLoggedIn('100001')).toBe(false);
});

test('the default tenant alone switches all tenants to live mode, once none of them lacks anything', async () => {
  const { token } = await logIn(portal, { role: 'admin' });
  const { token: otherToken } = await logIn(other, { role: 'admin' });
  const goLive = async () => (await portal.call('POST /admin/start/live', { token })).body;
  const readList = async () => (await other.call('GET /admin/start', { token: otherToken })).body.data.goLive;
  await other.call('POST /admin/start/step', { token: otherToken, body: { step: 'dismissed' } });
  await addPost(other);
  const refused = await other.call('POST /admin/start/live', { token: otherToken });
  expect(refused.status).toBe(403);
  expect(refused.body.msg).toContain('由“观澜”（租户 000000）的管理员为所有站点一起切换');
  const list = await readList();
  expect(list.switchedBy).toBe('“观澜”（租户 000000）');
  expect(list.items.at(-1)).toEqual({ item: 'mode', state: 'open' });

  const prepareForLive = async (one: Portal, by: string) => {
    const keys = { accessKeyId: 'i', accessKeySecret: 's', signName: '潮', templates: 'SMS_1' };
    const server = { server: 'smtps://mail.example.cn:465', user: 'u', password: 'p', from: 'a@example.cn' };
    for (const [group, values] of Object.entries({
      site: { name: '潮声', url: 'https://news.example.cn' },
      sms: { provider: 'aliyun', ...keys },
      mail: { provider: 'smtp', ...server },
    })) {
      const body = { group, values, base: null };
      expect((await one.call('POST /admin/settings/save', { token: by, body })).status).toBe(200);
    }
  };
  await prepareForLive(portal, token);
  expect(await goLive()).toMatchObject({ code: 409 });
  expect((await goLive()).msg.match(/“.*?”（租户 \d+）：[^；]*/g)).toEqual([
    '“观澜”（租户 100001）：请填写网站地址',
    '“观澜”（租户 100001）：正式站点须接真实短信，方式不能是发件箱',
    '“观澜”（租户 100001）：正式站点须接真实邮箱，方式不能是发件箱',
  ]);
  await prepareForLive(other, otherToken);
  await reachMilestone(other.ctx, demoBegun);
  expect(await goLive()).toMatchObject({
    code: 409,
    msg: expect.stringContaining('“潮声”（租户 100001）装过演示内容'),
  });
  await other.ctx.db.deleteFrom('milestones').where('name', '=', demoBegun).execute();
  for (const { ctx } of [portal, other]) expect(await isMilestoneReached(ctx, liveMilestone)).toBe(false);
  expect(await goLive()).toMatchObject({ code: 200, data: true });
  expect((await readList()).items.at(-1)).toEqual({ item: 'mode', state: 'set' });
});

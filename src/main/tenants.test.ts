import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
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
  other = { ...portal, ctx: portal.app.contextOf(tenant) };
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
  const id = await addPost(portal, { title: titles['a.example.cn'] });
  expect(await addPost(other, { title: titles['b.example.cn'] })).toBe(id);
  // Pages are cached while changes are heard, and no purge of these posts is heard any more.
  const changes = await listenForChanges(portal.app);
  onTestFinished(() => changes.stop());
  for (const host of ['a.example.cn', 'b.example.cn', 'a.example.cn', 'b.example.cn']) {
    const { body } = await portal.server.inject({ url: `/rined/detail?id=${id}`, headers: { host } });
    const shown = Object.entries(titles).filter(([, title]) => body.includes(title));
    expect(shown.map(([tenant]) => tenant)).toEqual([host]);
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

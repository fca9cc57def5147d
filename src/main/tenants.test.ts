import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { migrateTenants } from './migrate-tenants.ts';

let portal: Portal;
let other: Portal;

beforeAll(async () => {
  portal = await openPortal({ TENANTS: '000000,100001=b.example.cn' });
  await migrateTenants(portal.app.config, portal.app.connectionString);
  const tenant = portal.app.tenants.get('100001');
  if (!tenant) throw new Error('the second tenant is missing');
  other = { ...portal, ctx: portal.app.contextOf(tenant) };
});
afterAll(() => portal.close());

const fetchList = async (tenant: string) =>
  (await portal.call('GET /reception/article/getResearchArticleList', { headers: { 'tenant-id': tenant } }))
    .body.data;

test('a post of one tenant is in no list, page or total of another', async () => {
  const id = await addPost(other, { title: '乙家的一篇' });
  expect((await fetchList('100001')).records.map((one: { id: string }) => one.id)).toEqual([id]);
  expect(await fetchList('000000')).toMatchObject({ records: [], total: 0 });
  expect((await portal.call('POST /reception/article/selectArticle', { query: { id } })).status).toBe(404);
});

test('a session of one tenant is not valid in another', async () => {
  const { token } = await logIn(portal);
  const isLoggedIn = async (tenant: string) =>
    (await portal.call('GET /reception/isLogin', { token, headers: { 'tenant-id': tenant } })).body.data;
  expect(await isLoggedIn('000000')).toBe(true);
  expect(await isLoggedIn('100001')).toBe(false);
});

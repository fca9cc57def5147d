import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defineColumns } from '#features/columns/index.ts';
import { rebuildIndex } from '#features/search/index.ts';
import type { Context } from '#kernel/context.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { migrateTenants } from '../migrate-tenants.ts';
import { serveOutgoing } from '../outgoing/serve.ts';
import { scanPortal } from './scan-portal.ts';
import { listSharedSurfaces } from './surfaces.ts';

let portal: Portal;
let address: string;
const contexts: Context[] = [];
const sentence = '这一句只有付过钱的人才应该读得到';

beforeAll(async () => {
  portal = await openPortal({ TENANTS: '000000,100001=b.example.cn' });
  await migrateTenants(portal.app.config, portal.app.connectionString);
  for (const tenant of portal.app.tenants.values()) {
    const ctx = portal.app.contextOf(tenant);
    // Its view opens without a log-in, so that feeds include it.
    await defineColumns(ctx, [{ id: '5', columnName: '门外可见', access: 'vip', loginAuth: 0 }]);
    contexts.push(ctx);
  }
  serveOutgoing(portal.server, portal.app);
  await portal.server.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(portal.server.server.address() as AddressInfo).port}`;
});
afterAll(() => portal.close());

test('requests the pages of each tenant from a running portal, and no page of another tenant', async () => {
  const [first, second] = contexts as [Context, Context];
  const body = `<p>开头人人可读。</p><!--paywall--><p>${sentence}。</p>`;
  const id = await addPost(
    { ...portal, ctx: second },
    { columnId: '5', access: 'vip', body, summary: sentence },
  );
  await addPost({ ...portal, ctx: first }, { columnId: '5', access: 'vip', body });
  for (const ctx of contexts) await rebuildIndex(ctx, portal.app.searchIndexes);
  const scan = (ctx: Context) => scanPortal(portal.app, ctx, address, { maxPosts: 5 });

  const leaking = await scan(second);
  expect(leaking).toMatchObject({ checked: 1, sentences: 1, faults: [] });
  const addresses = leaking.leaks.map((leak) => leak.address);
  expect(addresses).toContain('/feed.xml');
  expect(addresses).toContain(`/api/reception/article/selectArticle?id=${id}`);
  expect(await scan(first)).toMatchObject({ checked: 1, leaks: [], faults: [] });
}, 60_000);

test('finds no locked text at the page of preview links, which needs the token behind #', async () => {
  const [ctx] = contexts as [Context];
  const id = await addPost(portal, {
    columnId: '5',
    access: 'vip',
    body: `<p>开头人人可读。</p><!--paywall--><p>${sentence}，预览。</p>`,
  });
  const { token } = await logIn(portal, { role: 'editor' });
  const { body } = await portal.call('POST /admin/post/createPreviewLink', {
    body: { id, label: '王律师', days: '1', as: 'buyer', isFixed: false },
    token,
  });
  const open = (given: string) => portal.call('POST /reception/openPreview', { body: { token: given } });
  expect((await open(body.data.token)).text).toContain(`${sentence}，预览`);
  for (const given of ['', id, body.data.id, `${body.data.token}x`])
    expect((await open(given)).text, given).not.toContain(sentence);
  const paths = (await listSharedSurfaces(portal.app, ctx)).map(({ path }) => path);
  expect(paths).toContain('/preview');
  await rebuildIndex(ctx, portal.app.searchIndexes);
  expect(await scanPortal(portal.app, ctx, address, { maxPosts: 5 })).toMatchObject({
    leaks: [],
    faults: [],
  });
}, 60_000);

test('reports an address that does not answer', async () => {
  const [ctx] = contexts as [Context];
  const { faults, leaks } = await scanPortal(portal.app, ctx, 'http://127.0.0.1:9', { maxPosts: 1 });
  expect(leaks).toEqual([]);
  expect(faults).toContain('/feed.xml：没有回答');
});

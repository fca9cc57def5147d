import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defineColumns } from '#features/columns/index.ts';
import { rebuildIndex } from '#features/search/index.ts';
import type { Context } from '#kernel/context.ts';
import { addPiece } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { migrateTenants } from '../migrate-tenants.ts';
import { serveOutgoing } from '../outgoing/serve.ts';
import { scanPortal } from './portal.ts';

let portal: Portal;
let address: string;
const contexts: Context[] = [];
const sentence = '这一句只有付过钱的人才应该读得到';

beforeAll(async () => {
  portal = await openPortal({ TENANTS: '000000,100001=b.example.cn' });
  await migrateTenants(portal.house.config, portal.house.connectionString);
  for (const tenant of portal.house.tenants.values()) {
    const ctx = portal.house.contextOf(tenant);
    // Its view opens without a log-in, so that feeds have it.
    await defineColumns(ctx, [{ id: '5', columnName: '门外可见', access: 'vip', loginAuth: 0 }]);
    contexts.push(ctx);
  }
  serveOutgoing(portal.app, portal.house);
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(portal.app.server.address() as AddressInfo).port}`;
});
afterAll(() => portal.close());

test('a portal that runs is asked for each tenant’s own pages, and no other tenant’s', async () => {
  const [first, second] = contexts as [Context, Context];
  const body = `<p>开头人人可读。</p><!--paywall--><p>${sentence}。</p>`;
  const id = await addPiece(
    { ...portal, ctx: second },
    { columnId: '5', access: 'vip', body, summary: sentence },
  );
  await addPiece({ ...portal, ctx: first }, { columnId: '5', access: 'vip', body });
  for (const ctx of contexts) await rebuildIndex(ctx, portal.house.searchIndexes);
  const scan = (ctx: Context) => scanPortal(portal.house, ctx, address, { most: 5 });

  const leaking = await scan(second);
  expect(leaking).toMatchObject({ checked: 1, sentences: 1, faults: [] });
  const addresses = leaking.leaks.map((leak) => leak.address);
  expect(addresses).toContain('/feed.xml');
  expect(addresses).toContain(`/api/reception/article/selectArticle?id=${id}`);
  expect(await scan(first)).toMatchObject({ checked: 1, leaks: [], faults: [] });
}, 60_000);

test('what does not answer is told by its address', async () => {
  const [ctx] = contexts as [Context];
  const { faults, leaks } = await scanPortal(portal.house, ctx, 'http://127.0.0.1:9', { most: 1 });
  expect(leaks).toEqual([]);
  expect(faults).toContain('/feed.xml：没有回答');
});

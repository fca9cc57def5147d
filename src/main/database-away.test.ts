import { afterAll, beforeAll, expect, test } from 'vitest';
import { withdrawPost } from '#features/posts/index.ts';
import { postTag } from '#shared/cache-tags.ts';
import { addPiece } from '#testing/builders.ts';
import { plainSite } from '#testing/plain-site.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { type Relay, startRelay } from '#testing/relay.ts';
import { listenForChanges } from './changes.ts';
import { servePages } from './pages.ts';

let portal: Portal;
let relay: Relay;
let changes: { stop(): Promise<void> };
beforeAll(async () => {
  portal = await openPortal({}, undefined, async (connectionString) => {
    relay = await startRelay(connectionString);
    return relay.connectionString;
  });
  await portal.ctx.db.updateTable('columns').set({ login_auth: false }).where('id', '=', '2').execute();
  changes = await listenForChanges(portal.house);
  await servePages(portal.app, portal.house, plainSite);
});
afterAll(async () => {
  await changes.stop();
  await relay.stop();
  await portal.close();
});

const look = (url: string) => portal.app.inject({ url });

test('pages that were made are served, others say that they come back, and what was withdrawn stays away', async () => {
  const [kept, withdrawn] = [await addPiece(portal), await addPiece(portal)];
  const pages = [kept, withdrawn].map((id) => `/rined/detail?id=${id}`) as [string, string];
  for (const url of pages) expect((await look(url)).statusCode).toBe(200);
  const { tags } = portal.ctx.tenant;
  const stamp = tags.heardStamp([postTag(withdrawn)]);
  await withdrawPost(portal.ctx, withdrawn);
  await expect.poll(() => tags.heardStamp([postTag(withdrawn)]), { timeout: 5000 }).not.toBe(stamp);

  const before = await look(pages[0]);
  expect(before.body).toContain('正文');
  expect(before.headers['cache-status']).toBeUndefined();

  relay.silence(true);
  await expect.poll(() => tags.isListening, { timeout: 15_000 }).toBe(false);
  const silent = await look(pages[0]);
  expect(silent.statusCode).toBe(200);
  expect(silent.body).toBe(before.body);
  expect(silent.headers['cache-status']).toMatch(/^guanlan; hit; ttl=-\d+; detail=not-renewed$/);

  await relay.stop();
  const stale = await look(pages[0]);
  expect([stale.statusCode, stale.body]).toEqual([200, before.body]);
  for (const url of [pages[1], '/search?keyword=新']) {
    const { statusCode, headers, body } = await look(url);
    expect([statusCode, headers['retry-after']], url).toEqual([503, '5']);
    expect(body).toContain('<meta http-equiv="refresh" content="10">');
    expect(body).not.toContain('正文');
  }
  const call = await portal.ask('GET /reception/column/getColumnList');
  expect([call.status, call.headers['retry-after']]).toEqual([503, '5']);
  expect(call.body).toMatchObject({ code: 503, msg: expect.stringMatching(/[一-鿿]/) });
}, 60_000);

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { withdrawPost } from '#features/posts/index.ts';
import { postTag } from '#shared/cache-tags.ts';
import { plainSite } from '#testing/plain-site.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost } from '#testing/posts-and-members.ts';
import { type Relay, startRelay } from '#testing/relay.ts';
import { listenForChanges } from './listen-for-changes.ts';
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
  changes = await listenForChanges(portal.app);
  await servePages(portal.server, portal.app, plainSite);
});
afterAll(async () => {
  await changes.stop();
  await relay.stop();
  await portal.close();
});

const fetchPage = (url: string) => portal.server.inject({ url });

test('without the database, cached pages are served, other pages return 503, and a withdrawn post stays hidden', async () => {
  const [cachedId, withdrawn] = [await addPost(portal), await addPost(portal)];
  const pages = [cachedId, withdrawn].map((id) => `/rined/detail?id=${id}`) as [string, string];
  for (const url of pages) expect((await fetchPage(url)).statusCode).toBe(200);
  const { tags } = portal.ctx.tenant;
  const stamp = tags.purgeStamp([postTag(withdrawn)]);
  await withdrawPost(portal.ctx, withdrawn);
  await expect.poll(() => tags.purgeStamp([postTag(withdrawn)])).not.toBe(stamp);

  const freshResponse = await fetchPage(pages[0]);
  expect(freshResponse.body).toContain('正文');
  expect(freshResponse.headers['cache-status']).toBeUndefined();

  relay.setSilent(true);
  await expect.poll(() => tags.isListening, { timeout: 15_000 }).toBe(false);
  const silentResponse = await fetchPage(pages[0]);
  expect(silentResponse.statusCode).toBe(200);
  expect(silentResponse.body).toBe(freshResponse.body);
  expect(silentResponse.headers['cache-status']).toMatch(/^guanlan; hit; ttl=-\d+; detail=not-renewed$/);

  await relay.stop();
  const logged = vi.spyOn(portal.app.log, 'error');
  const staleResponse = await fetchPage(pages[0]);
  expect([staleResponse.statusCode, staleResponse.body]).toEqual([200, freshResponse.body]);
  for (const url of [pages[1], '/search?keyword=新']) {
    const { statusCode, headers, body } = await fetchPage(url);
    expect([statusCode, headers['retry-after']], url).toEqual([503, '5']);
    expect(body).toContain('<meta http-equiv="refresh" content="10">');
    expect(body).toContain('<header>观澜</header>');
    // Its style is inline, because the site's own files may be what is missing.
    expect(headers['content-security-policy']).toMatch(/default-src 'none'; style-src 'unsafe-inline';/);
    expect(body).not.toContain('正文');
  }
  // What readers search for stays out of the log.
  const lines = logged.mock.calls.map(([line]) => line as object);
  expect(lines).toContainEqual(
    expect.objectContaining({ path: '/search', number: expect.stringMatching(/^[0-9a-f]{12}$/) }),
  );
  expect(lines.map((line) => JSON.stringify(line)).join()).not.toMatch(/keyword|新|%E6/);
  logged.mockRestore();
  const call = await portal.call('GET /reception/column/getColumnList');
  expect([call.status, call.headers['retry-after']]).toEqual([503, '5']);
  expect(call.body).toMatchObject({ code: 503, msg: expect.stringMatching(/[一-鿿]/) });
}, 60_000);

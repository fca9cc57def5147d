import { Script } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listenForChanges } from '#main/listen-for-changes.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { waitFor } from '#testing/wait-for.ts';

let portal: Portal;
let changes: { stop(): Promise<void> };
beforeAll(async () => {
  portal = await openPortal();
  changes = await listenForChanges(portal.app);
});
afterAll(async () => {
  await changes.stop();
  await portal.close();
});

const fetchPath = (url: string) => portal.server.inject({ url });
const saveSite = async (values: object) => {
  const { token } = await logIn(portal, { role: 'admin' });
  const { body: list } = await portal.call('GET /admin/settings/list', { token });
  const { updatedAt: base } = list.data.groups.find(({ name }: { name: string }) => name === 'site');
  const { body } = await portal.call('POST /admin/settings/save', {
    token,
    body: { group: 'site', base, values },
  });
  expect(body.code, body.msg).toBe(200);
};

test('the worker is served for the whole site, never from a cache, and as a script of ours alone', async () => {
  for (const [url, type] of [
    ['/sw.js', 'text/javascript; charset=utf-8'],
    ['/offline.js', 'text/javascript; charset=utf-8'],
    ['/offline.html', 'text/html; charset=utf-8'],
  ] as const) {
    const { statusCode, headers, body } = await fetchPath(url);
    expect({ url, statusCode }).toEqual({ url, statusCode: 200 });
    expect(headers).toMatchObject({ 'content-type': type, 'cache-control': 'no-cache' });
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
    if (url.endsWith('.js')) new Script(body);
  }
});

test('the offline page has no inline script', async () => {
  const { body } = await fetchPath('/offline.html');
  expect(body.match(/<script[^>]*>/g)).toEqual(['<script src="/offline.js">']);
  expect(body).toContain('noindex');
});

test('a change of the brand makes browsers install the worker again', async () => {
  await saveSite({ name: '观澜', offline: true });
  await waitFor(async () => expect((await fetchPath('/sw.js')).body).not.toContain('unregister()'));
  const before = (await fetchPath('/sw.js')).body;
  expect((await fetchPath('/sw.js')).body).toBe(before);
  await saveSite({ name: '潮声', offline: true });
  await waitFor(async () => expect((await fetchPath('/offline.html')).body).toContain('潮声'));
  await waitFor(async () => expect((await fetchPath('/sw.js')).body).not.toBe(before));
});

test('a site that offers no offline page serves a worker that deletes everything and ends', async () => {
  await saveSite({ name: '潮声', offline: false });
  await waitFor(async () => expect((await fetchPath('/sw.js')).body).toContain('unregister()'));
  const { body } = await fetchPath('/sw.js');
  expect(body).toContain('caches.delete');
  expect(body).not.toContain("'fetch'");
});

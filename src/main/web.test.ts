import { get, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { purge } from '#kernel/cache/purge.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { startStandInServer } from '#testing/stand-in-server.ts';
import { waitFor } from '#testing/wait-for.ts';
import type { SiteBuild } from './site-build.ts';
import { serveWeb } from './web.ts';

let portal: Portal;
let server: Awaited<ReturnType<typeof serveWeb>>;
beforeEach(async () => {
  portal = await openPortal({ PORT: '0', HOST: '127.0.0.1' });
  server = await serveWeb(portal.app, async () => site);
});
afterEach(() => portal.close());

const site: SiteBuild = {
  createSite: () => Promise.reject(new Error('no page is rendered here')),
  assetsOf: () => ({ styles: [], scripts: [], preloads: [], start: '' }),
  adminAssets: { styles: [], scripts: [], preloads: [], start: '' },
  finish: async (html) => html,
  isLive: true,
};

const authorization = `Basic ${btoa('guanlan:guanlan')}`;

/** Opens a stream and waits for its first event. `ending` resolves when it ends, cleanly or not. */
async function openStream(path: string, token?: string) {
  const headers = { authorization, ...(token ? { 'blade-auth': `bearer ${token}` } : {}) };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${server.address}/api${path}`, { headers, agent: false }, resolve).on('error', reject);
  });
  expect(response.statusCode).toBe(200);
  let text = '';
  const begun = Promise.withResolvers<void>();
  response.setEncoding('utf8').on('data', (part) => {
    text += part;
    if (text.includes('\n\n')) begun.resolve();
  });
  // `complete` means that the terminating chunk arrived.
  const ending = new Promise<{ isClean: boolean; text: string }>((resolve) => {
    response.on('error', () => undefined).on('close', () => resolve({ isClean: response.complete, text }));
  });
  await begun.promise;
  return { ending };
}

test('a stop ends every stream cleanly, each with its own reconnect delay', async () => {
  const { token } = await logIn(portal);
  const streams = [];
  for (let round = 0; round < 20; round += 1) {
    const paths = Array.from({ length: 10 }, () => openStream('/reception/liveNews'));
    streams.push(...(await Promise.all([...paths, openStream('/member/stream', token)])));
  }
  await server.stop();
  const endings = await Promise.all(streams.map(({ ending }) => ending));
  expect(endings.filter(({ isClean }) => !isClean)).toEqual([]);
  const delays = endings.map(({ text }) => Number(/retry: (\d+)\n\n$/.exec(text)?.[1]));
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(5000);
  expect(Math.max(...delays)).toBeLessThanOrEqual(20_000);
  expect(new Set(delays).size).toBeGreaterThan(150);
});

test('a stop writes the counts that are still in memory', async () => {
  const id = await addPost(portal);
  const view = await fetch(`${server.address}/api/reception/article/addViewTimes?id=${id}`, {
    headers: { authorization },
  });
  expect(view.status).toBe(200);
  await server.stop();
  const client = new pg.Client({ connectionString: portal.app.connectionString });
  await client.connect();
  const { rows } = await client.query(
    "select key, views, readers from tenant_000000.figure_days where scope = 'post'",
  );
  await client.end();
  expect(rows).toEqual([{ key: id, views: 1, readers: 1 }]);
});

test('a web process purges the CDN, so that no purge waits while the worker restarts', async () => {
  const cdn = await startStandInServer();
  const behindCdn = await openPortal({ PORT: '0', HOST: '127.0.0.1', CDN: 'varnish', CDN_PURGE: cdn.origin });
  const web = await serveWeb(behindCdn.app, async () => site);
  await purge(behindCdn.ctx, behindCdn.ctx.db, ['home']);
  await waitFor(async () =>
    expect(cdn.requests.map(({ headers }) => headers['xkey-purge'])).toContain('000000/home'),
  );
  await web.stop();
  await behindCdn.close();
  await cdn.close();
});

import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { withdrawPost } from '#features/posts/index.ts';
import { purge } from '#kernel/cache/purge.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { listenForChanges } from '#main/listen-for-changes.ts';
import { createMetrics } from '#main/operation/metrics.ts';
import { createReadiness } from '#main/operation/readiness.ts';
import { servePages } from '#main/pages.ts';
import { postTag } from '#shared/cache-tags.ts';
import { plainSite } from '#testing/plain-site.ts';
import { type CallOptions, openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { type ReplicatedServers, startReplicatedServers } from '#testing/replicated-servers.ts';
import { parsePosition } from './log-position.ts';
import type { ReplicaRouter } from './read-router.ts';

let servers: ReplicatedServers;
let portal: Portal;
let changes: { stop(): Promise<void> };

beforeAll(async () => {
  servers = await startReplicatedServers();
  portal = await openPortal(
    { DATABASE_READ_URLS: servers.replica.connectionString },
    undefined,
    async () => servers.primary.connectionString,
  );
  await portal.ctx.db.updateTable('columns').set({ login_auth: false }).where('id', '=', '2').execute();
  changes = await listenForChanges(portal.app);
  await servePages(portal.server, portal.app, plainSite);
});
afterAll(async () => {
  await changes?.stop();
  await portal?.close();
  await servers?.close();
});
afterEach(async () => {
  await servers.replica.query('select pg_wal_replay_resume()');
});

const readiness = async () =>
  (await createReadiness(portal.app)()).dependencies.find(({ name }) => name === '从库');
const isUsed = () => portal.app.reads?.figures()[0]?.isUsed;
/** Waits until the replica answers reads, with all that happened so far, and stops its replay. */
async function pauseReplay(): Promise<void> {
  await expect.poll(isUsed).toBe(true);
  const [end] = await servers.primary.query<{ position: string }>(
    'select pg_current_wal_insert_lsn()::text as position',
  );
  await expect
    .poll(async () => {
      const [replayed] = await servers.replica.query<{ position: string }>(
        'select pg_last_wal_replay_lsn()::text as position',
      );
      return parsePosition(replayed?.position ?? '') >= parsePosition(end?.position ?? '');
    })
    .toBe(true);
  await pause(1200);
  await servers.replica.query('select pg_wal_replay_pause()');
}
/** Changes a title in a way that no process is notified of, so that the answer names the server that gave it. */
const changeSilently = (id: string, title: string) =>
  servers.primary.query(
    `set session_replication_role = replica; update tenant_000000.posts set title = '${title}' where id = ${id}`,
  );
const readTitle = async (id: string, options: CallOptions = {}) => {
  const response = await portal.call('POST /reception/article/selectArticle', { query: { id }, ...options });
  return { title: response.body.data?.title, status: response.status, cookie: cookieOf(response) };
};
const cookieOf = ({ headers }: { headers: Record<string, unknown> }) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map(String)
    .find((one) => one.startsWith('guanlan-seen='))
    ?.split(';')[0];
const fetchPage = (id: string) => portal.server.inject({ url: `/rined/detail?id=${id}` });
const waitForPurge = async (id: string, change: () => Promise<unknown>) => {
  const stamp = portal.ctx.tenant.tags.purgeStamp([postTag(id)]);
  await change();
  await expect.poll(() => portal.ctx.tenant.tags.purgeStamp([postTag(id)])).not.toBe(stamp);
};

test('a visitor and a member whose writes the replica has are answered by it; a client without cookies and a writer by the primary', async () => {
  const id = await addPost(portal, { title: '从库' });
  const { token } = await logIn(portal);
  // Before the replay stops, since PostgreSQL adds to its log by itself.
  const seen = `guanlan-seen=${(await (portal.app.reads as ReplicaRouter).readPosition()).toString(16)}`;
  await pauseReplay();
  await changeSilently(id, '主库');
  expect((await readTitle(id)).title).toBe('从库');
  expect((await readTitle(id, { token, headers: { cookie: seen } })).title).toBe('从库');
  const first = await readTitle(id, { token });
  expect(first.title).toBe('主库');
  expect(first.cookie).toMatch(/^guanlan-seen=[0-9a-f]+$/);
  // The position that it left in the cookie is past the silent change, which the replica lacks.
  for (const cookie of [first.cookie ?? '', 'guanlan-seen=unknown', 'guanlan-seen=--'])
    expect((await readTitle(id, { headers: { cookie } })).title).toBe('主库');
});

test('a member sees their comment at once, on any machine, while the replica lacks it', async () => {
  const id = await addPost(portal);
  const { token } = await logIn(portal);
  const before = await readTitle(id, { token });
  await pauseReplay();
  const listComments = async (headers: Record<string, string>) =>
    (await portal.call('GET /reception/comment/list', { query: { postId: id }, token, headers })).body.data
      .own;
  const added = await portal.call('POST /member/addComment', {
    token,
    body: { postId: id, body: '写得好' },
    headers: { cookie: before.cookie ?? '' },
  });
  expect(added.body.msg).toBe('操作成功');
  const cookie = cookieOf(added) ?? '';
  expect(cookie).not.toBe(before.cookie);
  for (const headers of [{ cookie }, {}])
    expect(await listComments(headers as Record<string, string>)).toMatchObject([{ body: '写得好' }]);
});

test('a withdrawn post is gone from calls and pages as soon as its purge was received, and stays gone', async () => {
  const [id, other] = [await addPost(portal, { title: '要撤的' }), await addPost(portal)];
  expect((await fetchPage(id)).body).toContain('要撤的');
  await pauseReplay();
  await waitForPurge(id, () => withdrawPost(portal.ctx, id));
  expect((await readTitle(id)).status).toBe(404);
  expect((await fetchPage(id)).body).not.toContain('要撤的');
  const list = () => fetchPage(other).then(({ body }) => body);
  expect(await list()).not.toContain('要撤的');
  await servers.replica.query('select pg_wal_replay_resume()');
  await expect.poll(isUsed).toBe(true);
  expect((await fetchPage(id)).body).not.toContain('要撤的');
  expect((await readTitle(id)).status).toBe(404);
});

test('a page that is rendered from a replica after a purge shows the change, and is cached with it', async () => {
  const id = await addPost(portal, { title: '旧题' });
  await pauseReplay();
  const rename = () =>
    inTransaction(portal.ctx, async (trx) => {
      await trx.updateTable('posts').set({ title: '新题' }).where('id', '=', id).execute();
      await purge(portal.ctx, trx, [postTag(id)]);
    });
  await waitForPurge(id, rename);
  expect((await fetchPage(id)).body).toContain('新题');
  await servers.replica.query('select pg_wal_replay_resume()');
  expect((await fetchPage(id)).body).toContain('新题');
});

test('a replica that lags by more than the limit is passed over, and read again once it has caught up', async () => {
  const id = await addPost(portal, { title: '从库' });
  await pauseReplay();
  await changeSilently(id, '主库');
  expect((await readTitle(id)).title).toBe('从库');
  await expect.poll(isUsed, { timeout: 15_000 }).toBe(false);
  expect((await readTitle(id)).title).toBe('主库');
  expect(portal.app.reads?.figures()[0]?.lagMs).toBeGreaterThan(5000);
  expect(await readiness()).toEqual({
    name: '从库',
    state: 'degraded',
    note: '有的没有应答或落后，由主库回答',
  });
  const metrics = await createMetrics(portal.app, 'web-1').metrics();
  expect(metrics).toMatch(/guanlan_replica_lag_seconds\{server="127\.0\.0\.1:\d+",process="web-1"\} [5-9]/);
  expect(metrics).toMatch(/guanlan_replica_used\{.*\} 0/);
  await servers.replica.query('select pg_wal_replay_resume()');
  await expect.poll(isUsed).toBe(true);
  expect(await readiness()).toMatchObject({ state: 'ok' });
});

test('a replica that is stopped costs no request, and is read again after its start', async () => {
  const id = await addPost(portal);
  await pauseReplay();
  await servers.replica.query('select pg_wal_replay_resume()');
  const statuses: number[] = [];
  let isOver = false;
  const readers = Array.from({ length: 3 }, async () => {
    while (!isOver) statuses.push((await readTitle(id)).status);
  });
  try {
    await pause(300);
    await servers.replica.kill();
    await expect.poll(isUsed).toBe(false);
    await pause(300);
  } finally {
    isOver = true;
  }
  await Promise.all(readers);
  expect(statuses.length).toBeGreaterThan(20);
  expect(new Set(statuses)).toEqual(new Set([200]));
  await servers.replica.start();
  await expect.poll(isUsed).toBe(true);
});

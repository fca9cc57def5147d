import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rebuildIndex } from '#features/search/index.ts';
import { dayOf } from '#shared/dates.ts';
import { freePort } from '#testing/free-port.ts';
import { plainSite } from '#testing/plain-site.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { type Relay, startRelay } from '#testing/relay.ts';
import { waitFor } from '#testing/wait-for.ts';
import { serveWeb } from '../web.ts';
import { addPortalMetrics, createMetrics } from './metrics.ts';
import { readMoneyToday } from './queue-figures.ts';
import { createReadiness, keep } from './readiness.ts';

describe('a process', () => {
  let portal: Portal;
  let relay: Relay;
  let site: Awaited<ReturnType<typeof serveWeb>>;
  let management: string;
  beforeAll(async () => {
    const port = await freePort(2);
    const settings = { METRICS_PORT: String(port), PORT: '0' };
    portal = await openPortal(settings, undefined, async (connectionString) => {
      relay = await startRelay(connectionString);
      return relay.connectionString;
    });
    await rebuildIndex(portal.ctx, portal.app.searchIndexes);
    site = await serveWeb(portal.app, async () => plainSite, 1);
    management = `http://127.0.0.1:${port + 1}`;
  });
  afterAll(async () => {
    await site.stop();
    await relay.stop();
  });
  const at = async (url: string) => {
    const response = await fetch(url);
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  const readyz = async () => (await createReadiness(portal.app)()).dependencies;

  test('answers /healthz and /readyz, which no cache keeps, at both addresses', async () => {
    for (const address of [site.address, management]) {
      expect(await at(`${address}/healthz`)).toMatchObject({ status: 200, text: 'ok\n' });
      const { status, text, headers } = await at(`${address}/readyz`);
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(JSON.parse(text)).toEqual({
        ready: true,
        dependencies: [
          { name: '数据库', state: 'ok', note: '应答正常' },
          { name: '数据结构', state: 'ok', note: '与程序相合' },
          { name: '搜索索引', state: 'ok', note: '可以搜索' },
          { name: '文件存储', state: 'ok', note: '可以读写' },
        ],
      });
    }
  });

  test('is ready but degraded without its search index or its files', async () => {
    const { root } = portal.app.disk;
    await rename(root, `${root}-away`);
    const folder = join(portal.app.config.dataDir, 'search');
    await rename(folder, `${folder}-away`);
    try {
      expect(await readyz()).toMatchObject([
        { state: 'ok' },
        { state: 'ok' },
        { name: '搜索索引', state: 'degraded', note: expect.stringContaining('不在') },
        { name: '文件存储', state: 'degraded', note: expect.stringContaining('不能写入') },
      ]);
      expect((await createReadiness(portal.app)()).isReady).toBe(true);
    } finally {
      await rename(`${root}-away`, root);
      await rename(`${folder}-away`, folder);
    }
  });

  test('is not ready with the tables of another version', async () => {
    const { db } = portal.ctx;
    await sql`update schema_migrations set name = 'x' || name where name = (select max(name) from schema_migrations)`.execute(
      db,
    );
    expect(await readyz()).toMatchObject([{}, { name: '数据结构', state: 'down' }, {}, {}]);
    await sql`update schema_migrations set name = substr(name, 2) where name like 'x%'`.execute(db);
    expect((await createReadiness(portal.app)()).isReady).toBe(true);
  });

  test('counts requests by the pattern of their route, never by their address', async () => {
    for (const path of ['/files/000000/ab/secret-name.png', '/healthz', '/nothing-here', '/api/unknown'])
      await at(`${site.address}${path}`);
    // Scrapes share a collection for a second.
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const { status, text, headers } = await at(`${management}/metrics`);
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')]);
    expect(text).toMatch(
      /guanlan_http_requests_total\{method="GET",route="\/healthz",status="200",process="web-1"\} [1-9]/,
    );
    expect(text).toMatch(/guanlan_http_requests_total\{method="GET",route="\/api\/\*",status="404"/);
    expect(text).toMatch(
      /guanlan_http_request_duration_seconds_bucket\{le="0.1",process="web-1",route="\/healthz"/,
    );
    expect(text).toMatch(/guanlan_pool_connections\{tenant="000000",state="idle",process="web-1"\} \d/);
    expect(text).toMatch(/guanlan_open_streams\{process="web-1"\} 0/);
    expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds\{process="web-1"\}/);
    expect(text).not.toContain('secret-name');
    expect(text).not.toContain('nothing-here');
  });

  const book = async (kind: string, fen: number, created_at: Date) => {
    const { db } = portal.ctx;
    const { id } = await db
      .insertInto('ledger_transactions')
      .values({ key: `metrics ${kind} ${created_at.toISOString()}`, kind, created_at })
      .returning('id')
      .executeTakeFirstOrThrow();
    const entry = (account: string, amount: number) => ({
      transaction_id: id,
      account,
      amount: String(amount),
    });
    await db
      .insertInto('ledger_entries')
      .values([entry('gateway:wechat', fen), entry('revenue', -fen)] as never)
      .execute();
  };

  test('counts money from midnight in Shanghai on', async () => {
    const midnight = Date.parse(`${dayOf(new Date())}T00:00:00+08:00`);
    // One of these is on the wrong side of a day in UTC, whatever the time is.
    await book('settlement', 100, new Date(midnight));
    await book('settlement', 10_000, new Date(midnight - 1));
    expect(await readMoneyToday(portal.ctx.db)).toContainEqual({ kind: 'settlement', fen: 100 });
  });

  test('of the worker tells how long queues are, and the money of today', async () => {
    const { ctx, app } = portal;
    await ctx.db
      .insertInto('search_outbox')
      .values({ post_id: '1', queued_at: new Date(Date.now() - 90_000) })
      .execute();
    await book('sale', 990, new Date());
    const register = createMetrics(app, 'worker');
    addPortalMetrics(register, app);
    const text = await register.metrics();
    expect(text).toMatch(/guanlan_queue_lag_seconds\{tenant="000000",queue="search",process="worker"\} 9\d/);
    expect(text).toMatch(/guanlan_queue_waiting\{tenant="000000",queue="search",process="worker"\} 1\n/);
    expect(text).toMatch(/guanlan_money_today_fen\{tenant="000000",kind="sale",process="worker"\} 990\n/);
    expect(text).toMatch(/guanlan_money_today_fen\{tenant="000000",kind="refund",process="worker"\} 0\n/);
  });

  test('names the database when it is away, without its address', async () => {
    relay.setSilent(true);
    // A check is kept for a moment.
    const text = await waitFor(async () => {
      const answer = await at(`${management}/readyz`);
      expect([answer.status, JSON.parse(answer.text).ready]).toEqual([503, false]);
      return answer.text;
    }).finally(() => relay.setSilent(false));
    expect(JSON.parse(text).dependencies[0]).toEqual({ name: '数据库', state: 'down', note: '没有应答' });
    expect(text).not.toMatch(/127\.0\.0\.1|postgres/);
    expect((await at(`${management}/healthz`)).status).toBe(200);
    await waitFor(async () => expect((await at(`${management}/readyz`)).status).toBe(200));
  });
});

test('many probes share one check', async () => {
  let runs = 0;
  const check = keep(60_000, async () => {
    runs += 1;
  });
  await Promise.all(Array.from({ length: 50 }, check));
  await check();
  expect(runs).toBe(1);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { claimIndexAtStart } from '#features/search/index.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import type { PreparePortalOptions } from './prepare-portal.ts';
import { openPreparation } from './run-preparation.ts';
import { runJobs } from './worker.ts';

let portal: Portal;
let options: PreparePortalOptions;

beforeEach(async () => {
  portal = await openPortal();
  const { connectionString, config } = portal.app;
  options = { databaseUrl: connectionString, port: 3456, pid: process.pid, role: 'all' };
  const settings = {
    DATA_DIR: config.dataDir,
    DATABASE_URL: connectionString,
    DEMO_CONTENT: 'false',
    LOG_LEVEL: 'silent',
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await portal.close();
});

const preparation = () => openPreparation({ isProduction: true });
const findIndexHolder = () =>
  portal.ctx.db.selectFrom('search_index_holder').select(['pid', 'seen_at']).executeTakeFirst();

test('prepares a portal in another process, for the supervisor', async () => {
  const { settings, notices } = await preparation().run('prepare', options);
  expect(settings).toEqual({});
  expect(notices).toEqual([expect.stringContaining('http://127.0.0.1:3456/admin/setup#')]);
  // The process that prepared is gone; the claim names the one that stays.
  expect(await findIndexHolder()).toEqual({ pid: process.pid, seen_at: expect.any(Date) });
});

test('a machine without the worker claims no index and loads no demo; one without web processes gives no address', async () => {
  vi.stubEnv('DEMO_CONTENT', 'true');
  const web = await preparation().run('prepare', { ...options, role: 'web' });
  expect(web.notices).toEqual([expect.stringContaining('/admin/setup#')]);
  expect(await findIndexHolder()).toBeUndefined();
  expect(await portal.ctx.db.selectFrom('posts').select('id').execute()).toEqual([]);
  vi.stubEnv('DEMO_CONTENT', 'false');
  expect((await preparation().run('prepare', { ...options, role: 'worker' })).notices).toEqual([]);
  expect(await findIndexHolder()).toMatchObject({ pid: process.pid });
});

test('the worker releases the search index when it stops', async () => {
  await claimIndexAtStart(portal.ctx, portal.app.searchIndexes);
  await (await runJobs(portal.app)).stop();
  expect(await findIndexHolder()).toMatchObject({ seen_at: null });
});

test('reports why a portal cannot start, and why it cannot change its mode', async () => {
  vi.stubEnv('SITE_MODE', 'live');
  vi.stubEnv('API_CLIENT', 'reader:own');
  await expect(preparation().run('prepare', options)).rejects.toThrow(/^正式站点还缺设置：/);
  vi.stubEnv('API_CLIENT', 'guanlan:guanlan');
  await expect(preparation().run('checkMode', options)).rejects.toThrow('API_CLIENT 仍是默认值');
});

test('a stop ends it in the middle of its work', async () => {
  const running = preparation();
  const prepared = running.run('prepare', options);
  await running.stop();
  await expect(prepared).rejects.toThrow('启动前的准备意外中断（SIGKILL）。');
});

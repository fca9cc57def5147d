import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { unknownBaselines } from './baselines/index.ts';
import { type FuzzReport, fuzz } from './fuzz.ts';
import { judge } from './judge.ts';
import { type FuzzPortal, openFuzzPortal } from './portal.ts';
import { openWorld, type World } from './world.ts';

let portal: FuzzPortal;
let world: World;
let report: FuzzReport;
let end: () => Promise<void>;
beforeAll(async () => {
  const { connectionString, drop } = await testDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'guanlan-fuzz-'));
  portal = await openFuzzPortal(connectionString, dataDir);
  world = await openWorld(portal);
  end = async () => {
    await world.close();
    await portal.close();
    await drop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  report = await fuzz(portal, world, { seed: 20261123, calls: 2000, connections: 8 });
}, 180_000);
afterAll(() => end());

test('every call of the description has a request that succeeds, and no other call has one', () => {
  expect(report.operations).toBe(portal.house.calls.length);
  expect(report.withoutBaseline).toEqual([]);
  expect(unknownBaselines(portal.api)).toEqual([]);
});

test('2,000 hostile calls by people of every role are answered in the envelope, without a fault of ours', () => {
  expect(report.calls).toBeGreaterThanOrEqual(2000);
  // How long they take is measured by `npm run fuzz`: the machine of a test may be busy.
  expect(report.findings.filter(({ kind }) => kind !== 'slow')).toEqual([]);
  for (const [role, count] of Object.entries(report.byRole)) expect(count, role).toBeGreaterThan(0);
});

test('the judge finds a failure, slowness, a missing envelope, and a message nobody can read', () => {
  const [operation] = portal.api;
  if (!operation) throw new Error('nothing is described');
  const judged = (status: number, body: string, ms = 1) =>
    judge(operation, {
      status,
      ms,
      headers: { 'content-type': 'application/json' },
      bytes: Buffer.from(body),
    })?.kind ?? null;
  const envelope = (code: number, msg: string) =>
    JSON.stringify({ code, success: code === 200, msg, data: null });
  expect(judged(200, envelope(200, '操作成功'))).toBeNull();
  expect(judged(400, envelope(400, '编号不正确'))).toBeNull();
  expect(judged(503, envelope(503, '稍后再试'))).toBe('failure');
  expect(judged(200, envelope(200, '操作成功'), 2001)).toBe('slow');
  expect(judged(400, envelope(200, '操作成功'))).toBe('no envelope');
  expect(judged(404, '<h1>404</h1>')).toBe('no envelope');
  expect(judged(400, envelope(400, 'Invalid input'))).toBe('language');
});

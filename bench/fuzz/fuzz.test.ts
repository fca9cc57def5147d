import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toIso } from '#shared/dates.ts';
import { testDatabase } from '#testing/database.ts';
import { unknownSetups } from './baseline.ts';
import { findFault } from './find-fault.ts';
import { type FuzzReport, fuzz } from './fuzz.ts';
import { type FuzzPortal, openFuzzPortal } from './portal.ts';
import { openWorld, type World } from './world.ts';

let portal: FuzzPortal;
let world: World;
let report: FuzzReport;
let closeAll: () => Promise<void>;
beforeAll(async () => {
  const { connectionString, drop } = await testDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'guanlan-fuzz-'));
  portal = await openFuzzPortal(connectionString, dataDir);
  world = await openWorld(portal);
  closeAll = async () => {
    await world.close();
    await portal.close();
    await drop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  report = await fuzz(portal, world, { seed: 20261123, calls: 2000, connections: 8 });
}, 180_000);
afterAll(() => closeAll());

test('every call of the description has a valid request, and there is none for other calls', () => {
  expect(report.operations).toBe(portal.app.calls.length);
  // In the half hour before midnight the contest takes no orders.
  const isOver = toIso(new Date()).slice(11, 16) >= '23:29';
  const refused = report.withoutBaseline.filter(({ reason }) => !(isOver && reason.includes('不在交易时间')));
  expect(refused).toEqual([]);
  expect(unknownSetups(portal.api)).toEqual([]);
});

test('reads from the description who may make each call', () => {
  for (const { method, path, access } of portal.app.calls)
    expect(portal.api.find(({ key }) => key === `${method} ${path}`)?.access, path).toBe(
      typeof access === 'object' ? access.permission : access,
    );
});

test('answers 2,000 hostile calls by people of every role in the envelope, without a server error', () => {
  expect(report.calls).toBeGreaterThanOrEqual(2000);
  // `npm run fuzz` measures response times; the machine of a test run may be busy.
  expect(report.findings.filter(({ kind }) => kind !== 'slow')).toEqual([]);
  for (const [role, count] of Object.entries(report.byRole)) expect(count, role).toBeGreaterThan(0);
});

test('findFault reports a server error, slowness, a missing envelope, and an unreadable message', () => {
  const [operation] = portal.api;
  if (!operation) throw new Error('the description is empty');
  const faultKindOf = (status: number, body: string, ms = 1) =>
    findFault(operation, {
      status,
      ms,
      headers: { 'content-type': 'application/json' },
      bytes: Buffer.from(body),
    })?.kind ?? null;
  const envelope = (code: number, msg: string) =>
    JSON.stringify({ code, success: code === 200, msg, data: null });
  expect(faultKindOf(200, envelope(200, '操作成功'))).toBeNull();
  expect(faultKindOf(400, envelope(400, '编号不正确'))).toBeNull();
  expect(faultKindOf(503, envelope(503, '稍后再试'))).toBe('failure');
  expect(faultKindOf(200, envelope(200, '操作成功'), 2001)).toBe('slow');
  expect(faultKindOf(400, envelope(200, '操作成功'))).toBe('no envelope');
  expect(faultKindOf(404, '<h1>404</h1>')).toBe('no envelope');
  expect(faultKindOf(400, envelope(400, 'Invalid input'))).toBe('language');
});

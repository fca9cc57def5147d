import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addPiece } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import {
  claimIndexAtStart,
  feedIndex,
  openSearchIndexes,
  rebuildIndex,
  releaseIndex,
  type SearchIndexes,
  tendIndex,
} from './index.ts';

let portal: Portal;
let folder: string;
const opened: SearchIndexes[] = [];
beforeEach(async () => {
  portal = await openPortal();
  folder = mkdtempSync(join(tmpdir(), 'guanlan-indexes-'));
});
afterEach(async () => {
  for (const indexes of opened.splice(0)) indexes.close();
  await portal.close();
  rmSync(folder, { recursive: true });
});

/** The indexes of a machine, on a disk of its own unless the name of another's is given. */
function machine(name: string, disk = name): SearchIndexes {
  const indexes = openSearchIndexes(join(folder, disk), name);
  opened.push(indexes);
  return indexes;
}
const start = (indexes: SearchIndexes) => claimIndexAtStart(portal.ctx, indexes);
const tend = (indexes: SearchIndexes) => tendIndex(portal.ctx, indexes);
const feed = (indexes: SearchIndexes) => feedIndex(portal.ctx, indexes);
const count = async (indexes: SearchIndexes) =>
  (await indexes.of(portal.ctx).search({ words: '正文', reader: 'visitor', limit: 10 })).total;
const holder = () =>
  portal.ctx.db.selectFrom('search_index_holder').select(['machine', 'index_id', 'pid']).executeTakeFirst();
const age = (seconds: number) =>
  portal.ctx.db
    .updateTable('search_index_holder')
    .set({ seen_at: new Date(Date.now() - seconds * 1000) })
    .execute();

test('a second machine with an index of its own is told which machine indexes, and takes nothing away from it', async () => {
  const [one, two] = [machine('web-1'), machine('web-2')];
  expect(await start(one)).toBeNull();
  await tend(one);
  expect(await start(two)).toBe('web-1');
  await addPiece(portal, { title: '正文一' });
  await tend(two);
  expect(await feed(two)).toBe(0);
  await expect(rebuildIndex(portal.ctx, two)).rejects.toThrow('搜索索引在另一处（web-1）');
  expect(await feed(one)).toBe(1);
  expect(await count(one)).toBe(1);
});

test('a machine takes over an index whose worker was not seen for a minute, and makes its own anew', async () => {
  const [one, two] = [machine('web-1'), machine('web-2')];
  await start(one);
  await tend(one);
  await addPiece(portal, { title: '正文一' });
  await feed(one);
  await age(59);
  expect(await start(two)).toBe('web-1');
  await age(61);
  expect(await start(two)).toBeNull();
  await tend(two);
  expect(await count(two)).toBe(1);
  // The first one comes back: it is not the holder any more.
  expect(await start(one)).toBe('web-2');
  await addPiece(portal, { title: '正文二' });
  expect(await feed(one)).toBe(0);
  expect(await feed(two)).toBe(1);
});

test('an index that comes back later than another one was used is made anew, whatever it holds', async () => {
  const [one, two] = [machine('web-1'), machine('web-2')];
  await start(one);
  await tend(one);
  await releaseIndex(portal.ctx, one);
  await start(two);
  await tend(two);
  await addPiece(portal, { title: '正文一' });
  await feed(two);
  await age(61);
  await tend(one);
  expect(await count(one)).toBe(1);
});

test('a stop lets another machine take over at once', async () => {
  const [one, two] = [machine('web-1'), machine('web-2')];
  await start(one);
  await releaseIndex(portal.ctx, one);
  expect(await start(two)).toBeNull();
  expect(await holder()).toMatchObject({ machine: 'web-2' });
});

test('machines that share the folder share the index', async () => {
  const [one, two] = [machine('web-1', 'shared'), machine('web-2', 'shared')];
  await start(one);
  await tend(one);
  await addPiece(portal, { title: '正文一' });
  await feed(one);
  expect(await start(two)).toBeNull();
  expect(await count(two)).toBe(1);
});

test('an index that is deleted while its worker runs is made anew under its name', async () => {
  const one = machine('web-1');
  await start(one);
  await addPiece(portal, { title: '正文一' });
  await tend(one);
  const before = await holder();
  rmSync(join(folder, 'web-1'), { recursive: true });
  await tend(one);
  expect(await count(one)).toBe(1);
  expect(await holder()).toEqual(before);
  expect(await start(machine('web-1'))).toBeNull();
});

test('an index that is deleted after its processes were killed is made anew at the next start', async () => {
  await start(machine('web-1'));
  rmSync(join(folder, 'web-1'), { recursive: true });
  const { pid } = spawnSync(process.execPath, ['--version']);
  await portal.ctx.db.updateTable('search_index_holder').set({ pid }).execute();
  expect(await start(machine('web-1'))).toBeNull();
});

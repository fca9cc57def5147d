import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost } from '#testing/posts-and-members.ts';
import {
  claimIndexAtStart,
  indexChangedPosts,
  maintainIndex,
  openTenantIndexes,
  rebuildIndex,
  releaseIndex,
  type TenantIndexes,
} from './index.ts';

let portal: Portal;
let folder: string;
const opened: TenantIndexes[] = [];
beforeEach(async () => {
  portal = await openPortal();
  folder = mkdtempSync(join(tmpdir(), 'guanlan-indexes-'));
});
afterEach(async () => {
  for (const indexes of opened.splice(0)) indexes.close();
  await portal.close();
  rmSync(folder, { recursive: true });
});

/** Opens the indexes of a machine, in its own folder unless another machine's folder is named. */
function machine(name: string, folderOf = name): TenantIndexes {
  const indexes = openTenantIndexes({ kind: 'folder', path: join(folder, folderOf) }, { machine: name });
  opened.push(indexes);
  return indexes;
}
const start = (indexes: TenantIndexes) => claimIndexAtStart(portal.ctx, indexes);
const maintain = (indexes: TenantIndexes) => maintainIndex(portal.ctx, indexes);
const indexChanges = (indexes: TenantIndexes) => indexChangedPosts(portal.ctx, indexes);
const count = async (indexes: TenantIndexes) =>
  (await indexes.forTenant(portal.ctx).search({ words: '正文', audience: 'visitor', limit: 10 })).total;
const holder = () =>
  portal.ctx.db.selectFrom('search_index_holder').select(['machine', 'index_id', 'pid']).executeTakeFirst();
const age = (seconds: number) =>
  portal.ctx.db
    .updateTable('search_index_holder')
    .set({ seen_at: new Date(Date.now() - seconds * 1000) })
    .execute();

test('tells a second machine with its own index which machine indexes, and changes nothing', async () => {
  const [one, two] = [machine('web-1'), machine('web-2')];
  expect(await start(one)).toBeNull();
  await maintain(one);
  expect(await start(two)).toBe('web-1');
  await addPost(portal, { title: '正文一' });
  await maintain(two);
  expect(await indexChanges(two)).toBe(0);
  await expect(rebuildIndex(portal.ctx, two)).rejects.toThrow('搜索索引在另一处（web-1）');
  expect(await indexChanges(one)).toBe(1);
  expect(await count(one)).toBe(1);
});

test('takes over from an index whose worker was not seen for a minute and rebuilds its own', async () => {
  const [one, two] = [machine('web-1'), machine('web-2')];
  await start(one);
  await maintain(one);
  await addPost(portal, { title: '正文一' });
  await indexChanges(one);
  await age(59);
  expect(await start(two)).toBe('web-1');
  await age(61);
  expect(await start(two)).toBeNull();
  await maintain(two);
  expect(await count(two)).toBe(1);
  // The first machine returns and is no longer the owner.
  expect(await start(one)).toBe('web-2');
  await addPost(portal, { title: '正文二' });
  expect(await indexChanges(one)).toBe(0);
  expect(await indexChanges(two)).toBe(1);
});

test('rebuilds an index that returns after another one was used, whatever it contains', async () => {
  const [one, two] = [machine('web-1'), machine('web-2')];
  await start(one);
  await maintain(one);
  await releaseIndex(portal.ctx, one);
  await start(two);
  await maintain(two);
  await addPost(portal, { title: '正文一' });
  await indexChanges(two);
  await age(61);
  await maintain(one);
  expect(await count(one)).toBe(1);
});

test('lets another machine take over at once after a stop', async () => {
  const [one, two] = [machine('web-1'), machine('web-2')];
  await start(one);
  await releaseIndex(portal.ctx, one);
  expect(await start(two)).toBeNull();
  expect(await holder()).toMatchObject({ machine: 'web-2' });
});

test('shares the index between machines that share the folder', async () => {
  const [one, two] = [machine('web-1', 'shared'), machine('web-2', 'shared')];
  await start(one);
  await maintain(one);
  await addPost(portal, { title: '正文一' });
  await indexChanges(one);
  expect(await start(two)).toBeNull();
  expect(await count(two)).toBe(1);
});

test('rebuilds an index under its name if it is deleted while its worker runs', async () => {
  const one = machine('web-1');
  await start(one);
  await addPost(portal, { title: '正文一' });
  await maintain(one);
  const before = await holder();
  rmSync(join(folder, 'web-1'), { recursive: true });
  await maintain(one);
  expect(await count(one)).toBe(1);
  expect(await holder()).toEqual(before);
  expect(await start(machine('web-1'))).toBeNull();
});

test('rebuilds an index at the next start if it was deleted after its processes were killed', async () => {
  await start(machine('web-1'));
  rmSync(join(folder, 'web-1'), { recursive: true });
  const { pid } = spawnSync(process.execPath, ['--version']);
  await portal.ctx.db.updateTable('search_index_holder').set({ pid }).execute();
  expect(await start(machine('web-1'))).toBeNull();
});

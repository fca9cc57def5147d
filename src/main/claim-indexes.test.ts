import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Config, ConfigError } from '#kernel/config.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { type StandInS3, startStandInS3 } from '#testing/stand-in-s3.ts';
import { claimIndexes } from './prepare.ts';

let s3: StandInS3;
let portal: Portal;
beforeAll(async () => {
  s3 = await startStandInS3();
  portal = await openPortal();
});
afterEach(async () => {
  s3.recover();
  await portal.ctx.db.deleteFrom('search_index_holder').execute();
});
afterAll(async () => {
  await portal.close();
  await s3.close();
});

const claim = (searchPlace: Config['searchPlace']) =>
  claimIndexes({ ...portal.app.config, searchPlace }, portal.app.connectionString, process.pid);
const inBucket = (prefix: string) => claim({ kind: 's3', bucket: s3.settings, prefix });

test('a start claims the index in a bucket, which a start on another machine shares', async () => {
  expect(await inBucket('search')).toEqual([]);
  expect(await inBucket('search')).toEqual([]);
});

test('a start on a machine with another index says where the index is', async () => {
  await inBucket('search');
  await portal.ctx.db.updateTable('search_index_holder').set({ machine: 'web-1' }).execute();
  expect(await inBucket('other')).toEqual([expect.stringContaining('门户的搜索索引在 web-1')]);
});

test('a start without the bucket goes on without search', async () => {
  s3.fail();
  expect(await inBucket('search')).toEqual([
    expect.stringContaining('搜索索引的位置 s3://guanlan-files/search 没有应答'),
  ]);
});

test('a start ends if the bucket ignores conditions of writes', async () => {
  s3.ignoreConditions();
  const refused = inBucket('search');
  await expect(refused).rejects.toThrow(ConfigError);
  await expect(refused).rejects.toThrow('不支持条件写入');
});

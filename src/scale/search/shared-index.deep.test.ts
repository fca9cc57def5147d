import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { withdrawPost } from '#features/posts/index.ts';
import { findIndexState } from '#features/search/checks.ts';
import { claimIndexAtStart, indexChangedPosts, maintainIndex, rebuildIndex } from '#features/search/index.ts';
import { joinPortal, openPortal, type Portal } from '#testing/portal.ts';
import { addPost } from '#testing/posts-and-members.ts';
import { type StandInS3, startStandInS3 } from '#testing/stand-in-s3.ts';

let s3: StandInS3;
let one: Portal;
let two: Portal;

beforeEach(async () => {
  s3 = await startStandInS3();
});
afterEach(async () => {
  await two?.close();
  await one?.close();
  await s3.close();
});

const bucketSettings = () => ({
  SEARCH_URI: `s3://${s3.settings.bucket}/search`,
  SEARCH_S3_ENDPOINT: s3.settings.endpoint,
  SEARCH_S3_REGION: s3.settings.region,
  SEARCH_S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
  SEARCH_S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
  SEARCH_S3_PATH_STYLE: '1',
});

async function openMachines(settings: Record<string, string>, others = settings): Promise<void> {
  one = await openPortal(settings);
  two = await joinPortal(one, others);
}

const start = ({ ctx, app }: Portal) => claimIndexAtStart(ctx, app.searchIndexes);
const maintain = ({ ctx, app }: Portal) => maintainIndex(ctx, app.searchIndexes);
const indexChanges = ({ ctx, app }: Portal) => indexChangedPosts(ctx, app.searchIndexes);
const rebuild = ({ ctx, app }: Portal) => rebuildIndex(ctx, app.searchIndexes);
const conditionOf = async ({ ctx, app }: Portal) => (await findIndexState(ctx, app.searchIndexes)).condition;
const search = ({ call }: Portal, keyword: string) =>
  call('GET /reception/globalSearch', { query: { keyword } });
const titles = async (portal: Portal, keyword: string): Promise<string[]> =>
  (await search(portal, keyword)).body.data.records.map(({ title }: { title: string }) => title);
/** A reader of a bucket looks for a newer version once a second. */
const untilTitles = (portal: Portal, keyword: string, expected: string[]) =>
  expect.poll(() => titles(portal, keyword), { timeout: 5000 }).toEqual(expected);

/** Ends the connections that hold a lock, as a network that fails does. */
const endLocks = () =>
  sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
    and database = (select oid from pg_database where datname = current_database())`.execute(two.ctx.db);

describe('in a bucket', () => {
  test('is written by one machine and searched on both, whichever of them writes', async () => {
    await openMachines(bucketSettings());
    expect([await start(one), await start(two)]).toEqual([null, null]);
    await addPost(one, { title: '储能观察' });
    await maintain(one);
    await untilTitles(two, '储能观察', ['储能观察']);
    await addPost(one, { title: '风电观察' });
    // The second machine takes over without a rebuild.
    expect(await indexChanges(two)).toBe(1);
    await untilTitles(one, '风电观察', ['风电观察']);
    await untilTitles(two, '风电观察', ['风电观察']);
    expect([await conditionOf(one), await conditionOf(two)]).toEqual(['sound', 'sound']);
    expect(await rebuild(two)).toBe(2);
    expect(await titles(one, '储能观察')).toEqual(['储能观察']);
    expect([...s3.objects.keys()].filter((key) => !key.startsWith('search/'))).toEqual([]);
  });

  test('never shows a post that is withdrawn but still in the index', async () => {
    await openMachines(bucketSettings());
    const id = await addPost(one, { title: '撤回之作' });
    await rebuild(one);
    await untilTitles(two, '撤回之作', ['撤回之作']);
    await withdrawPost(one.ctx, id);
    expect(await titles(two, '撤回之作')).toEqual([]);
  });

  test('is unavailable while the bucket does not answer, and is not rebuilt when it returns', async () => {
    await openMachines(bucketSettings());
    await addPost(one, { title: '储能观察' });
    await maintain(one);
    expect(await titles(two, '储能观察')).toEqual(['储能观察']);
    s3.fail();
    // What is cached of a small index answers until a newer version is looked for.
    const answer = async () => {
      const { status, body } = await search(two, '风电观察');
      return [status, body.msg];
    };
    await expect.poll(answer, { timeout: 20_000 }).toEqual([503, '搜索暂时不可用，请稍后再试']);
    expect(await conditionOf(two)).toBe('broken');
    expect((await two.call('GET /reception/article/getResearchArticleList')).status).toBe(200);
    const added = await addPost(one, { title: '风电观察' });
    expect(await indexChanges(one)).toBe(0);
    await maintain(one).catch(() => undefined);
    await maintain(one).catch(() => undefined);
    s3.recover();
    const before = s3.requests.length;
    await maintain(one);
    expect(await indexChanges(one)).toBe(1);
    await untilTitles(two, '风电观察', ['风电观察']);
    expect(added).toBeTruthy();
    expect(s3.requests.slice(before).filter((request) => request.includes('posts_2'))).toEqual([]);
  });

  test('is refused if its service ignores conditions of writes', async () => {
    await openMachines(bucketSettings());
    s3.ignoreConditions();
    await expect(start(one)).rejects.toThrow('不支持条件写入（If-None-Match: *）');
    await expect(rebuild(one)).rejects.toThrow('不支持条件写入');
  });

  test('is left alone by a rebuild that dies, and by one whose lock is lost', async () => {
    await openMachines(bucketSettings());
    await addPost(one, { title: '储能观察' });
    await rebuild(one);
    await addPost(one, { title: '风电观察' });
    const index = one.app.searchIndexes.forTenant(one.ctx);
    async function* dying() {
      yield [];
      throw new Error('killed');
    }
    await expect(index.rebuild(dying())).rejects.toThrow('killed');
    const { rebuild: rebuildAsBefore } = index;
    index.rebuild = async (batches, options) => {
      await endLocks();
      return rebuildAsBefore(batches, options);
    };
    await expect(rebuild(one)).rejects.toThrow();
    expect(await titles(two, '储能观察')).toEqual(['储能观察']);
    expect([...s3.objects.keys()].filter((key) => /posts_[23]/.test(key))).toEqual([]);
    expect(await rebuild(two)).toBe(2);
    await expect.poll(() => titles(two, '风电观察'), { timeout: 15_000 }).toEqual(['风电观察']);
  });

  test('writes a post again after the connection to the database was lost during a write', async () => {
    await openMachines(bucketSettings());
    await rebuild(one);
    const index = one.app.searchIndexes.forTenant(one.ctx);
    const { upsert } = index;
    index.upsert = async (documents) => {
      await upsert(documents);
      await endLocks();
    };
    await addPost(one, { title: '风电观察' });
    await expect(indexChanges(one)).rejects.toThrow();
    index.upsert = upsert;
    // Another worker went on; this one cannot know which of the two wrote last.
    expect(await indexChanges(two)).toBe(1);
    expect(await indexChanges(one)).toBe(1);
    expect(await indexChanges(one)).toBe(0);
  });
});

describe('of another machine', () => {
  test('is not searched in part: the machine says so and serves everything else', async () => {
    await openMachines({});
    await addPost(one, { title: '储能观察' });
    await start(one);
    await maintain(one);
    // The second machine had another index, which lacks the changes.
    await two.app.searchIndexes.identity();
    await two.app.searchIndexes.forTenant(two.ctx).rebuild(
      (async function* () {
        yield [];
      })(),
    );
    expect(await start(two)).not.toBeNull();
    const { status, body } = await search(two, '储能观察');
    expect([status, body.msg]).toEqual([
      503,
      '搜索暂时不可用：门户的搜索索引在另一台机器上，这台机器读不到它',
    ]);
    expect(await conditionOf(two)).toBe('elsewhere');
    expect((await two.call('GET /reception/article/getResearchArticleList')).status).toBe(200);
    expect(await titles(one, '储能观察')).toEqual(['储能观察']);
  });

  test('is shared through a folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guanlan-shared-'));
    try {
      await openMachines({ SEARCH_URI: folder });
      await addPost(one, { title: '储能观察' });
      await maintain(one);
      expect(await titles(two, '储能观察')).toEqual(['储能观察']);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

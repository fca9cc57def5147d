import { afterAll, beforeAll, expect, test } from 'vitest';
import { rebuildIndex } from '#features/search/index.ts';
import { loadConfig } from '#kernel/config.ts';
import { addPiece } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { startStandInClamd } from '#testing/stand-in-clamd.ts';
import { examine, type Finding } from './doctor.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
  await rebuildIndex(portal.ctx, portal.house.searchIndexes);
});
afterAll(() => portal.close());

async function findings(settings: Record<string, string> = {}): Promise<Record<string, Finding>> {
  const found: Record<string, Finding> = {};
  const { dataDir } = portal.house.config;
  const source = {
    DATA_DIR: dataDir,
    DATABASE_URL: portal.house.connectionString,
    LOG_LEVEL: 'silent',
    ...settings,
  };
  const isWell = await examine(
    (finding) => {
      found[finding.what] = finding;
    },
    () => loadConfig(source),
  );
  expect(isWell).toBe(Object.values(found).every((finding) => finding.isWell));
  return found;
}

test('a portal that is well is well in every part', async () => {
  const found = await findings();
  expect(Object.keys(found)).toEqual(['设置', '磁盘', '数据库', '数据结构', '文件', '搜索索引', '定时任务']);
  expect(Object.values(found).filter(({ isWell }) => !isWell)).toEqual([]);
});

test('a bad setting and a server nobody answers at are named, with what to do', async () => {
  expect(await findings({ PORT: 'x' })).toMatchObject({
    设置: { isWell: false, note: expect.stringContaining('PORT') },
  });
  const found = await findings({ DATABASE_URL: 'postgres://127.0.0.1:1/none' });
  expect(found).toMatchObject({ 数据库: { isWell: false, note: expect.stringContaining('DATABASE_URL') } });
});

test('clamd is asked where one is named, and one that is away is told with its setting', async () => {
  const clamd = await startStandInClamd();
  const asked = async () => (await findings({ CLAMD_ADDRESS: clamd.address })).病毒扫描;
  expect(await asked()).toMatchObject({ isWell: true });
  await clamd.close();
  expect(await asked()).toMatchObject({ isWell: false, note: expect.stringContaining('CLAMD_ADDRESS') });
  expect(await findings({ CLAMD_ADDRESS: 'nonsense' })).toMatchObject({
    设置: { isWell: false, note: expect.stringContaining('CLAMD_ADDRESS') },
  });
});

test('a picture that is gone is named by its address', async () => {
  const address = `/files/000000/ab/${'c'.repeat(38)}.png`;
  const id = await addPiece(portal, { cover: address });
  expect((await findings()).文件).toMatchObject({ isWell: false, note: expect.stringContaining(address) });
  await portal.ctx.db.deleteFrom('posts').where('id', '=', id).execute();
});

test('pieces that nobody indexes are counted', async () => {
  await portal.ctx.db.deleteFrom('search_outbox').execute();
  await portal.ctx.db
    .insertInto('search_outbox')
    .values({ post_id: '1', queued_at: new Date(Date.now() - 3600_000) })
    .execute();
  expect((await findings()).搜索索引).toMatchObject({
    isWell: false,
    note: expect.stringContaining('1 篇等了'),
  });
  await portal.ctx.db.deleteFrom('search_outbox').execute();
});

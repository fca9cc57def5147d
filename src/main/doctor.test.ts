import { afterAll, beforeAll, expect, test } from 'vitest';
import { rebuildIndex } from '#features/search/index.ts';
import { insertEndedBackup } from '#features/transfers/index.ts';
import { loadConfig } from '#kernel/config.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost } from '#testing/posts-and-members.ts';
import { startStandInClamd } from '#testing/stand-in-clamd.ts';
import { serveApiDescription } from './api-description.ts';
import { type Finding, runChecks } from './doctor.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
  await rebuildIndex(portal.ctx, portal.app.searchIndexes);
});
afterAll(() => portal.close());

async function findings(settings: Record<string, string> = {}): Promise<Record<string, Finding>> {
  const found: Record<string, Finding> = {};
  const { dataDir } = portal.app.config;
  const source = {
    DATA_DIR: dataDir,
    DATABASE_URL: portal.app.connectionString,
    LOG_LEVEL: 'silent',
    ...settings,
  };
  const isWell = await runChecks(
    (finding) => {
      found[finding.what] = finding;
    },
    () => loadConfig(source),
  );
  expect(isWell).toBe(Object.values(found).every((finding) => finding.isWell));
  return found;
}

test('reports every check of a healthy portal as passed', async () => {
  const found = await findings();
  expect(Object.keys(found)).toEqual([
    '程序',
    '设置',
    '磁盘',
    '数据库',
    '数据结构',
    '文件',
    '搜索索引',
    '定时任务',
    '备份',
  ]);
  expect(Object.values(found).filter(({ isWell }) => !isWell)).toEqual([]);
  serveApiDescription(portal.server, portal.app);
  const { version, commit } = (await portal.server.inject('/api/version')).json();
  expect(found.程序?.note).toContain(`观澜 ${version}，提交 ${commit.slice(0, 12)}`);
});

test('reports a wrong setting and an unreachable server, with the remedy', async () => {
  expect(await findings({ PORT: 'x' })).toMatchObject({
    设置: { isWell: false, note: expect.stringContaining('PORT') },
  });
  const found = await findings({ DATABASE_URL: 'postgres://127.0.0.1:1/none' });
  expect(found).toMatchObject({ 数据库: { isWell: false, note: expect.stringContaining('DATABASE_URL') } });
});

test('checks clamd if it is configured, and names its setting if it is unreachable', async () => {
  const clamd = await startStandInClamd();
  const checkClamd = async () => (await findings({ CLAMD_ADDRESS: clamd.address })).病毒扫描;
  expect(await checkClamd()).toMatchObject({ isWell: true });
  await clamd.close();
  expect(await checkClamd()).toMatchObject({ isWell: false, note: expect.stringContaining('CLAMD_ADDRESS') });
  expect(await findings({ CLAMD_ADDRESS: 'nonsense' })).toMatchObject({
    设置: { isWell: false, note: expect.stringContaining('CLAMD_ADDRESS') },
  });
});

test('reports a missing picture by its address', async () => {
  const address = `/files/000000/ab/${'c'.repeat(38)}.png`;
  const id = await addPost(portal, { cover: address });
  expect((await findings()).文件).toMatchObject({ isWell: false, note: expect.stringContaining(address) });
  await portal.ctx.db.deleteFrom('posts').where('id', '=', id).execute();
});

test('reports the last backup if it failed or did not stand the test, and not one before it', async () => {
  const { db } = portal.ctx;
  const backUp = (minute: number, changes: object) => {
    const at = new Date(Date.now() - 3600_000 + minute * 60_000);
    const row = { name: `${minute}.zip`, options: {}, state: 'done', error: '', done: 1, total: 1 } as const;
    return insertEndedBackup(db, { ...row, created_at: at, finished_at: at, ...changes });
  };
  const note = async () => (await findings()).备份;
  await backUp(1, { options: { storedIn: '/backups/1.zip' } });
  expect(await note()).toMatchObject({ isWell: true, note: expect.stringContaining('/backups/1.zip') });
  await backUp(2, { state: 'failed', error: '磁盘满了' });
  expect(await note()).toMatchObject({ isWell: false, note: '最近一次没有完成：磁盘满了' });
  await backUp(3, { options: { verifyFault: '缺少一个表' } });
  expect(await note()).toMatchObject({ isWell: false, note: expect.stringContaining('缺少一个表') });
  await backUp(4, { options: { storedIn: '/backups/4.zip' } });
  expect(await note()).toMatchObject({ isWell: true, note: expect.stringContaining('/backups/4.zip') });
  await db.deleteFrom('transfers').execute();
});

test('counts posts that are not indexed', async () => {
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

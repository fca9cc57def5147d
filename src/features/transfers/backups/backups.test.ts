import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '#kernel/config.ts';
import { openBackupStore } from '#kernel/storage/backup-store.ts';
import { testDatabase } from '#testing/database.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import { startStandInS3 } from '#testing/stand-in-s3.ts';
import { copyParts } from '../../../main/copy-parts.ts';
import { fileListName, filePart, type Manifest, manifestName, tablePart } from '../archive/manifest.ts';
import { openArchive } from '../archive/read-archive.ts';
import { writeArchive } from '../archive/write-archive.ts';
import { exportSite } from '../export-site.ts';
import { runNextTransfer } from '../manage/run-transfers.ts';
import { queueDueBackup } from './queue-backup.ts';
import { backUpSite } from './run-backup.ts';
import { verifyArchive } from './verify-backup.ts';

let portal: Portal;
let admin: string;
let folder: string;
let picture: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guanlan-backups-'));
  portal = await openPortal({ BACKUP_TO: join(folder, 'kept'), BACKUP_KEEP: '2', BACKUP_HOUR: '4' });
  admin = (await logIn(portal, { role: 'admin' })).token;
  picture = await portal.app.files.save('000000', Buffer.from('<svg>一幅图</svg>'), 'cover.svg');
  await addPost(portal, { title: '备份里的一篇', cover: picture });
});
afterAll(async () => {
  await portal.close();
  rmSync(folder, { recursive: true, force: true });
});

const call = async (key: string, token = admin) => (await portal.call(key, { token })).body;
const run = () => runNextTransfer(portal.ctx, portal.app.transfers);
const list = async () => (await call('GET /admin/transfer/list')).data.records;
const kept = async () => (await readdir(join(folder, 'kept'))).sort();
const at = (iso: string) => ({ ...portal.ctx, now: () => new Date(iso) });

describe('a backup', () => {
  test('is queued in the back office, stored for its owner only, and shown with its place', async () => {
    const { token } = await logIn(portal, { role: 'editor' });
    expect(await call('POST /admin/transfer/backup', token)).toMatchObject({ code: 403 });
    expect(await call('POST /admin/transfer/backup')).toMatchObject({ code: 200, data: { kind: 'backup' } });
    expect(await call('POST /admin/transfer/backup')).toMatchObject({ code: 409 });
    await run();
    const [first] = await list();
    const path = join(folder, 'kept', first.name);
    expect(first).toMatchObject({ state: 'done', error: '', storedIn: path, verifiedAt: null });
    const { mode, size } = await stat(path);
    expect([mode & 0o777, size]).toEqual([0o600, first.bytes]);
    // It holds every secret, so the back office does not hand it out.
    expect(
      (await portal.call('GET /admin/transfer/download', { token: admin, query: { id: first.id } })).status,
    ).toBe(409);
  });

  test('is made once for each scheduled time, also after it was missed, and the oldest are deleted', async () => {
    const settings = async () => ({ backup: { every: 'day', hour: 4, keep: 2 } }) as never;
    const backups = { ...portal.app.transfers.backups, settings };
    // Other tenants share the folder, and so do files that the portal did not write.
    const others = [
      'guanlan-000001-20200101T000000Z.zip',
      'guanlan-111111-20200101T000000Z.zip',
      'guanlan-0000000-20200101T000000Z.zip',
      'guanlan-000000-copy.zip',
      'notes.txt',
    ];
    await mkdir(join(folder, 'kept'), { recursive: true });
    for (const name of others) await writeFile(join(folder, 'kept', name), 'not ours');
    const schedule = (iso: string) => queueDueBackup(at(iso), { backups });
    await portal.ctx.db.deleteFrom('transfers').execute();
    for (const [time, expected] of [
      ['2030-01-01T04:00:00+08:00', true],
      ['2030-01-01T04:05:00+08:00', false],
      ['2030-01-02T03:59:00+08:00', false],
      ['2030-01-04T12:00:00+08:00', true],
    ] as const) {
      await schedule(time);
      const rows = await portal.ctx.db
        .selectFrom('transfers')
        .select('id')
        .where('state', '=', 'queued')
        .execute();
      expect([time, rows.length === 1]).toEqual([time, expected]);
      await portal.ctx.db
        .updateTable('transfers')
        .set({ created_at: new Date(time) })
        .where('state', '=', 'queued')
        .execute();
      if (expected) expect(await run()).toBe(true);
    }
    expect(await kept()).toEqual(
      ['guanlan-000000-20291231T200000Z.zip', 'guanlan-000000-20300104T040000Z.zip', ...others].sort(),
    );
  });

  test('without a schedule is not queued', async () => {
    await queueDueBackup(at('2031-01-01T04:00:00+08:00'), portal.app.transfers);
    expect(await run()).toBe(false);
  });

  test('goes into a bucket in parts, and an unreachable bucket is named without its secret', {
    tags: ['deep'],
  }, async () => {
    const s3 = await startStandInS3();
    const target = { kind: 's3', bucket: s3.settings, prefix: 'site/daily' } as const;
    const store = await openBackupStore(target);
    try {
      const backUp = (name: string) =>
        backUpSite(
          portal.ctx,
          copyParts(portal.app, portal.ctx.tenant, () => undefined),
          store,
          {
            name,
            keep: 1,
            workFolder: join(folder, 'work'),
          },
        );
      const other = 'site/daily/guanlan-000001-20200101T000000Z.zip';
      s3.objects.set(other, Buffer.from('not ours') as never);
      await backUp('guanlan-000000-20300101T000000Z.zip');
      const { storedIn, deleted } = await backUp('guanlan-000000-20300102T000000Z.zip');
      expect(storedIn).toBe('s3://guanlan-files/site/daily/guanlan-000000-20300102T000000Z.zip');
      expect(deleted).toEqual(['guanlan-000000-20300101T000000Z.zip']);
      expect([...s3.objects.keys()]).toEqual([other, 'site/daily/guanlan-000000-20300102T000000Z.zip']);
      // More than two parts of 16 MB.
      const large = Buffer.alloc(40 * 1024 * 1024, '观澜');
      await writeFile(join(folder, 'large'), large);
      await store.saveFrom(join(folder, 'large'), 'guanlan-000000-20300103T000000Z.zip');
      await store.fetch('guanlan-000000-20300103T000000Z.zip', join(folder, 'large'));
      const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
      expect(hash(await readFile(join(folder, 'large')))).toBe(hash(large));
      await expect(store.fetch('guanlan-000000-20200101T000000Z.zip', join(folder, 'x'))).rejects.toThrow(
        '没有备份',
      );
      s3.fail();
      const failure = await store.list('000000').catch((error: Error) => error);
      expect(failure).toMatchObject({
        message: expect.stringContaining('s3://guanlan-files/site/daily 出错（503'),
      });
      expect(String(failure)).not.toContain(s3.settings.secretAccessKey);
    } finally {
      store.close();
      await s3.close();
    }
  });

  test('into a bucket needs its address and key, each named', () => {
    expect(() => loadConfig({ BACKUP_TO: 's3://site-backups/daily' })).toThrow(
      /BACKUP_S3_ENDPOINT[\s\S]*BACKUP_S3_ACCESS_KEY_ID[\s\S]*BACKUP_S3_SECRET_ACCESS_KEY/,
    );
    expect(() => loadConfig({ BACKUP_TO: 'https://example.cn/x' })).toThrow('BACKUP_TO');
  });
});

describe('verifying', () => {
  let path: string;
  beforeAll(async () => {
    path = join(folder, 'good.zip');
    const parts = copyParts(portal.app, portal.ctx.tenant, () => undefined);
    await exportSite(portal.ctx, parts, { path, scope: 'backup' });
  });

  async function verify(archive: string) {
    const { connectionString, drop } = await testDatabase();
    const { migrations, tables } = copyParts(portal.app, portal.ctx.tenant, () => undefined);
    const ownMigrations = (await readdir(migrations)).filter((name) => name.endsWith('.sql'));
    try {
      const scratch = { connectionString, migrations, ownMigrations };
      return await verifyArchive(archive, scratch, { tables, report: () => undefined });
    } finally {
      await drop();
    }
  }
  const damaged = async (name: string, change: (copy: string) => Promise<void>) => {
    const copy = join(folder, name);
    await copyFile(path, copy);
    await change(copy);
    return copy;
  };

  test('a good backup finds every table and file equal, secrets included', async () => {
    const { differences, tables, rows, files } = await verify(path);
    expect(differences).toEqual([]);
    expect(tables).toBeGreaterThan(100);
    expect(rows).toBeGreaterThan(40);
    expect(files).toBe(1);
  });

  /** Copies the archive with other lines of the columns' table, and a manifest that fits. */
  async function rewritten(name: string, change: (line: string) => string): Promise<string> {
    const changed = join(folder, name);
    const source = await openArchive(path);
    await writeArchive(changed, new Date(), async (writer) => {
      const tables: Manifest['tables'] = [];
      for (const table of source.manifest.tables) {
        const lines = async function* () {
          for await (const line of source.rows(table.name))
            yield table.name === 'columns' ? change(line) : line;
        };
        tables.push({ ...table, ...(await writer.addLines(tablePart(table.name), lines())) });
      }
      for await (const line of source.files())
        await writer.addFile(filePart(line.path), await source.file(line.path));
      const fileLines = async function* () {
        for await (const line of source.files()) yield JSON.stringify(line);
      };
      const list = await writer.addLines(fileListName, fileLines());
      const files = { ...source.manifest.files, ...list };
      writer.addText(manifestName, JSON.stringify({ ...source.manifest, tables, files }));
    });
    source.close();
    return changed;
  }

  test('a table that does not come back the same is named in Chinese', async () => {
    // A field that the table does not have is lost on the way back.
    const changed = await rewritten('changed.zip', (line) => line.replace('{', '{"unknown":1,'));
    const { differences } = await verify(changed);
    expect(differences).toEqual([
      expect.stringMatching(/^栏目（columns）：\d+ 行，恢复出来的内容与备份不同$/),
    ]);
  });

  test.each([
    ['is no JSON', (line: string) => line.slice(1)],
    ['has a number that is none', (line: string) => line.replace(/"id":\d+/, '"id":"x"')],
    ['lacks a field', (line: string) => line.replace(/"id":\d+/, '"id":null')],
  ])('a table with a row that %s is named', { tags: ['deep'] }, async (_, change) => {
    const changed = await rewritten('unreadable.zip', change);
    await expect(verify(changed)).rejects.toMatchObject({
      kind: 'invalid',
      message: '表 columns 的内容存不进数据库：它被改动过，或者没有传完',
    });
  });

  test('a file that was cut short is refused', async () => {
    const { size } = await stat(path);
    for (const share of [0, 0.3, 0.9, 0.999]) {
      const copy = await damaged('cut.zip', (file) => truncate(file, Math.floor(size * share)));
      await expect(verify(copy)).rejects.toThrow('这个文件不是完整的导出包');
    }
  });

  test('a flipped bit is found, with the table or file it is in', { tags: ['deep'] }, async () => {
    const flip = (offset: number) => (copy: string) =>
      readFile(copy).then((bytes) => {
        bytes[offset] = (bytes[offset] ?? 0) ^ 0x10;
        return writeFile(copy, bytes);
      });
    const bytes = await readFile(path);
    // Data of a part begin after its local header, of 30 bytes and its name.
    const inside = (name: string, by: number) => bytes.indexOf(name) + Buffer.byteLength(name) + by;
    const { differences } = await verify(
      await damaged('file.zip', flip(inside(`files/${picture.slice('/files/000000/'.length)}`, 6))),
    );
    expect(differences).toEqual([expect.stringMatching(/^文件 files\/.*\.svg：.*与清单不符/)]);
    for (const [name, by, expected] of [
      ['tables/posts.jsonl', 60, '导出包的 tables/posts.jsonl 与清单不符'],
      ['manifest.json', 60, /manifest\.json|不是完整的导出包/],
    ] as const)
      await expect(verify(await damaged('bit.zip', flip(inside(name, by))))).rejects.toThrow(expected);
  });

  test('a missing part is named', async () => {
    const renamed = await damaged('part.zip', async (copy) => {
      const bytes = await readFile(copy);
      for (
        let at = bytes.indexOf('tables/posts.jsonl');
        at >= 0;
        at = bytes.indexOf('tables/posts.jsonl', at + 1)
      )
        bytes.write('tables/potts.jsonl', at);
      await writeFile(copy, bytes);
    });
    await expect(verify(renamed)).rejects.toThrow('导出包不完整：缺少 tables/posts.jsonl');
  });
});

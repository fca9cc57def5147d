import { createHash } from 'node:crypto';
import type { CopyTable } from '#kernel/db/copy-catalogue.ts';
import { fillTables } from '#kernel/db/copy-in.ts';
import { openSnapshot } from '#kernel/db/copy-out.ts';
import { migrate } from '#kernel/db/migrate.ts';
import { conflict } from '#kernel/errors.ts';
import { filePart, type Manifest } from '../archive/manifest.ts';
import { type ArchiveReader, openArchive } from '../archive/read-archive.ts';
import { readArchivedFile } from '../restore-site.ts';
import { selectTables } from '../site-rows.ts';
import type { SiteTables } from '../tables.ts';

export type ScratchDatabase = {
  /** An empty database, which this changes. */
  connectionString: string;
  /** The folder of the program's migrations. */
  migrations: string;
  ownMigrations: readonly string[];
};

export type Verification = {
  takenAt: string;
  tables: number;
  rows: number;
  files: number;
  bytes: number;
  /** What differs from the archive, in Chinese, each with its table or file. Empty for a good backup. */
  differences: string[];
};

const schema = 'verified';

/**
 * Restores the archive at `path` into a scratch database in the version that wrote it, compares the number of rows and
 * the hash of every table and every file with the archive's manifest, and then applies the newer migrations.
 * @throws invalid for an archive that cannot be read, with its damaged part; conflict for one of a newer version
 */
export async function verifyArchive(
  path: string,
  scratch: ScratchDatabase,
  { tables: { options }, report }: { tables: Pick<SiteTables, 'options'>; report: (line: string) => void },
): Promise<Verification> {
  const archive = await openArchive(path);
  try {
    const { manifest } = archive;
    const newer = manifest.migrations.find((name) => !scratch.ownMigrations.includes(name));
    if (newer !== undefined)
      throw conflict(`这份备份出自较新的版本（数据结构 ${newer}），请用那个版本的程序验证它`);
    const database = { connectionString: scratch.connectionString, schema, directory: scratch.migrations };
    report('正在恢复到临时数据库 …');
    await migrate({ ...database, only: manifest.migrations });
    await fillScratch(archive, scratch.connectionString);
    const labelOf = (name: string) => `${options.get(name)?.label ?? '表'}（${name}）`;
    const differences = await compareTables(manifest, scratch.connectionString, labelOf, report);
    report('正在核对文件 …');
    differences.push(...(await compareFiles(archive)));
    if (manifest.migrations.length < scratch.ownMigrations.length) {
      report('备份出自较早的版本，正在试着升级 …');
      await migrate(database);
    }
    return {
      takenAt: manifest.takenAt,
      tables: manifest.tables.length,
      rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      files: manifest.files.rows,
      bytes: manifest.files.bytes,
      differences,
    };
  } finally {
    archive.close();
  }
}

async function fillScratch(archive: ArchiveReader, connectionString: string): Promise<void> {
  const { tables: parts, nextIds } = archive.manifest;
  await fillTables(connectionString, { schema, tenantId: '' }, async (loader) => {
    const tables = selectTables(new Set(parts.map(({ name }) => name)), loader.tables);
    await loader.lock(tables);
    await loader.clear(tables);
    for (const table of tables) await loader.load(table, archive.rows(table.name), nextIds[table.name]);
  });
}

async function compareTables(
  { tables: parts, nextIds }: Manifest,
  connectionString: string,
  labelOf: (table: string) => string,
  report: (line: string) => void,
): Promise<string[]> {
  const differences: string[] = [];
  const snapshot = await openSnapshot(connectionString, schema);
  try {
    const tables = new Map(snapshot.tables.map((table) => [table.name, table]));
    const restoredIds = await snapshot.nextIds(snapshot.tables);
    for (const { name, rows, sha256 } of parts) {
      const restored = await hashLines(snapshot.rows(tables.get(name) as CopyTable, new Set()));
      if (restored.rows !== rows)
        differences.push(`${labelOf(name)}：备份里 ${rows} 行，恢复出来 ${restored.rows} 行`);
      else if (restored.sha256 !== sha256)
        differences.push(`${labelOf(name)}：${rows} 行，恢复出来的内容与备份不同`);
      if (nextIds[name] !== undefined && BigInt(restoredIds[name] ?? 0) < BigInt(nextIds[name]))
        differences.push(
          `${labelOf(name)}：下一个编号应为 ${nextIds[name]}，恢复出来是 ${restoredIds[name]}`,
        );
      report(`${labelOf(name)}：${restored.rows} 行`);
    }
  } finally {
    await snapshot.close();
  }
  return differences;
}

async function hashLines(lines: AsyncIterable<string>): Promise<{ rows: number; sha256: string }> {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const line of lines) {
    hash.update(`${line}\n`);
    rows += 1;
  }
  return { rows, sha256: hash.digest('hex') };
}

async function compareFiles(archive: ArchiveReader): Promise<string[]> {
  const differences: string[] = [];
  for await (const line of archive.files()) {
    const content = await readArchivedFile(archive, line).catch((error: Error) => error);
    if (content instanceof Error) differences.push(`文件 ${filePart(line.path)}：${content.message}`);
  }
  return differences;
}

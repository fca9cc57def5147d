import { createHash } from 'node:crypto';
import { sealTotpSecrets } from '#features/identity/index.ts';
import {
  rebuildIndex,
  requireIndexOwnership,
  resetIndexOwner,
  type TenantIndexes,
} from '#features/search/index.ts';
import { isPortalKeyRight, sealSettings } from '#features/settings/index.ts';
import type { Context } from '#kernel/context.ts';
import type { CopyTable } from '#kernel/db/copy-catalogue.ts';
import { fillTables, type TableLoader } from '#kernel/db/copy-in.ts';
import { conflict, DomainError, invalid } from '#kernel/errors.ts';
import { rewriteAddresses } from './addresses.ts';
import { type FileLine, filePart } from './archive/manifest.ts';
import { type ArchiveReader, openArchive } from './archive/read-archive.ts';
import type { CopyDependencies } from './dependencies.ts';
import type { CopyCount } from './export-site.ts';
import { openRows, type SiteRows, selectTables } from './site-rows.ts';
import type { SiteTables } from './tables.ts';

/**
 * Restores the archive at `path` into this empty site, completely or not at all: first the files, then all tables in
 * one transaction. Migrates an archive of an older version, rewrites file addresses for the tenant, and has the search
 * index rebuilt.
 * @throws invalid for a damaged archive; conflict for one of a newer version, or naming the content of the site
 */
export async function restoreSite(
  ctx: Context,
  dependencies: CopyDependencies & { searchIndexes: TenantIndexes },
  path: string,
): Promise<CopyCount> {
  await requireIndexOwnership(ctx, dependencies.searchIndexes);
  const archive = await openArchive(path);
  const writtenKeys: string[] = [];
  let keys: string[] = [];
  try {
    const { manifest } = archive;
    const count = await fillTables(
      dependencies.connectionString,
      { schema: dependencies.schema, tenantId: ctx.tenant.id },
      async (loader) => {
        const site = await openRows(archive, dependencies, loader.migrations);
        try {
          const tables = selectTables(site.tables, loader.tables);
          await loader.lock(tables);
          await requireEmptySite(loader, tables, dependencies.tables);
          const restored = await restoreFiles(ctx, archive, dependencies, writtenKeys);
          const { bytes } = restored;
          keys = restored.keys;
          await loader.clear(tables);
          const rows = await loadTables(ctx, loader, site, tables, manifest.tenant, dependencies);
          return { tables: tables.length, rows, files: manifest.files.rows, bytes, missing: 0 };
        } finally {
          await site.close();
        }
      },
    );
    writtenKeys.length = 0;
    // The archive holds secrets decrypted, so the right key must be present to encrypt them again.
    await isPortalKeyRight(ctx);
    await sealSettings(ctx);
    await sealTotpSecrets(ctx);
    await moveToBucket(ctx, dependencies, keys);
    dependencies.report('正在重建搜索索引 …');
    await resetIndexOwner(ctx);
    await rebuildIndex(ctx, dependencies.searchIndexes);
    return count;
  } finally {
    archive.close();
    for (const key of writtenKeys) await dependencies.files.remove(key);
  }
}

/** Transient rows are replaced, but a site with content that someone created is rejected. */
async function requireEmptySite(
  loader: TableLoader,
  tables: readonly CopyTable[],
  { installation, options }: SiteTables,
): Promise<void> {
  const occupied = new Map<string, number>();
  for (const { name } of tables) {
    if ((installation as readonly string[]).includes(name)) continue;
    const given = options.get(name)?.seeded;
    if (given && given.upTo === undefined) continue;
    const rows = await loader.count(name, given?.upTo);
    if (rows > 0) occupied.set(name, rows);
  }
  if (occupied.size === 0) return;
  // Names only tables with a label for users; the others belong to those.
  const known = [...occupied].filter(([name]) => options.get(name)?.label);
  const descriptions = (known.length > 0 ? known : [...occupied]).map(
    ([name, rows]) => `${options.get(name)?.label ?? name} ${rows}`,
  );
  throw conflict(
    `只能恢复到空站，而本站已有：${descriptions.join('、')}。请换一个空的 DATA_DIR 或 DATABASE_URL（恢复之前不要启动它，或以 DEMO_CONTENT=false 启动）。`,
  );
}

async function restoreFiles(
  { tenant }: Context,
  archive: ArchiveReader,
  { files, report }: CopyDependencies,
  writtenKeys: string[],
): Promise<{ bytes: number; keys: string[] }> {
  const keys: string[] = [];
  let bytes = 0;
  for await (const line of archive.files()) {
    const content = await readArchivedFile(archive, line);
    const key = `${tenant.id}/${line.path}`;
    if (await files.place(key, content)) writtenKeys.push(key);
    bytes += content.length;
    keys.push(key);
    if (keys.length % 500 === 0) report(`已恢复 ${keys.length} 个文件 …`);
  }
  return { bytes, keys };
}

/**
 * Moves the restored files to the bucket of the restored settings, where all machines find them. If it does not answer,
 * they stay on the disk of this machine, from which the portal serves them.
 */
async function moveToBucket(
  { tenant }: Context,
  { files, report }: CopyDependencies,
  keys: readonly string[],
): Promise<void> {
  try {
    for (const key of keys) await files.moveToBucket(tenant.id, key);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    report('存储桶没有应答，恢复的文件留在这台机器的磁盘上：其他机器读不到，请之后把它们复制到存储桶');
  }
}

/** Returns the content of a file of the archive. @throws invalid if it is damaged */
export async function readArchivedFile(
  archive: ArchiveReader,
  { path, bytes, sha256 }: FileLine,
): Promise<Buffer> {
  const damaged = `导出包的 ${filePart(path)} 与清单不符：它被改动过，或者没有传完`;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of (await archive.file(path)) as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > bytes) break;
    }
  } catch (error) {
    throw error instanceof DomainError ? error : new DomainError('invalid', damaged, { cause: error });
  }
  const content = Buffer.concat(chunks);
  if (createHash('sha256').update(content).digest('hex') !== sha256) throw invalid(damaged);
  return content;
}

async function loadTables(
  { tenant }: Context,
  loader: TableLoader,
  site: SiteRows,
  tables: readonly CopyTable[],
  from: string,
  { report, tables: { options } }: CopyDependencies,
): Promise<number> {
  let total = 0;
  for (const table of tables) {
    const lines = rewriteAddresses(site.rows(table), from, tenant.id);
    const rows = await loader.load(table, lines, site.nextIds[table.name]);
    if (rows >= 1000) report(`已恢复${options.get(table.name)?.label ?? ` ${table.name} `} ${rows} 行`);
    total += rows;
  }
  return total;
}

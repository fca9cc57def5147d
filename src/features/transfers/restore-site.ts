import { createHash } from 'node:crypto';
import { sealTotpSecrets } from '#features/identity/index.ts';
import { forgetHolder, rebuildIndex, requireOwnIndex, type SearchIndexes } from '#features/search/index.ts';
import { isPortalKeyRight, sealSettings } from '#features/settings/index.ts';
import type { Context } from '#kernel/context.ts';
import type { CopyTable } from '#kernel/db/copy-catalogue.ts';
import { type Filling, fillTables } from '#kernel/db/copy-in.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import { filePart } from './archive/manifest.ts';
import { type ArchiveReader, openArchive } from './archive/read-archive.ts';
import type { CopyCount } from './export-site.ts';
import type { CopyParts } from './parts.ts';
import { openRows, type SiteRows, tablesIn } from './site-rows.ts';
import type { SiteTables } from './tables.ts';

/**
 * Makes this empty site the one in the archive at `path`, all of it or nothing: files first, then every table in one
 * transaction. An archive of an older version is brought up to date. Addresses of files follow the tenant; the search index
 * is made anew.
 * @throws invalid for a damaged archive, conflict for one of a newer version, or naming what the site holds already
 */
export async function restoreSite(
  ctx: Context,
  parts: CopyParts & { searchIndexes: SearchIndexes },
  path: string,
): Promise<CopyCount> {
  await requireOwnIndex(ctx, parts.searchIndexes);
  const archive = await openArchive(path);
  const placed: string[] = [];
  try {
    const { manifest } = archive;
    const count = await fillTables(
      parts.connectionString,
      { schema: parts.schema, tenantId: ctx.tenant.id },
      async (filling) => {
        const site = await openRows(archive, parts, filling.migrations);
        try {
          const tables = tablesIn(site.tables, filling.tables);
          await filling.take(tables);
          await refuseContent(filling, tables, parts.tables);
          const bytes = await placeFiles(ctx, archive, parts, placed);
          await filling.empty(tables);
          const rows = await loadTables(ctx, filling, site, tables, manifest.tenant, parts);
          return { tables: tables.length, rows, files: manifest.files.rows, bytes, missing: 0 };
        } finally {
          await site.close();
        }
      },
    );
    placed.length = 0;
    // Archives hold secrets open, so that a portal with another key can take them.
    await isPortalKeyRight(ctx);
    await sealSettings(ctx);
    await sealTotpSecrets(ctx);
    parts.report('正在重建搜索索引 …');
    await forgetHolder(ctx);
    await rebuildIndex(ctx, parts.searchIndexes);
    return count;
  } finally {
    archive.close();
    for (const key of placed) await parts.files.remove(key);
  }
}

/** What passes with the hour is replaced; anything somebody made is not. */
async function refuseContent(
  filling: Filling,
  tables: readonly CopyTable[],
  { installation, options }: SiteTables,
): Promise<void> {
  const held = new Map<string, number>();
  for (const { name } of tables) {
    if ((installation as readonly string[]).includes(name)) continue;
    const given = options.get(name)?.given;
    if (given && given.upTo === undefined) continue;
    const rows = await filling.count(name, given?.upTo);
    if (rows > 0) held.set(name, rows);
  }
  if (held.size === 0) return;
  // What people know by name says enough; the rest belongs to it.
  const known = [...held].filter(([name]) => options.get(name)?.label);
  const words = (known.length > 0 ? known : [...held]).map(
    ([name, rows]) => `${options.get(name)?.label ?? name} ${rows}`,
  );
  throw conflict(
    `只能恢复到空站，而本站已有：${words.join('、')}。请换一个空的 DATA_DIR 或 DATABASE_URL（恢复之前不要启动它，或以 DEMO_CONTENT=false 启动）。`,
  );
}

async function placeFiles(
  { tenant }: Context,
  archive: ArchiveReader,
  { files, report }: CopyParts,
  placed: string[],
): Promise<number> {
  let bytes = 0;
  let done = 0;
  for await (const line of archive.files()) {
    const content = await readFile(archive, line.path, line.bytes);
    if (createHash('sha256').update(content).digest('hex') !== line.sha256)
      throw invalid(`导出包的 ${filePart(line.path)} 与清单不符：它被改动过，或者没有传完`);
    const key = `${tenant.id}/${line.path}`;
    if (await files.place(key, content)) placed.push(key);
    bytes += content.length;
    done += 1;
    if (done % 500 === 0) report(`已恢复 ${done} 个文件 …`);
  }
  return bytes;
}

async function readFile(archive: ArchiveReader, path: string, bytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of (await archive.file(path)) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > bytes) break;
  }
  return Buffer.concat(chunks);
}

async function loadTables(
  { tenant }: Context,
  filling: Filling,
  site: SiteRows,
  tables: readonly CopyTable[],
  from: string,
  { report, tables: { options } }: CopyParts,
): Promise<number> {
  let total = 0;
  for (const table of tables) {
    const lines = moved(site.rows(table), from, tenant.id);
    const rows = await filling.load(table, lines, site.nextIds[table.name]);
    if (rows >= 1000) report(`已恢复${options.get(table.name)?.label ?? ` ${table.name} `} ${rows} 行`);
    total += rows;
  }
  return total;
}

/** Lines with the addresses of files as another tenant has them. */
export async function* moved(lines: AsyncIterable<string>, from: string, to: string): AsyncGenerator<string> {
  const address = new RegExp(`/files/${from}/(?=[0-9a-f]{2}/[0-9a-f]{38})`, 'g');
  for await (const line of lines) yield from === to ? line : line.replace(address, `/files/${to}/`);
}

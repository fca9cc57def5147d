import type { CopyTable } from '#kernel/db/copy-catalogue.ts';
import { fillTables } from '#kernel/db/copy-in.ts';
import { openSnapshot } from '#kernel/db/copy-out.ts';
import { dropSchema, migrate } from '#kernel/db/migrate.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import type { ArchiveReader } from './archive/read-archive.ts';
import { tablesOf } from './export-site.ts';
import type { CopyParts } from './parts.ts';

/** An archive's rows, as the tables of this version hold them. */
export type SiteRows = {
  /** Names of the tables. */
  readonly tables: ReadonlySet<string>;
  /** The next number of each table that numbers its rows. */
  readonly nextIds: Readonly<Record<string, string>>;
  rows(table: CopyTable): AsyncIterable<string>;
  close(): Promise<void>;
};

/**
 * Opens the rows of an archive. Those of an older version are loaded into a schema of their own first, where the
 * migrations that they lack bring them up to date.
 * @param ours the migrations that this site has had
 * @throws conflict for an archive of a newer version; invalid for a table that its version does not have
 */
export async function openRows(
  archive: ArchiveReader,
  parts: CopyParts,
  ours: readonly string[],
): Promise<SiteRows> {
  const { migrations, tables, nextIds } = archive.manifest;
  const newer = migrations.find((name) => !ours.includes(name));
  if (newer !== undefined)
    throw conflict(
      `这个导出包出自较新的观澜（数据结构 ${newer}，本站为 ${ours.at(-1)}）。请先升级本站，再恢复。`,
    );
  if (migrations.length < ours.length) return upgradeRows(archive, parts);
  return {
    tables: new Set(tables.map(({ name }) => name)),
    nextIds,
    rows: ({ name }) => archive.rows(name),
    close: async () => undefined,
  };
}

async function upgradeRows(archive: ArchiveReader, parts: CopyParts): Promise<SiteRows> {
  const { manifest } = archive;
  const { connectionString, migrations: directory } = parts;
  const place = { connectionString, schema: `${parts.schema}_restore`, directory };
  const drop = () => dropSchema(place);
  parts.report('这个导出包出自较早的版本，正在升级 …');
  // One may be left from a process that was killed.
  await drop();
  try {
    await migrate({ ...place, only: manifest.migrations });
    await fillTables(connectionString, { ...place, tenantId: '' }, async (filling) => {
      const tables = tablesIn(new Set(manifest.tables.map(({ name }) => name)), filling.tables);
      await filling.take(tables);
      await filling.empty(tables);
      for (const table of tables)
        await filling.load(table, archive.rows(table.name), manifest.nextIds[table.name]);
    });
    await migrate(place);
    const snapshot = await openSnapshot(connectionString, place.schema);
    const wanted = tablesOf(parts.tables, manifest.scope, manifest.withoutPeople);
    const tables = snapshot.tables.filter(({ name }) => wanted.has(name));
    return {
      tables: new Set(tables.map(({ name }) => name)),
      nextIds: await snapshot.nextIds(tables),
      rows: (table) => snapshot.rows(table, new Set()),
      async close() {
        await snapshot.close();
        await drop();
      },
    };
  } catch (error) {
    await drop();
    throw error;
  }
}

/** The named tables as the database has them, in loading order. @throws invalid for one it does not know */
export function tablesIn(names: ReadonlySet<string>, known: readonly CopyTable[]): CopyTable[] {
  const tables = known.filter(({ name }) => names.has(name));
  if (tables.length < names.size) throw invalid('导出包里有本站没有的数据表');
  return tables;
}

import type { CopyTable } from '#kernel/db/copy-catalogue.ts';
import { fillTables } from '#kernel/db/copy-in.ts';
import { openSnapshot } from '#kernel/db/copy-out.ts';
import { dropSchema, migrate } from '#kernel/db/migrate.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import type { ArchiveReader } from './archive/read-archive.ts';
import type { CopyDependencies } from './dependencies.ts';
import { tablesOf } from './export-site.ts';

/** An archive's rows in the schema of this version. */
export type SiteRows = {
  readonly tables: ReadonlySet<string>;
  /** The next id of each table with an identity column. */
  readonly nextIds: Readonly<Record<string, string>>;
  rows(table: CopyTable): AsyncIterable<string>;
  close(): Promise<void>;
};

/**
 * Opens the rows of an archive. Rows of an older version are first loaded into a temporary schema and brought up to
 * date by the missing migrations.
 * @param ownMigrations the migrations applied to this site
 * @throws conflict for an archive of a newer version; invalid for a table that its version does not have
 */
export async function openRows(
  archive: ArchiveReader,
  dependencies: CopyDependencies,
  ownMigrations: readonly string[],
): Promise<SiteRows> {
  const { migrations, tables, nextIds } = archive.manifest;
  const newer = migrations.find((name) => !ownMigrations.includes(name));
  if (newer !== undefined)
    throw conflict(
      `这个导出包出自较新的版本（数据结构 ${newer}，本站为 ${ownMigrations.at(-1)}）。请先升级本站，再恢复。`,
    );
  if (migrations.length < ownMigrations.length) return upgradeRows(archive, dependencies);
  return {
    tables: new Set(tables.map(({ name }) => name)),
    nextIds,
    rows: ({ name }) => archive.rows(name),
    close: async () => undefined,
  };
}

async function upgradeRows(archive: ArchiveReader, dependencies: CopyDependencies): Promise<SiteRows> {
  const { manifest } = archive;
  const { connectionString, migrations: directory } = dependencies;
  const schemaOptions = { connectionString, schema: `${dependencies.schema}_restore`, directory };
  const dropRestoreSchema = () => dropSchema(schemaOptions);
  dependencies.report('这个导出包出自较早的版本，正在升级 …');
  // A killed process may have left one behind.
  await dropRestoreSchema();
  try {
    await migrate({ ...schemaOptions, only: manifest.migrations });
    await fillTables(connectionString, { ...schemaOptions, tenantId: '' }, async (loader) => {
      const tables = selectTables(new Set(manifest.tables.map(({ name }) => name)), loader.tables);
      await loader.lock(tables);
      await loader.clear(tables);
      for (const table of tables)
        await loader.load(table, archive.rows(table.name), manifest.nextIds[table.name]);
    });
    await migrate(schemaOptions);
    const snapshot = await openSnapshot(connectionString, schemaOptions.schema);
    const wanted = tablesOf(dependencies.tables, manifest.scope, manifest.withoutPeople);
    const tables = snapshot.tables.filter(({ name }) => wanted.has(name));
    return {
      tables: new Set(tables.map(({ name }) => name)),
      nextIds: await snapshot.nextIds(tables),
      rows: (table) => snapshot.rows(table, new Set()),
      async close() {
        await snapshot.close();
        await dropRestoreSchema();
      },
    };
  } catch (error) {
    await dropRestoreSchema();
    throw error;
  }
}

/** Returns the named tables of the database in loading order. @throws invalid for an unknown one */
export function selectTables(names: ReadonlySet<string>, known: readonly CopyTable[]): CopyTable[] {
  const tables = known.filter(({ name }) => names.has(name));
  if (tables.length < names.size) throw invalid('导出包里有本站没有的数据表');
  return tables;
}

import { Readable } from 'node:stream';
import { fingerprintName, groupsWithSecrets } from '#features/settings/index.ts';
import type { Context } from '#kernel/context.ts';
import { type CountColumns, type ExcludedRows, openSnapshot, type Snapshot } from '#kernel/db/copy-out.ts';
import type { SealPurpose } from '#kernel/seals.ts';
import { toIso } from '#shared/dates.ts';
import { collectAddresses } from './addresses.ts';
import {
  fileListName,
  filePart,
  formatVersion,
  type Manifest,
  manifestName,
  tablePart,
} from './archive/manifest.ts';
import { type ArchiveWriter, writeArchive } from './archive/write-archive.ts';
import type { CopyDependencies } from './dependencies.ts';
import type { SiteTables } from './tables.ts';

export type ExportOptions = {
  /** Absolute; must not exist. */
  path: string;
  /** A backup contains everything including sessions and secrets, an export what another site can be created from. */
  scope: Manifest['scope'];
  /** Leaves out members and everything that belongs to them. */
  withoutPeople?: boolean;
  /** Leaves out the row of this transfer: a backup does not contain itself, unfinished. */
  withoutTransfer?: string;
  /** Leaves out credentials: password hashes, second factors, recovery codes. */
  withoutSecrets?: boolean;
  /** Called with the number of written and total tables; an error it throws aborts the export and deletes the file. */
  progress?: (done: number, total: number) => void | Promise<void>;
};

export type CopyCount = { tables: number; rows: number; files: number; bytes: number; missing: number };

/** Progress is reported, and the export can stop, every so many files. */
const filesPerReport = 100;

/**
 * Writes a consistent snapshot of the whole site into a zip at `path`: its tables row by row, and every file they refer
 * to. The portal keeps running. A missing file is reported and left out.
 * @throws conflict if `path` exists
 */
export async function exportSite(
  ctx: Context,
  dependencies: CopyDependencies,
  { path, scope, withoutPeople = false, withoutSecrets = false, withoutTransfer, progress }: ExportOptions,
): Promise<CopyCount> {
  const snapshot = await openSnapshot(dependencies.connectionString, dependencies.schema);
  try {
    return await writeArchive(path, snapshot.takenAt, async (writer) => {
      const addresses = new Set<string>();
      const tables = await writeTables(ctx, snapshot, writer, {
        wanted: tablesOf(dependencies.tables, scope, withoutPeople),
        secretsOf: (table) => (withoutSecrets && dependencies.tables.options.get(table)?.secrets) || [],
        sealedOf: (table) => dependencies.tables.options.get(table)?.sealed,
        addresses,
        excluded: {
          ...(scope === 'backup' ? backupExclusions : exportExclusions),
          ...(withoutTransfer !== undefined && { transfers: { column: 'id', values: [withoutTransfer] } }),
        },
        progress,
      });
      const { length } = tables.written;
      const files = await writeFiles(ctx, writer, dependencies, addresses, () => progress?.(length, length));
      const manifest: Manifest = {
        format: 'guanlan-site',
        version: formatVersion,
        scope,
        withoutPeople,
        tenant: ctx.tenant.id,
        takenAt: toIso(snapshot.takenAt),
        migrations: [...snapshot.migrations],
        tables: tables.written,
        nextIds: tables.nextIds,
        files: { rows: files.rows, sha256: files.sha256, bytes: files.bytes },
      };
      writer.addText(manifestName, `${JSON.stringify(manifest, null, 1)}\n`);
      return {
        tables: manifest.tables.length,
        rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
        files: files.rows,
        bytes: files.bytes,
        missing: files.missing,
      };
    });
  } finally {
    await snapshot.close();
  }
}

/** Returns the names of the tables that an archive of this scope contains. */
export function tablesOf(
  { content, people, installation }: SiteTables,
  scope: Manifest['scope'],
  withoutPeople: boolean,
): ReadonlySet<string> {
  return new Set<string>([
    ...content,
    ...(withoutPeople ? [] : people),
    ...(scope === 'backup' ? installation : []),
  ]);
}

/** Rows that the portal shares with external parties, or that say whether it is live: only a backup contains them. */
const exportExclusions: Readonly<Record<string, ExcludedRows>> = {
  site_settings: { column: 'name', values: groupsWithSecrets },
  milestones: { column: 'name', values: ['live'] },
};

/** Rows that identify the encryption key of this database's secrets: archives contain them decrypted. */
const backupExclusions: Readonly<Record<string, ExcludedRows>> = {
  secrets: { column: 'name', values: [fingerprintName] },
};

/** Counters of members' activity: reset to zero in an export without people. */
const derivedCounts: Readonly<Record<string, CountColumns>> = { post_counters: { comments: 'comments' } };

async function writeTables(
  ctx: Context,
  snapshot: Snapshot,
  writer: ArchiveWriter,
  {
    wanted,
    secretsOf,
    sealedOf,
    addresses,
    excluded,
    progress,
  }: {
    wanted: ReadonlySet<string>;
    secretsOf: (table: string) => readonly string[] | 'all';
    sealedOf: (table: string) => SealPurpose | undefined;
    addresses: Set<string>;
    excluded: Readonly<Record<string, ExcludedRows>>;
    progress: ExportOptions['progress'];
  },
) {
  const tables = snapshot.tables.filter(({ name }) => wanted.has(name) && secretsOf(name) !== 'all');
  const emptied = new Set(snapshot.tables.filter(({ name }) => !wanted.has(name)).map(({ name }) => name));
  const written: Manifest['tables'] = [];
  for (const table of tables) {
    const secrets = secretsOf(table.name);
    const blankColumns = secrets === 'all' ? [] : secrets;
    const rows = snapshot.rows(table, emptied, excluded[table.name], derivedCounts[table.name], blankColumns);
    const lines = collectAddresses(unsealLines(ctx, rows, sealedOf(table.name)), ctx.tenant.id, addresses);
    const part = await writer.addLines(tablePart(table.name), lines);
    written.push({ name: table.name, key: table.key, ...part });
    await progress?.(written.length, tables.length);
  }
  return { written, nextIds: await snapshot.nextIds(tables) };
}

/** Yields rows with their secrets decrypted, so that a portal with another key can import them. */
async function* unsealLines(
  { tenant: { seals } }: Context,
  lines: AsyncIterable<string>,
  purpose: SealPurpose | undefined,
): AsyncGenerator<string> {
  const open = (quoted: string, sealed: string) => {
    try {
      return purpose ? JSON.stringify(seals.open(sealed, purpose)) : quoted;
    } catch {
      // User input that only looks sealed, such as a name: real secrets always decrypt.
      return quoted;
    }
  };
  for await (const line of lines) yield purpose ? line.replace(/"(sealed:\d+:[\w-]+)"/g, open) : line;
}

async function writeFiles(
  { tenant }: Context,
  writer: ArchiveWriter,
  { files, report }: CopyDependencies,
  addresses: ReadonlySet<string>,
  onProgress: () => void | Promise<void> | undefined,
) {
  const lines: string[] = [];
  let bytes = 0;
  let missing = 0;
  for (const path of [...addresses].sort()) {
    const address = `/files/${tenant.id}/${path}`;
    const content = await files.read(tenant.id, address);
    if (content === null) {
      missing += 1;
      report(`缺少文件，已略过：${address}`);
      continue;
    }
    const part = await writer.addFile(filePart(path), Readable.from([content]));
    bytes += part.bytes;
    lines.push(JSON.stringify({ path, ...part }));
    if (lines.length % filesPerReport > 0) continue;
    report(`已写入 ${lines.length} 个文件 …`);
    await onProgress();
  }
  const list = await writer.addLines(fileListName, toAsyncIterable(lines));
  return { ...list, bytes, missing };
}

async function* toAsyncIterable(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

import { Readable } from 'node:stream';
import { fingerprintName, groupsWithSecrets } from '#features/settings/index.ts';
import type { Context } from '#kernel/context.ts';
import { type Counting, type LeftOut, openSnapshot, type Snapshot } from '#kernel/db/copy-out.ts';
import type { SealPurpose } from '#kernel/seals.ts';
import { toIso } from '#shared/dates.ts';
import { noteAddresses } from './addresses.ts';
import {
  fileListName,
  filePart,
  formatVersion,
  type Manifest,
  manifestName,
  tablePart,
} from './archive/manifest.ts';
import { type ArchiveWriter, writeArchive } from './archive/write-archive.ts';
import type { CopyParts } from './parts.ts';
import type { SiteTables } from './tables.ts';

export type ExportOptions = {
  /** Absolute; nothing may be there. */
  path: string;
  /** A backup has everything, sessions and secrets too; an export what another site can be made of. */
  scope: Manifest['scope'];
  /** Leaves out members and whatever is theirs. */
  withoutPeople?: boolean;
  /** Leaves out what opens accounts: digests of passwords, second factors, recovery codes. */
  withoutSecrets?: boolean;
  /** Hears how many of all tables are written; what it throws ends the export, and nothing stays. */
  progress?: (done: number, total: number) => void | Promise<void>;
};

export type CopyCount = { tables: number; rows: number; files: number; bytes: number; missing: number };

/** Files after which it is asked whether to go on. */
const manyFiles = 100;

/**
 * Writes the whole site, as it is at one moment, into a zip at `path`: its tables row by row, and every file they
 * refer to. The portal goes on meanwhile. A file that is referred to and gone is reported and left out.
 * @throws conflict when `path` is taken
 */
export async function exportSite(
  ctx: Context,
  parts: CopyParts,
  { path, scope, withoutPeople = false, withoutSecrets = false, progress }: ExportOptions,
): Promise<CopyCount> {
  const snapshot = await openSnapshot(parts.connectionString, parts.schema);
  try {
    return await writeArchive(path, snapshot.takenAt, async (writer) => {
      const addresses = new Set<string>();
      const tables = await writeTables(ctx, snapshot, writer, {
        wanted: tablesOf(parts.tables, scope, withoutPeople),
        secretsOf: (table) => (withoutSecrets && parts.tables.options.get(table)?.secrets) || [],
        sealedOf: (table) => parts.tables.options.get(table)?.sealed,
        addresses,
        progress,
      });
      const { length } = tables.written;
      const files = await writeFiles(ctx, writer, parts, addresses, () => progress?.(length, length));
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

/** The names of the tables that an archive of this scope holds. */
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

/** Rows that hold what the portal shares with parties outside, or whether it is live: only a backup has them. */
const leftOut: Readonly<Record<string, LeftOut>> = {
  site_settings: { column: 'name', values: groupsWithSecrets },
  milestones: { column: 'name', values: ['live'] },
};

/** Which key seals this database's secrets: archives hold them open. */
const ownKey: Readonly<Record<string, LeftOut>> = {
  secrets: { column: 'name', values: [fingerprintName] },
};

/** What counts what people did: without them there is none of it. */
const counting: Readonly<Record<string, Counting>> = { post_counters: { comments: 'comments' } };

async function writeTables(
  ctx: Context,
  snapshot: Snapshot,
  writer: ArchiveWriter,
  {
    wanted,
    secretsOf,
    sealedOf,
    addresses,
    progress,
  }: {
    wanted: ReadonlySet<string>;
    secretsOf: (table: string) => readonly string[] | 'all';
    sealedOf: (table: string) => SealPurpose | undefined;
    addresses: Set<string>;
    progress: ExportOptions['progress'];
  },
) {
  const tables = snapshot.tables.filter(({ name }) => wanted.has(name) && secretsOf(name) !== 'all');
  const emptied = new Set(snapshot.tables.filter(({ name }) => !wanted.has(name)).map(({ name }) => name));
  const written: Manifest['tables'] = [];
  for (const table of tables) {
    const secrets = secretsOf(table.name);
    const blank = secrets === 'all' ? [] : secrets;
    const without = (wanted.has('secrets') ? ownKey : leftOut)[table.name];
    const rows = snapshot.rows(table, emptied, without, counting[table.name], blank);
    const lines = noteAddresses(openSealed(ctx, rows, sealedOf(table.name)), ctx.tenant.id, addresses);
    const part = await writer.addLines(tablePart(table.name), lines);
    written.push({ name: table.name, key: table.key, ...part });
    await progress?.(written.length, tables.length);
  }
  return { written, nextIds: await snapshot.nextIds(tables) };
}

/** Rows with what the portal's key seals open, so that a portal with another key can take them. */
async function* openSealed(
  { tenant: { seals } }: Context,
  lines: AsyncIterable<string>,
  purpose: SealPurpose | undefined,
): AsyncGenerator<string> {
  const open = (quoted: string, sealed: string) => {
    try {
      return purpose ? JSON.stringify(seals.open(sealed, purpose)) : quoted;
    } catch {
      // What somebody only typed, such as a name: nothing that this key sealed fails to open.
      return quoted;
    }
  };
  for await (const line of lines) yield purpose ? line.replace(/"(sealed:\d+:[\w-]+)"/g, open) : line;
}

async function writeFiles(
  { tenant }: Context,
  writer: ArchiveWriter,
  { files, report }: CopyParts,
  addresses: ReadonlySet<string>,
  goOn: () => void | Promise<void> | undefined,
) {
  const listed: string[] = [];
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
    listed.push(JSON.stringify({ path, ...part }));
    if (listed.length % manyFiles > 0) continue;
    report(`已写入 ${listed.length} 个文件 …`);
    await goOn();
  }
  const list = await writer.addLines(fileListName, inTurn(listed));
  return { ...list, bytes, missing };
}

async function* inTurn(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

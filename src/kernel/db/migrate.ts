import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ConfigError } from '../config.ts';
import { PrimaryClient } from './primary-client.ts';

/** Another process may be running a long migration, but one that hangs must not block a start for ever. */
const defaultMaxWaitMs = 300_000;

export interface MigrateOptions {
  connectionString: string;
  /** The tenant's schema; created if it is missing. */
  schema: string;
  /** The folder of `<timestamp>-<feature>-<slug>.sql` files. */
  directory: string;
  /** Applies only the migrations with these names. */
  only?: readonly string[];
  /** Called while this process waits for another one that migrates. */
  log?: (line: string) => void;
  /** How long to wait for that process. */
  maxWaitMs?: number;
}

interface Migration {
  name: string;
  sql: string;
  checksum: string;
  /** The oldest program version that works afterwards: `-- minimum-version: <timestamp>` in a contracting migration. */
  minimumVersion: string | null;
}

/** What was applied to a schema: checksums by name, and the oldest program version that works with it. */
type Applied = { checksums: Map<string, string>; minimumVersion: string | null };

/**
 * Applies the missing migrations to the schema in the order of their names, each in its own transaction, and
 * returns their names. May be repeated and run by several processes at once: one applies them, the others wait and find
 * nothing to do. Leaves migrations of a newer program alone, so that two versions can run side by side during a rolling
 * update, unless one of them declares this program too old.
 * @throws ConfigError if this program is too old, or another process holds the lock for longer than `maxWaitMs`
 * @throws if an applied file was edited since, or a statement fails (that file is rolled back then)
 */
export async function migrate({
  connectionString,
  schema,
  directory,
  only,
  log = () => undefined,
  maxWaitMs = defaultMaxWaitMs,
}: MigrateOptions): Promise<string[]> {
  const all = await readMigrations(directory);
  const migrations = only ? all.filter(({ name }) => only.includes(name)) : all;
  // The name tells an operator which process migrates; PostgreSQL truncates it to 63 bytes.
  const application_name = `guanlan migrate ${process.pid}@${hostname()}`;
  const client = new PrimaryClient({ connectionString, application_name });
  await client.connect();
  try {
    await lock(client, schema, { log, maxWaitMs });
    const applied = await readApplied(client, schema);
    refuseOldProgram(all, applied);
    refuseEdited(migrations, applied);
    const missing = migrations.filter(({ name }) => !applied.checksums.has(name));
    for (const migration of missing) await apply(client, schema, migration);
    return missing.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** Drops a schema with its content, if it exists. */
export async function dropSchema({
  connectionString,
  schema,
}: Pick<MigrateOptions, 'connectionString' | 'schema'>): Promise<void> {
  const client = new PrimaryClient({ connectionString, application_name: 'guanlan migrate' });
  await client.connect();
  try {
    await client.query(`drop schema if exists ${pg.escapeIdentifier(schema)} cascade`);
  } finally {
    await client.end();
  }
}

/** Returns the version of a program: the timestamp of its newest migration. */
export const programVersion = (names: readonly string[]): string =>
  (names.toSorted().at(-1) ?? '').slice(0, 14);

/**
 * Takes the advisory lock for migrating a schema. It belongs to the session, so PostgreSQL releases it when this
 * process dies.
 * @throws ConfigError that names the holder
 */
async function lock(
  client: pg.Client,
  schema: string,
  { log, maxWaitMs }: Required<Pick<MigrateOptions, 'log' | 'maxWaitMs'>>,
): Promise<void> {
  const key = `guanlan migrate ${schema}`;
  const { rows } = await client.query<{ isTaken: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as "isTaken"',
    [key],
  );
  if (rows[0]?.isTaken) return;
  const seconds = Math.ceil(maxWaitMs / 1000);
  log(`另一个进程正在更新数据库结构（${await findHolder(client, key)}），最多等待 ${seconds} 秒 …`);
  await client.query(`set lock_timeout = ${maxWaitMs}`);
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [key]);
  } catch (error) {
    if ((error as { code?: string }).code !== '55P03') throw error;
    throw new ConfigError(
      `等了 ${seconds} 秒，数据库结构的更新锁仍被占用：${await findHolder(client, key)}。` +
        '如果那个进程还在更新，请等它完成后再启动；如果它已经卡住，请先结束它，或在数据库里执行 select pg_terminate_backend(pid)。',
      { cause: error },
    );
  }
  await client.query('set lock_timeout = 0');
}

/** Describes the session that holds the lock. */
async function findHolder(client: pg.Client, key: string): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string | null; address: string | null }>(
    `select a.pid, a.application_name as name, a.client_addr::text as address
     from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and l.objsubid = 1
       and l.database = (select oid from pg_database where datname = current_database())
       and (l.classid::bigint << 32 | l.objid::bigint) = hashtextextended($1, 0)`,
    [key],
  );
  const [holder] = rows;
  if (!holder) return '它刚刚结束';
  return `pid ${holder.pid}，application_name ${holder.name || '空'}${holder.address ? `，来自 ${holder.address}` : ''}`;
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      // A file checked out with Windows line endings is the same migration.
      const sql = (await readFile(join(directory, name), 'utf8')).replaceAll('\r\n', '\n');
      const [, minimumVersion = null] = /^-- minimum-version: (\d{14})$/m.exec(sql) ?? [];
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex'), minimumVersion };
    }),
  );
}

async function readApplied(client: pg.Client, schema: string): Promise<Applied> {
  const quotedSchema = pg.escapeIdentifier(schema);
  const table = `${quotedSchema}.schema_migrations`;
  const { rows: columns } = await client.query<{ name: string }>(
    'select attname as name from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped',
    [table],
  );
  if (columns.length === 0)
    await client.query(
      `create schema if not exists ${quotedSchema};
       create table ${table} (
         name text primary key,
         checksum text not null,
         applied_at timestamptz not null default now(),
         minimum_version text
       )`,
    );
  // Versions before this column created the table. Checking first avoids a lock that a running backup would delay.
  else if (!columns.some(({ name }) => name === 'minimum_version'))
    await client.query(`alter table ${table} add column minimum_version text`);
  const { rows } = await client.query<{ name: string; checksum: string; minimum_version: string | null }>(
    `select name, checksum, minimum_version from ${table}`,
  );
  const minimums = rows.map(({ minimum_version }) => minimum_version).filter((one) => one !== null);
  return {
    checksums: new Map(rows.map(({ name, checksum }) => [name, checksum])),
    minimumVersion: minimums.sort().at(-1) ?? null,
  };
}

function refuseOldProgram(migrations: Migration[], { minimumVersion }: Applied): void {
  const own = programVersion(migrations.map(({ name }) => name));
  if (minimumVersion === null || own >= minimumVersion) return;
  throw new ConfigError(
    `这个程序太旧：它的版本是 ${own}，而数据库已由较新的程序更新，至少需要 ${minimumVersion}。请安装较新的程序，或从备份恢复更新之前的数据。`,
  );
}

function refuseEdited(migrations: Migration[], { checksums }: Applied): void {
  const edited = migrations.filter(({ name, checksum }) => (checksums.get(name) ?? checksum) !== checksum);
  if (edited.length === 0) return;
  const names = edited.map(({ name }) => name).join(', ');
  throw new Error(`迁移文件在执行之后被改动：${names}。请恢复原文件，把改动写成新的迁移。`);
}

async function apply(client: pg.Client, schema: string, migration: Migration): Promise<void> {
  const { name, sql, checksum, minimumVersion } = migration;
  const quotedSchema = pg.escapeIdentifier(schema);
  try {
    await client.query('begin');
    await client.query(`set local search_path to ${quotedSchema}`);
    await client.query(sql);
    await client.query(
      `insert into ${quotedSchema}.schema_migrations (name, checksum, minimum_version) values ($1, $2, $3)`,
      [name, checksum, minimumVersion],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw new Error(`迁移 ${name} 在 ${schema} 中失败：${explain(error, sql)}`, { cause: error });
  }
}

/** Returns the error message with the line number, if PostgreSQL reports a position. */
function explain(error: unknown, sql: string): string {
  const { message, position } = error as Error & { position?: string };
  if (!position) return message;
  return `${message} （第 ${sql.slice(0, Number(position)).split('\n').length} 行）`;
}

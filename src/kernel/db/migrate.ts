import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ConfigError } from '../config.ts';
import { PrimaryClient } from './primary-client.ts';

/** Another process may be running a long migration, but one that hangs must not block a start for ever. */
const defaultMaxWaitMs = 300_000;
const pollMs = 200;
/**
 * Statements queue behind one that waits for a lock, so a migration that waits for a long reader would stop the portal.
 * It gives up soon, and tries again after a pause in which the others go on.
 */
const defaultLockWaits = { ms: 3000, times: 20 };
const lockPauseMs = 1000;
/** Building an index concurrently stops nobody while it waits for transactions that began earlier. */
const indexLockMs = 600_000;

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
  /** How long a migration waits for a lock on a table each time, and how often it tries. */
  lockWaits?: { ms: number; times: number };
}

interface Migration {
  name: string;
  sql: string;
  checksum: string;
  /** The oldest program version that works afterwards: `-- minimum-version: <timestamp>` in a contracting migration. */
  minimumVersion: string | null;
  /** `-- outside-transaction`: the file only builds and drops indexes, concurrently. */
  isOutside: boolean;
}

/** What was applied to a schema: checksums by name, and the oldest program version that works with it. */
type Applied = { checksums: Map<string, string>; minimumVersion: string | null };

/**
 * Applies the missing migrations to the schema in the order of their names, each in its own transaction unless it says
 * otherwise, and returns their names. May be repeated and run by several processes at once: one applies them, the others wait and find
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
  lockWaits = defaultLockWaits,
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
    // In a schema without rows nobody waits, and an index built concurrently would wait for every open transaction.
    const isNew = applied.checksums.size === 0;
    for (const migration of missing)
      if (migration.isOutside && !isNew) await applyOutside(client, schema, migration);
      else await applyWithRetries(client, schema, migration, { lockWaits, log });
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
  if (await tryLock(client, key)) return;
  const seconds = Math.ceil(maxWaitMs / 1000);
  log(`另一个进程正在更新数据库结构（${await findHolder(client, key)}），最多等待 ${seconds} 秒 …`);
  // Polled: a statement that waits for the lock would have a snapshot, for whose end `create index concurrently` of the
  // holder waits.
  for (const until = Date.now() + maxWaitMs; Date.now() < until; ) {
    await pause(pollMs);
    if (await tryLock(client, key)) return;
  }
  throw new ConfigError(
    `等了 ${seconds} 秒，数据库结构的更新锁仍被占用：${await findHolder(client, key)}。` +
      '如果那个进程还在更新，请等它完成后再启动；如果它已经卡住，请先结束它，或在数据库里执行 select pg_terminate_backend(pid)。',
  );
}

async function tryLock(client: pg.Client, key: string): Promise<boolean> {
  const { rows } = await client.query<{ isTaken: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as "isTaken"',
    [key],
  );
  return rows[0]?.isTaken === true;
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
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { name, sql, checksum, minimumVersion, isOutside: /^-- outside-transaction$/m.test(sql) };
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

type Waiting = Required<Pick<MigrateOptions, 'lockWaits' | 'log'>>;

/** Applies a migration, again if a table that it changes stays locked. @throws ConfigError that names who locks it */
async function applyWithRetries(
  client: pg.Client,
  schema: string,
  migration: Migration,
  { lockWaits, log }: Waiting,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await apply(client, schema, migration, lockWaits.ms);
    } catch (error) {
      if ((error as { cause?: { code?: string } }).cause?.code !== '55P03') throw error;
      if (tries < lockWaits.times) {
        if (tries === 1) log(`迁移 ${migration.name} 要改的表正被占用，过一会儿再试 …`);
        await pause(lockPauseMs);
        continue;
      }
      const seconds = Math.ceil(lockWaits.ms / 1000);
      throw new ConfigError(
        `迁移 ${migration.name} 试了 ${tries} 次，每次等 ${seconds} 秒，它要改的表一直被占用：${await findLongest(client)}。` +
          '数据库没有改动。请等那个事务结束（例如正在做的备份），或在数据库里执行 select pg_terminate_backend(pid)，再启动。',
        { cause: error },
      );
    }
  }
}

/** Describes the oldest open transaction of the database: what most probably keeps the lock. */
async function findLongest(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string | null; seconds: number }>(
    `select pid, application_name as name, extract(epoch from now() - xact_start)::int as seconds
     from pg_stat_activity
     where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
     order by xact_start limit 1`,
  );
  const [oldest] = rows;
  if (!oldest) return '占用它的事务刚刚结束';
  return `最久的事务是 pid ${oldest.pid}，application_name ${oldest.name || '空'}，已经 ${oldest.seconds} 秒`;
}

async function apply(
  client: pg.Client,
  schema: string,
  { name, sql, isOutside, ...rest }: Migration,
  lockWaitMs: number,
): Promise<void> {
  try {
    await client.query('begin');
    await client.query(`set local lock_timeout = ${lockWaitMs}`);
    await client.query(`set local search_path to ${pg.escapeIdentifier(schema)}`);
    await client.query(isOutside ? sql.replace(/\bindex concurrently\b/gi, 'index') : sql);
    await recordApplied(client, schema, { name, ...rest });
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw new Error(`迁移 ${name} 在 ${schema} 中失败：${explain(error, sql)}`, { cause: error });
  }
}

async function recordApplied(
  client: pg.Client,
  schema: string,
  { name, checksum, minimumVersion }: Pick<Migration, 'name' | 'checksum' | 'minimumVersion'>,
): Promise<void> {
  await client.query(
    `insert into ${pg.escapeIdentifier(schema)}.schema_migrations (name, checksum, minimum_version) values ($1, $2, $3)`,
    [name, checksum, minimumVersion],
  );
}

/**
 * Builds and drops indexes while the portal writes. May be repeated: what was interrupted leaves an invalid index, which
 * is dropped and built again, and an index that is complete is not built twice.
 */
async function applyOutside(client: pg.Client, schema: string, migration: Migration): Promise<void> {
  const { name, sql } = migration;
  try {
    await client.query(`set search_path to ${pg.escapeIdentifier(schema)}`);
    await client.query(`set lock_timeout = ${indexLockMs}`);
    for (const statement of sql.replace(/--[^\n]*/g, '').split(';')) {
      const index = indexOf(statement);
      if (statement.trim() === '' || (index && (await isBuilt(client, schema, index)))) continue;
      await client.query(statement);
    }
    await recordApplied(client, schema, migration);
  } catch (error) {
    throw new Error(`迁移 ${name} 在 ${schema} 中失败：${(error as Error).message}`, { cause: error });
  } finally {
    await client.query('reset search_path; reset lock_timeout').catch(() => {});
  }
}

const indexOf = (statement: string): string | undefined =>
  /^\s*create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?"?([\w$]+)"?\s+on\b/i.exec(
    statement,
  )?.[1];

/** Returns whether an index is complete; drops one whose building was interrupted. */
async function isBuilt(client: pg.Client, schema: string, index: string): Promise<boolean> {
  const { rows } = await client.query<{ isValid: boolean }>(
    `select i.indisvalid as "isValid" from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relname = $1 and c.relnamespace = $2::regnamespace`,
    [index, pg.escapeIdentifier(schema)],
  );
  if (rows[0]?.isValid === false) await client.query(`drop index concurrently ${pg.escapeIdentifier(index)}`);
  return rows[0]?.isValid === true;
}

/** Returns the error message with the line number, if PostgreSQL reports a position. */
function explain(error: unknown, sql: string): string {
  const { message, position } = error as Error & { position?: string };
  if (!position) return message;
  return `${message} （第 ${sql.slice(0, Number(position)).split('\n').length} 行）`;
}

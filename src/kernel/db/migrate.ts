import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

export interface MigrateOptions {
  connectionString: string;
  /** The tenant's schema; made if it is missing. */
  schema: string;
  /** The folder of `<timestamp>-<feature>-<slug>.sql` files. */
  directory: string;
  /** Only those of these names. */
  only?: readonly string[];
}

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/**
 * Applies the migrations that the schema lacks, oldest name first, each in a transaction of its own, and returns
 * their names. May be repeated and run by several processes at once: one works, the others find it done.
 * @throws if an applied file was edited since, or a statement fails (that file leaves no trace then)
 */
export async function migrate({
  connectionString,
  schema,
  directory,
  only,
}: MigrateOptions): Promise<string[]> {
  const all = await readMigrations(directory);
  const migrations = only ? all.filter(({ name }) => only.includes(name)) : all;
  const client = new pg.Client({ connectionString, application_name: 'guanlan migrate' });
  await client.connect();
  try {
    // For the session, and so given up with the connection even if this process is killed.
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [`guanlan migrate ${schema}`]);
    const applied = await readApplied(client, schema);
    refuseEdited(migrations, applied);
    const missing = migrations.filter(({ name }) => !applied.has(name));
    for (const migration of missing) await apply(client, schema, migration);
    return missing.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** Drops a schema and whatever is in it, if it is there. */
export async function dropSchema({
  connectionString,
  schema,
}: Pick<MigrateOptions, 'connectionString' | 'schema'>): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: 'guanlan migrate' });
  await client.connect();
  try {
    await client.query(`drop schema if exists ${pg.escapeIdentifier(schema)} cascade`);
  } finally {
    await client.end();
  }
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      // A checkout with Windows line ends is the same migration.
      const sql = (await readFile(join(directory, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function readApplied(client: pg.Client, schema: string): Promise<Map<string, string>> {
  const place = pg.escapeIdentifier(schema);
  const { rows } = await client.query('select to_regclass($1) as found', [`${place}.schema_migrations`]);
  if (rows[0].found === null)
    await client.query(
      `create schema if not exists ${place};
       create table ${place}.schema_migrations (
         name text primary key,
         checksum text not null,
         applied_at timestamptz not null default now()
       )`,
    );
  const applied = await client.query(`select name, checksum from ${place}.schema_migrations`);
  return new Map(applied.rows.map((row) => [row.name, row.checksum]));
}

function refuseEdited(migrations: Migration[], applied: Map<string, string>): void {
  const edited = migrations.filter(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum);
  if (edited.length === 0) return;
  const names = edited.map(({ name }) => name).join(', ');
  throw new Error(`迁移文件在执行之后被改动：${names}。请恢复原文件，把改动写成新的迁移。`);
}

async function apply(client: pg.Client, schema: string, { name, sql, checksum }: Migration): Promise<void> {
  const place = pg.escapeIdentifier(schema);
  try {
    await client.query('begin');
    await client.query(`set local search_path to ${place}`);
    await client.query(sql);
    await client.query(`insert into ${place}.schema_migrations (name, checksum) values ($1, $2)`, [
      name,
      checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw new Error(`迁移 ${name} 在 ${schema} 中失败：${explain(error, sql)}`, { cause: error });
  }
}

/** The message and, where PostgreSQL says where it was, the line. */
function explain(error: unknown, sql: string): string {
  const { message, position } = error as Error & { position?: string };
  if (!position) return message;
  return `${message} （第 ${sql.slice(0, Number(position)).split('\n').length} 行）`;
}

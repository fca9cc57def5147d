import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '#kernel/db/migrate.ts';
import { tenantSchema } from '#kernel/db/pool.ts';

/** The tenant of a test database's schema. */
export const TEST_TENANT = '000000';

/** Returns the connection string with another database name. */
export function withDatabase(connectionString: string, database: string): string {
  const address = new URL(connectionString);
  address.pathname = `/${database}`;
  return address.href;
}

/** The server and databases of one test run. */
export interface TestRun {
  server: string;
  /** A database with nothing but the migrated schema of the test tenant. */
  template: string;
  /** Every database of the run is named `guanlan_test_<id>_…`. */
  id: string;
}

/**
 * Starts a run: creates the template database unless these migrations already have one, and removes databases that
 * killed runs left behind. `end` drops the run's databases.
 */
export async function openTestRun(
  server: string,
  migrations: string,
): Promise<TestRun & { end(): Promise<void> }> {
  const id = randomBytes(4).toString('hex');
  const template = `guanlan_template_${await fingerprint(migrations)}`;
  const client = new pg.Client({
    connectionString: withDatabase(server, 'postgres'),
    // Shows other runs that databases with this prefix are in use, as long as this process lives.
    application_name: `${DATABASE_PREFIX}${id}`,
  });
  await client.connect();
  await client.query("select pg_advisory_lock(hashtextextended('guanlan test template', 0))");
  await dropStaleDatabases(client);
  const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
  if (!rowCount) await makeTemplate(client, server, template, migrations);
  await client.query('select pg_advisory_unlock_all()');
  const end = async () => {
    await dropDatabases(client, `${DATABASE_PREFIX}${id}`);
    await client.end();
  };
  return { server, template, id, end };
}

const DATABASE_PREFIX = 'guanlan_test_';

async function makeTemplate(
  client: pg.Client,
  server: string,
  template: string,
  migrations: string,
): Promise<void> {
  const part = `${template}_part`;
  await client.query(`drop database if exists ${part}`);
  await client.query(`create database ${part}`);
  const connectionString = withDatabase(server, part);
  await migrate({ connectionString, schema: tenantSchema(TEST_TENANT), directory: migrations });
  await client.query(`alter database ${part} rename to ${template}`);
}

async function dropStaleDatabases(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select distinct substring(datname from '^${DATABASE_PREFIX}[0-9a-f]{8}') as run from pg_database
     where datname ~ '^${DATABASE_PREFIX}[0-9a-f]{8}'
       and substring(datname from '^${DATABASE_PREFIX}[0-9a-f]{8}') not in (
         select application_name from pg_stat_activity where application_name is not null)`,
  );
  for (const { run } of rows) await dropDatabases(client, run);
}

async function dropDatabases(client: pg.Client, prefix: string): Promise<void> {
  const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [
    prefix,
  ]);
  for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
}

async function fingerprint(directory: string): Promise<string> {
  const hash = createHash('sha256');
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  for (const name of names) hash.update(name).update(await readFile(join(directory, name)));
  return hash.digest('hex').slice(0, 12);
}

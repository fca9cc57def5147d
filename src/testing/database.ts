import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { withDatabase } from './template.ts';

/**
 * Creates a database for the caller on the run's PostgreSQL: migrated for tenant 000000 (schema `tenant_000000`),
 * otherwise empty. `drop` also closes open connections; databases that are not dropped are removed when the run ends.
 */
export async function testDatabase(): Promise<{ connectionString: string; drop(): Promise<void> }> {
  const { server, template, id } = inject('testRun');
  const name = `guanlan_test_${id}_${randomBytes(4).toString('hex')}`;
  // The default strategy copies through the write-ahead log and takes twenty times as long.
  await runSql(server, `create database ${name} template ${template} strategy file_copy`);
  return {
    connectionString: withDatabase(server, name),
    drop: () => runSql(server, `drop database if exists ${name} with (force)`),
  };
}

async function runSql(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(server, 'postgres') });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { withDatabase } from './template.ts';

/**
 * A database of the caller's own on the run's PostgreSQL: migrated for tenant 000000 (schema `tenant_000000`),
 * otherwise empty. `drop` ends connections that are still open; what is not dropped goes when the run ends.
 */
export async function testDatabase(): Promise<{ connectionString: string; drop(): Promise<void> }> {
  const { server, template, id } = inject('testRun');
  const name = `guanlan_test_${id}_${randomBytes(4).toString('hex')}`;
  // Copied through the write-ahead log, as by default, it takes twenty times as long.
  await command(server, `create database ${name} template ${template} strategy file_copy`);
  return {
    connectionString: withDatabase(server, name),
    drop: () => command(server, `drop database if exists ${name} with (force)`),
  };
}

async function command(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(server, 'postgres') });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

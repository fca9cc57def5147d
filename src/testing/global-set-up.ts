import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { joinPostgres } from '#kernel/db/embedded/index.ts';
import { openRun, type TestRun, withDatabase } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** TEST_DATABASE_URL, or empty for the embedded server. */
    testServer: string;
    testRun: TestRun;
  }
}

/**
 * Vitest's global set-up: one server for the whole run and a migrated template in it. Runs at the same time,
 * and runs after one that was killed, share the server; it keeps nothing safe from a power cut.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const root = project.config.root;
  const given = project.getProvidedContext().testServer;
  const { connectionString, leave } = given
    ? { connectionString: given, leave: async () => {} }
    : await joinTestServer(root);
  const { server, template, id, end } = await openRun(connectionString, join(root, 'db', 'migrations'));
  project.provide('testRun', { server, template, id });
  return async () => {
    await end();
    await leave();
  };
}

async function joinTestServer(root: string) {
  const hash = createHash('sha256').update(root).digest('hex').slice(0, 8);
  const dataDir = join(tmpdir(), `guanlan-tests-${process.getuid?.() ?? 0}-${hash}`);
  const membership = await joinPostgres({
    dataDir,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      // Nothing replicates it, and what it writes may lie in memory.
      wal_level: 'minimal',
      max_wal_senders: '0',
      max_wal_size: '256MB',
      // Each of many databases would be looked at, and none lives long enough to need it.
      autovacuum: 'off',
    },
  });
  await allowDatabases(dataDir, membership.connectionString);
  return membership;
}

/** The portal's role has one database; that of the tests makes many. */
async function allowDatabases(dataDir: string, connectionString: string): Promise<void> {
  const address = new URL(withDatabase(connectionString, 'postgres'));
  const { user, password } = JSON.parse(readFileSync(join(dataDir, 'postgres', 'superuser.json'), 'utf8'));
  const name = address.username;
  [address.username, address.password] = [user, password];
  const client = new pg.Client({ connectionString: address.href });
  await client.connect();
  await client.query(`alter role ${name} createdb`);
  await client.end();
}

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { joinPostgres } from '#kernel/db/embedded/index.ts';
import { openTestRun, type TestRun, withDatabase } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** TEST_DATABASE_URL; empty for the embedded server. */
    testServer: string;
    /** Whether `npm run test:deep` runs, whose property tests try more. */
    isDeep: boolean;
    testRun: TestRun;
  }
}

/**
 * Vitest's global set-up: builds the site unless its sources are unchanged, since tests of pages render the built one, and
 * starts one server for the whole run, with a migrated template database. Concurrent runs, and
 * runs after a killed one, share the server, which does not survive a power failure.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const root = project.config.root;
  execFileSync(process.execPath, ['scripts/run.mjs', 'build'], { cwd: root, stdio: 'inherit' });
  const given = project.getProvidedContext().testServer;
  const { connectionString, leave } = given
    ? { connectionString: given, leave: async () => {} }
    : await joinTestServer(root);
  const { server, template, id, end } = await openTestRun(connectionString, join(root, 'db', 'migrations'));
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
      // There is no replication, and the data may be lost in a crash.
      wal_level: 'minimal',
      max_wal_senders: '0',
      max_wal_size: '256MB',
      // There are many short-lived databases, none of which needs vacuuming.
      autovacuum: 'off',
    },
  });
  await allowDatabases(dataDir, membership.connectionString);
  return membership;
}

/** The portal's role has only one database; the tests' role may create many. */
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

import { execFile, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { chownTo, type Home, prepareControl, prepareHome } from '#kernel/db/embedded/home.ts';
import { runAs } from '#kernel/db/embedded/owner.ts';
import { migrate } from '#kernel/db/migrate.ts';
import { tenantSchema } from '#kernel/db/pool.ts';
import { migrations } from '#main/migrate-tenants.ts';
import { freePort } from './free-port.ts';
import { TEST_TENANT } from './template.ts';

const run = promisify(execFile);

/** A PostgreSQL server of a test, on its own port of 127.0.0.1. */
export type TestServer = {
  connectionString: string;
  /** Runs a statement as superuser and returns its rows. */
  query<T extends pg.QueryResultRow>(text: string): Promise<T[]>;
  start(): Promise<void>;
  /** Ends the server at once, as a failure of its machine does. */
  kill(): Promise<void>;
};

export type ReplicatedServers = {
  primary: TestServer;
  /** A streaming replica of the primary. */
  replica: TestServer;
  close(): Promise<void>;
};

const user = 'guanlan';

/** Starts a primary with the tables of the test tenant, and a hot standby that streams from it. */
export async function startReplicatedServers(): Promise<ReplicatedServers> {
  const folder = mkdtempSync(join(tmpdir(), 'guanlan-replicated-'));
  // Under root the servers run as another account, which must be able to enter.
  chmodSync(folder, 0o711);
  const home = prepareHome(prepareControl(folder), () => undefined);
  await run(
    join(home.bin, 'initdb'),
    [
      `--pgdata=${home.cluster}`,
      `--username=${user}`,
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ],
    { ...runAs(home.owner), cwd: '/' },
  );
  const primary = await openServer(home, home.cluster);
  await primary.start();
  const [database = ''] = primary.connectionString.split('/').slice(-1);
  await withClient(primary.connectionString.replace(/\w+$/, 'postgres'), (client) =>
    client.query(`create database ${database}`),
  );
  await migrate({
    connectionString: primary.connectionString,
    schema: tenantSchema(TEST_TENANT),
    directory: migrations,
  });
  await primary.query('checkpoint');
  // A copy of a server that has stopped in order is a base backup.
  await primary.stop();
  const copy = `${home.cluster}-replica`;
  await run('cp', ['-a', home.cluster, copy]);
  writeFileSync(join(copy, 'standby.signal'), '');
  writeFileSync(
    join(copy, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${new URL(primary.connectionString).port} user=${user}'\n`,
  );
  chownTo(home.owner, join(copy, 'standby.signal'), join(copy, 'postgresql.auto.conf'));
  await primary.start();
  const replica = await openServer(home, copy);
  await replica.start();
  return {
    primary,
    replica,
    async close() {
      await Promise.all([primary.kill(), replica.kill()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function openServer(home: Home, cluster: string): Promise<TestServer & { stop(): Promise<void> }> {
  const port = await freePort();
  const connectionString = `postgres://${user}@127.0.0.1:${port}/guanlan`;
  let ended: Promise<unknown> = Promise.resolve();
  let end: (signal: 'SIGINT' | 'SIGQUIT') => void = () => undefined;
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    shared_buffers: '16MB',
    fsync: 'off',
    timezone: 'UTC',
    wal_receiver_status_interval: '1',
    wal_retrieve_retry_interval: '100',
  };
  return {
    connectionString,
    query: async <T extends pg.QueryResultRow>(text: string) =>
      (await withClient(connectionString, (client) => client.query<T>(text))).rows,
    async start() {
      const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
      const server = spawn(join(home.bin, 'postgres'), ['-D', cluster, ...options], {
        ...runAs(home.owner),
        cwd: '/',
        stdio: 'ignore',
      });
      ended = new Promise((resolve) => server.once('exit', resolve));
      end = (signal) => server.kill(signal);
      await waitForAnswer(connectionString.replace(/\w+$/, 'postgres'));
    },
    async stop() {
      end('SIGINT');
      await ended;
    },
    async kill() {
      end('SIGQUIT');
      await ended;
    },
  };
}

async function waitForAnswer(connectionString: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await withClient(connectionString, (client) => client.query('select 1'));
      return;
    } catch (error) {
      if (tries > 300) throw error;
      await pause(100);
    }
  }
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

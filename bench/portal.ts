import cluster from 'node:cluster';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Config, loadConfig } from '#kernel/config.ts';
import type { Context } from '#kernel/context.ts';
import { joinPostgres } from '#kernel/db/embedded/index.ts';
import { tenantSchema } from '#kernel/db/pool.ts';
import { type App, createApp } from '../src/main/app.ts';
import { listenForChanges } from '../src/main/listen-for-changes.ts';
import { migrateTenants } from '../src/main/migrate-tenants.ts';
import { prepareContent } from '../src/main/prepare.ts';
import { startProcesses } from '../src/main/processes.ts';
import { parentOf } from './processor.ts';

/** A portal for the benchmark: its own database, and as many running instances as a measurement starts. */
export type Portal = {
  readonly config: Config;
  readonly connectionString: string;
  /** The application in this process: it acts as an editor while readers read. */
  readonly app: App;
  readonly ctx: Context;
  /** Starts the portal's processes with these additional settings on a free port. */
  start(settings?: Record<string, string>): Promise<Running>;
  /** The postmaster; all other database processes are its descendants. */
  readonly databasePid: number;
  /** Queries the database directly, in the tenant's schema. */
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>;
  close(): Promise<void>;
};

/** The processes of a running portal. */
export type Running = {
  readonly port: number;
  readonly webPids: readonly number[];
  readonly workerPids: readonly number[];
  stop(): Promise<void>;
};

export type PortalOptions = {
  /** A DATA_DIR to keep and reuse; without it, a temporary one is created and removed. */
  dataDir?: string | undefined;
  /** A database that runs already. Without it, PostgreSQL is started in the DATA_DIR. */
  connectionString?: string;
  /** Without the demo edition the portal contains only the built-in columns. */
  hasDemo: boolean;
  /** Added to the defaults, for all its processes. */
  settings?: Record<string, string>;
  log: (line: string) => void;
};

/** Starts PostgreSQL in a DATA_DIR, unless a database is given, and applies the migrations. */
export async function openPortal({
  dataDir,
  connectionString: given,
  hasDemo,
  settings = {},
  log,
}: PortalOptions): Promise<Portal> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'guanlan-bench-'));
  // Started by root, PostgreSQL runs as another account, which has to enter the folder: else it keeps its data elsewhere.
  if (!dataDir) chmodSync(folder, 0o711);
  const { connectionString, leave } = given
    ? { connectionString: given, leave: async () => {} }
    : await joinPostgres({ dataDir: folder, log });
  const baseSettings = {
    DATA_DIR: folder,
    DATABASE_URL: connectionString,
    SITE_MODE: 'demo',
    HOST: '127.0.0.1',
  };
  const allSettings = { ...settings, ...baseSettings };
  const config = loadConfig({ ...process.env, ...allSettings });
  await migrateTenants(config, connectionString);
  if (hasDemo) await prepareContent(config, connectionString);
  const app = createApp(config, connectionString);
  const changes = await listenForChanges(app);
  const ctx = app.contextOf(app.defaultTenant);
  const options = `-c search_path=${tenantSchema(ctx.tenant.id)}`;
  const pool = new pg.Pool({ connectionString, options, max: 2 });
  // The next query reports a killed database.
  pool.on('error', () => {});
  const query = async <R extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
    (await pool.query<R>(text, values)).rows;
  const [{ pid = 0 } = {}] = await query<{ pid: number }>('select pg_backend_pid() pid');

  return {
    config,
    connectionString,
    app,
    ctx,
    databasePid: parentOf(pid),
    query,
    start: (more = {}) => start({ ...allSettings, ...more }, log),
    async close() {
      await pool.end();
      await changes.stop();
      await app.close();
      await leave();
      if (!dataDir) rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function start(settings: Record<string, string>, log: (line: string) => void): Promise<Running> {
  const environment = { ...settings, PORT: String(await freePort()) };
  const earlierWorkers = new Set(Object.keys(cluster.workers ?? {}));
  const config = loadConfig({ ...process.env, ...environment });
  const { stop } = await startProcesses({ config, environment, log });
  const started = Object.entries(cluster.workers ?? {}).filter(([id]) => !earlierWorkers.has(id));
  const pidsOf = (role: string) =>
    started.flatMap(([, child]) =>
      child?.process.spawnargs.includes(role) && child.process.pid ? [child.process.pid] : [],
    );
  return { port: config.port, webPids: pidsOf('web'), workerPids: pidsOf('worker'), stop };
}

/** Returns a port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

import cluster from 'node:cluster';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Config, loadConfig } from '#kernel/config.ts';
import type { Context } from '#kernel/context.ts';
import { joinPostgres } from '#kernel/db/embedded/index.ts';
import { tenantSchema } from '#kernel/db/pool.ts';
import { type App, createApp } from '../src/main/app.ts';
import { listenForChanges } from '../src/main/changes.ts';
import { migrateTenants } from '../src/main/migrate-tenants.ts';
import { prepareContent } from '../src/main/prepare.ts';
import { startProcesses } from '../src/main/processes.ts';
import { parentOf } from './processor.ts';

/** A portal of the bench's own: its database filled, its processes started as often as a measure wants. */
export type Portal = {
  readonly config: Config;
  readonly connectionString: string;
  /** This process's own house: an editor at work while readers read. */
  readonly house: App;
  readonly ctx: Context;
  /** Starts the portal's own processes with these settings on top, on a free port. */
  start(settings?: Record<string, string>): Promise<Running>;
  /** The database's first process; all its others are below it. */
  readonly databasePid: number;
  /** Asks the database itself, in the tenant's schema. */
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
  /** A DATA_DIR to keep and to use again; without it one is made and thrown away. */
  dataDir?: string | undefined;
  /** Without the demo edition nothing but the built-in columns is in it. */
  hasDemo: boolean;
  /** On top of the defaults, for all its processes. */
  settings?: Record<string, string>;
  log: (line: string) => void;
};

/** Brings up PostgreSQL in a DATA_DIR and migrates. */
export async function openPortal({ dataDir, hasDemo, settings = {}, log }: PortalOptions): Promise<Portal> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'guanlan-bench-'));
  const { connectionString, leave } = await joinPostgres({ dataDir: folder, log });
  const place = { DATA_DIR: folder, DATABASE_URL: connectionString, SITE_MODE: 'demo', HOST: '127.0.0.1' };
  const base = { ...settings, ...place };
  const config = loadConfig({ ...process.env, ...base });
  if (hasDemo) await prepareContent(config, connectionString);
  else await migrateTenants(config, connectionString);
  const house = createApp(config, connectionString);
  const changes = await listenForChanges(house);
  const ctx = house.contextOf(house.defaultTenant);
  const options = `-c search_path=${tenantSchema(ctx.tenant.id)}`;
  const pool = new pg.Pool({ connectionString, options, max: 2 });
  // A database that is killed is told by the next query.
  pool.on('error', () => {});
  const query = async <R extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
    (await pool.query<R>(text, values)).rows;
  const [{ pid = 0 } = {}] = await query<{ pid: number }>('select pg_backend_pid() pid');

  return {
    config,
    connectionString,
    house,
    ctx,
    databasePid: parentOf(pid),
    query,
    start: (more = {}) => start({ ...base, ...more }, log),
    async close() {
      await pool.end();
      await changes.stop();
      await house.close();
      await leave();
      if (!dataDir) rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function start(settings: Record<string, string>, log: (line: string) => void): Promise<Running> {
  const environment = { ...settings, PORT: String(await freePort()) };
  const before = new Set(Object.keys(cluster.workers ?? {}));
  const config = loadConfig({ ...process.env, ...environment });
  const { stop } = await startProcesses({ config, environment, log });
  const started = Object.entries(cluster.workers ?? {}).filter(([id]) => !before.has(id));
  const pidsOf = (role: string) =>
    started.flatMap(([, child]) =>
      child?.process.spawnargs.at(-1) === role && child.process.pid ? [child.process.pid] : [],
    );
  return { port: config.port, webPids: pidsOf('web'), workerPids: pidsOf('worker'), stop };
}

/** A port that was free a moment ago. */
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

import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from '../context.ts';
import { connectionName } from '../process-name.ts';
import { closeAtOnce, type PreparingPool, preparingPool } from './preparing-pool.ts';
import { PrimaryClient } from './primary-client.ts';
import { sessionSettings } from './session-settings.ts';
import type { Tables } from './tables.ts';

// Counters are bigint far below 2^53, so they are read as numbers; ids stay strings since their columns are cast to
// text.
const parseTimestamp = (text: string) => new Date(text);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) =>
  text === 'infinity' || text === '-infinity' ? new Date(Number.NaN) : parseTimestamp(text),
);
// A date stays text: as a Date it would be another day in another time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** Returns the schema that holds a tenant's tables. */
export const tenantSchema = (tenant: string) => `tenant_${tenant.toLowerCase()}`;

/**
 * Opens a pool whose connections see one tenant's schema only: the search path is set once, before a new connection is
 * used, and never on a shared connection, so no statement can reach another tenant's tables by accident.
 */
export function openDatabase(
  connectionString: string,
  tenant: string,
  size: number,
  { maxWaitMs, maxQueryMs } = { maxWaitMs: 5000, maxQueryMs: 45_000 },
): Database {
  const settings = sessionSettings(tenantSchema(tenant), {
    // A request gives up after 60 s (docs/product.md §9), so waiting for a connection and running a statement end
    // before that. The server's own limit comes first.
    statement_timeout: maxQueryMs * 0.9,
    idle_in_transaction_session_timeout: 60_000,
  });
  const pool = new pg.Pool({
    connectionString,
    Client: PrimaryClient,
    application_name: connectionName(),
    max: size,
    onConnect: (client) => prepareSession(client, settings, maxWaitMs),
    connectionTimeoutMillis: maxWaitMs,
    keepAlive: true,
    // Sends concurrent queries without waiting for answers; `begin` goes out together with the first statement.
    pipeline: true,
  });
  // The pool replaces a lost idle connection at the next query; an unhandled `error` event would end the process.
  pool.on('error', () => undefined);
  // The same event of a connection lost between two statements of a transaction; its next statement fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const preparing = preparingPool(pool, maxQueryMs);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing }) });
  pools.set(db, { pool, preparing });
  return db;
}

const pools = new WeakMap<Database, { pool: pg.Pool; preparing: PreparingPool }>();

/** Closes all connections of a database's pool, also those that wait for an answer: its server is another one now. */
export function renewConnections(db: Database): void {
  pools.get(db)?.preparing.renew();
}

/** Returns the number of open and idle connections of a database's pool, and of requests that wait for one. */
export function poolFigures(db: Database): { total: number; idle: number; waiting: number } {
  const pool = pools.get(db)?.pool;
  return { total: pool?.totalCount ?? 0, idle: pool?.idleCount ?? 0, waiting: pool?.waitingCount ?? 0 };
}

/** Prepares a new connection. Closes it at once if that fails, since a graceful `end` would wait for an answer. */
async function prepareSession(client: pg.ClientBase, settings: string, maxWaitMs: number): Promise<void> {
  try {
    await client.query({ text: settings, query_timeout: maxWaitMs } as pg.QueryConfig);
  } catch (error) {
    closeAtOnce(client);
    throw error;
  }
}

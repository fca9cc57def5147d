import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from '../context.ts';
import { closeAtOnce, preparingPool } from './preparing-pool.ts';
import { sessionSettings } from './session.ts';
import type { Tables } from './tables.ts';

// Counters are bigint in SQL and far below 2^53 here; ids stay strings because their columns are read as text.
const parseTimestamp = (text: string) => new Date(text);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) =>
  text === 'infinity' || text === '-infinity' ? new Date(Number.NaN) : parseTimestamp(text),
);
// A day is a day: as a moment it would be another one in another time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** The schema that holds a tenant's tables. */
export const tenantSchema = (tenant: string) => `tenant_${tenant.toLowerCase()}`;

/**
 * A pool whose connections see one tenant's schema: the search path is set once, before a new connection is used, and
 * never on a shared connection, so no statement can reach another tenant's tables by accident.
 */
export function openDatabase(
  connectionString: string,
  tenant: string,
  size: number,
  { maxWaitMs, maxQueryMs } = { maxWaitMs: 5000, maxQueryMs: 45_000 },
): Database {
  const settings = sessionSettings(tenantSchema(tenant), {
    // A request gives up after 60 s (seed §9): waiting and a statement end before, and the server's limit is the first.
    statement_timeout: maxQueryMs * 0.9,
    idle_in_transaction_session_timeout: 60_000,
  });
  const pool = new pg.Pool({
    connectionString,
    max: size,
    onConnect: (client) => prepareSession(client, settings, maxWaitMs),
    connectionTimeoutMillis: maxWaitMs,
    keepAlive: true,
    // What is asked at once is written at once; a transaction's `begin` goes with its first statement.
    pipeline: true,
  });
  // An idle connection that is lost (the server restarts) is replaced at the next query; unheard, the event
  // would end the process.
  pool.on('error', () => undefined);
  // So would one that is lost while a transaction waits between two statements; its next statement fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparingPool(pool, maxQueryMs) }) });
}

/** A connection on which this fails is closed at once, since an orderly end would wait for an answer. */
async function prepareSession(client: pg.ClientBase, settings: string, maxWaitMs: number): Promise<void> {
  try {
    await client.query({ text: settings, query_timeout: maxWaitMs } as pg.QueryConfig);
  } catch (error) {
    closeAtOnce(client);
    throw error;
  }
}

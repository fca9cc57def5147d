import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { chownTo, type Home } from './home.ts';

/** Content of DATA_DIR/postgres/connection.json (mode 0600): all that a client needs to connect. */
export interface Connection {
  /** The folder of the Unix socket. */
  host: string;
  user: string;
  password: string;
  database: string;
  /** The same as a connection string that both `pg` and `new URL()` parse. */
  connectionString: string;
}

/** The role that the portal connects as: not a superuser, and owner of the database with the same name. */
const USER = 'guanlan';
const DATABASE = 'guanlan';
/** The role that initdb creates. The portal uses it only to create and upgrade its own role. */
export const SUPERUSER = 'postgres';

/** Writes the connection file. Keeps a password written before, and generates a random one on the first call. */
export function publishConnection(home: Home): Connection {
  const file = connectionFile(home);
  const old = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Connection) : undefined;
  if (old?.host === home.socket) return old;
  const password = old?.password ?? randomBytes(24).toString('base64url');
  const address = `postgresql://${USER}:${password}@localhost:5432/${DATABASE}`;
  const connection: Connection = {
    host: home.socket,
    user: USER,
    password,
    database: DATABASE,
    connectionString: `${address}?host=${encodeURIComponent(home.socket)}`,
  };
  writeAtomically(file, `${JSON.stringify(connection, null, 2)}\n`);
  chownTo(home.owner, file);
  return connection;
}

/** Returns whether a connection has been written: without its password, an existing cluster is no longer accessible. */
export const isPublished = (home: Home): boolean => existsSync(connectionFile(home));

/** Returns the superuser's password from DATA_DIR/postgres/superuser.json (mode 0600), generated on the first call. */
export function superuserPassword(home: Home): string {
  const file = superuserFile(home);
  if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { password: string }).password;
  const password = randomBytes(24).toString('base64url');
  writeAtomically(file, `${JSON.stringify({ user: SUPERUSER, password }, null, 2)}\n`);
  chownTo(home.owner, file);
  return password;
}

/** A client of the maintenance database, so that it never blocks cloning or dropping the others. */
export function maintenanceClient(
  connection: Pick<Connection, 'host' | 'user' | 'password'>,
  applicationName: string,
  database = 'postgres',
): pg.Client {
  return new pg.Client({
    host: connection.host,
    port: 5432,
    user: connection.user,
    password: connection.password,
    database,
    application_name: applicationName,
    connectionTimeoutMillis: 10_000,
  });
}

/** Returns whether the server answers: `starting` also while it recovers or stops, `absent` when nothing listens. */
export async function probe(connection: Connection): Promise<'ready' | 'starting' | 'absent'> {
  const client = maintenanceClient(connection, 'guanlan probe');
  client.on('error', () => {});
  try {
    await client.connect();
    // During a point-in-time recovery a server answers before it accepts writes.
    const { rows } = await client.query<{ recovers: boolean }>('select pg_is_in_recovery() as recovers');
    await client.end();
    return rows[0]?.recovers ? 'starting' : 'ready';
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (code === '57P03') return 'starting';
    // A server without free connections is alive, as is one whose roles do not exist yet (`ensureRoles`).
    if (code === '53300' || code === '28P01') return 'ready';
    if (['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(code)) return 'absent';
    if ((error as Error).message.includes('Connection terminated')) return 'absent';
    throw error;
  }
}

export const superuserFile = (home: Home) => join(home.control, 'superuser.json');
const connectionFile = (home: Home) => join(home.control, 'connection.json');

/** Replaces the file atomically: a reader, or a start after a power failure, sees the old file or the new one. */
function writeAtomically(file: string, text: string): void {
  const part = `${file}.${process.pid}`;
  const descriptor = openSync(part, 'w', 0o600);
  writeSync(descriptor, text);
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(part, file);
}

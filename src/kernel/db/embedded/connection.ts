import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type Home, own } from './home.ts';

/** What DATA_DIR/postgres/connection.json holds (mode 0600): all a client needs. */
export interface Connection {
  /** The folder of the Unix socket. */
  host: string;
  user: string;
  password: string;
  database: string;
  /** The same as an address that `pg` and `new URL()` both read. */
  connectionString: string;
}

/** The role that the portal connects as, an ordinary one that owns the database of its name. */
const USER = 'guanlan';
const DATABASE = 'guanlan';
/** The role that initdb makes; it makes the other one and does nothing else. */
export const SUPERUSER = 'postgres';

/** Publishes the connection: the password is the one written before, or a new random one on the first call. */
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
  writeWhole(file, `${JSON.stringify(connection, null, 2)}\n`);
  own(home.owner, file);
  return connection;
}

/** Whether a connection has been published: without one an existing cluster cannot be opened any more. */
export const isPublished = (home: Home): boolean => existsSync(connectionFile(home));

/** The superuser's password from DATA_DIR/postgres/superuser.json (mode 0600): random, written on the first call. */
export function superuserPassword(home: Home): string {
  const file = superuserFile(home);
  if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { password: string }).password;
  const password = randomBytes(24).toString('base64url');
  writeWhole(file, `${JSON.stringify({ user: SUPERUSER, password }, null, 2)}\n`);
  own(home.owner, file);
  return password;
}

/** A client of the maintenance database, so that it never stands in the way of cloning or dropping the others. */
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

/** Whether the server answers: `starting` also while it recovers or stops, `absent` when nobody listens. */
export async function probe(connection: Connection): Promise<'ready' | 'starting' | 'absent'> {
  const client = maintenanceClient(connection, 'guanlan probe');
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return 'ready';
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (code === '57P03') return 'starting';
    // Full of clients is alive, and so is one whose roles are still to be made (`ensureRoles`).
    if (code === '53300' || code === '28P01') return 'ready';
    if (['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(code)) return 'absent';
    if ((error as Error).message.includes('Connection terminated')) return 'absent';
    throw error;
  }
}

export const superuserFile = (home: Home) => join(home.control, 'superuser.json');
const connectionFile = (home: Home) => join(home.control, 'connection.json');

/** A reader, or a start after a power cut, sees the old file or the new one, never half of it. */
function writeWhole(file: string, text: string): void {
  const part = `${file}.${process.pid}`;
  const descriptor = openSync(part, 'w', 0o600);
  writeSync(descriptor, text);
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(part, file);
}

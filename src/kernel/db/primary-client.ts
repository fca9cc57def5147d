import pg from 'pg';
import { closeAtOnce } from './preparing-pool.ts';
import { serverName, serverOf, splitServers } from './server-list.ts';

/** A server that does not answer within this time is not chosen. */
const maxProbeMs = 2500;

/**
 * A client of the primary. node-postgres connects to one host only, so of an address with several hosts this client
 * first finds the server that accepts writes (libpq's `target_session_attrs=read-write`), at every new connection: a
 * promoted standby is used as soon as it can write. An address with one host is connected to without a question.
 */
export class PrimaryClient extends pg.Client {
  readonly #servers: string[];

  constructor(config: pg.ClientConfig = {}) {
    const servers = splitServers(config.connectionString ?? '');
    super({ ...config, connectionString: servers[0] });
    this.#servers = servers;
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void;
  override connect(callback?: (...results: never[]) => void): Promise<pg.Client> | undefined {
    if (!callback) return this.#connect();
    const report = callback as (error: Error | null, client?: pg.Client) => void;
    this.#connect().then(
      () => report(null, this),
      (error: Error) => report(error),
    );
    return undefined;
  }

  async #connect(): Promise<pg.Client> {
    if (this.#servers.length > 1) {
      const { host, port } = serverOf(await findPrimary(this.#servers));
      // pg reads both when it connects, for the socket and for the name in the certificate.
      this.host = host;
      this.port = port;
    }
    return super.connect();
  }
}

/** Searches under way, by their servers: connections that are opened together share one. */
const searches = new Map<string, Promise<string>>();

/**
 * Asks all servers at once, since one that lost its power does not refuse a connection, and returns the address of the
 * first that accepts writes.
 * @throws naming each server with its reason
 */
function findPrimary(servers: readonly string[]): Promise<string> {
  const key = servers.join(' ');
  const search = searches.get(key) ?? Promise.any(servers.map(requireWritable));
  searches.set(key, search);
  const end = () => searches.delete(key);
  search.then(end, end);
  return search.catch((error: AggregateError) => {
    const reasons = error.errors.map(
      ({ message }: Error, at) => `${serverName(servers[at] ?? '')} ${message}`,
    );
    throw new Error(`DATABASE_URL 的服务器都不能写：${reasons.join('；')}`, { cause: error });
  });
}

async function requireWritable(connectionString: string): Promise<string> {
  const client = new pg.Client({
    connectionString,
    application_name: 'guanlan-probe',
    connectionTimeoutMillis: maxProbeMs,
    query_timeout: maxProbeMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // A standby answers `on` too.
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
    if (rows[0]?.transaction_read_only !== 'off') throw new Error('是只读的备库');
    await client.end();
    return connectionString;
  } catch (error) {
    closeAtOnce(client);
    const { message, code } = error as Error & { code?: string };
    throw new Error(code ? `${code}（${message}）` : message, { cause: error });
  }
}

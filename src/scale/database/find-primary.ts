import pg from 'pg';
import { closeAtOnce } from '#kernel/db/preparing-pool.ts';
import { serverName } from '#kernel/db/server-list.ts';

/** A server that does not answer within this time is not chosen. */
const maxProbeMs = 2500;

/** Searches under way, by their servers: connections that are opened together share one. */
const searches = new Map<string, Promise<string>>();

/**
 * Asks all servers at once, since one that lost its power does not refuse a connection, and returns the address of the
 * first that accepts writes.
 * @throws naming each server with its reason
 */
export function findPrimary(servers: readonly string[]): Promise<string> {
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

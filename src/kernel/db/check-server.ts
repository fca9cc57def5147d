import type pg from 'pg';
import { ConfigError } from '../config.ts';
import { PrimaryClient } from './primary-client.ts';

/** The major versions of PostgreSQL that the integration tests pass on; docs/operating.md names the same versions. */
export const postgresVersions = { oldest: 15, newest: 18 };

const maxAnswerMs = 10_000;
const rounds = 3;

/**
 * Refuses an unsupported server: a PostgreSQL that is too old, or a connection pooler that shares connections between
 * clients (transaction or statement mode). Only logs a version newer than the tested ones.
 * @throws ConfigError with the cause and a remedy
 */
export async function checkServer(connectionString: string, log: (line: string) => void): Promise<void> {
  const [one, other] = [probeClient(connectionString), probeClient(connectionString)];
  try {
    await one.connect();
    const { rows } = await one.query<{ major: number; name: string }>(
      `select current_setting('server_version_num')::int / 10000 as major, current_setting('server_version') as name`,
    );
    const warning = checkVersion(rows[0]?.major ?? 0, rows[0]?.name ?? '');
    if (warning) log(warning);
    await other.connect();
    if (await isShared(one, other))
      throw new ConfigError(
        'DATABASE_URL 指向事务模式（transaction）或语句模式（statement）的连接池，如 pgbouncer、PgCat、Supavisor：' +
          '同一会话的语句会落到不同的连接上，通知与会话锁都会失效。请改用会话模式（pgbouncer：pool_mode=session），或直接连接 PostgreSQL。',
      );
  } finally {
    // `end` waits for the server's answer, which a full pool does not give.
    for (const client of [one, other]) void client.end().catch(() => undefined);
  }
}

/**
 * Checks a server's major version.
 * @returns a warning for a version newer than the tested ones, else null
 * @throws ConfigError for a version that is too old
 */
export function checkVersion(major: number, name: string): string | null {
  const { oldest, newest } = postgresVersions;
  if (major < oldest)
    throw new ConfigError(
      `PostgreSQL ${name} 太旧，本程序需要 ${oldest} 到 ${newest}。请升级数据库，或换一个 DATABASE_URL。`,
    );
  if (major <= newest) return null;
  return `PostgreSQL ${name} 比测试过的版本（${oldest} 到 ${newest}）新，可以使用，但没有测试过。`;
}

/**
 * Returns whether a pooler multiplexes two clients over shared connections: each client must keep its own backend.
 * The first client asks twice, to detect a pooler that hands out connections in turn, and once more while the second
 * client is in a transaction, to detect one that hands out the most recently used connection.
 */
async function isShared(one: pg.Client, other: pg.Client): Promise<boolean> {
  const backends = [new Set<number>(), new Set<number>()] as const;
  const hasMoved = async (client: pg.Client, seen: Set<number>) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    seen.add(rows[0]?.pid ?? 0);
    return seen.size > 1 || !backends[0].isDisjointFrom(backends[1]);
  };
  for (let round = 0; round < rounds; round++) {
    for (const [client, seen] of [
      [one, backends[0]],
      [one, backends[0]],
      [other, backends[1]],
    ] as const)
      if (await hasMoved(client, seen)) return true;
    await other.query('begin');
    if ((await hasMoved(other, backends[1])) || (await hasMoved(one, backends[0]))) return true;
    await other.query('commit');
  }
  return false;
}

function probeClient(connectionString: string): pg.Client {
  const client = new PrimaryClient({
    connectionString,
    application_name: 'guanlan check',
    connectionTimeoutMillis: maxAnswerMs,
    query_timeout: maxAnswerMs,
  });
  client.on('error', () => undefined);
  return client;
}

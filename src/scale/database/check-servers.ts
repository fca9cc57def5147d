import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { serverName } from '#kernel/db/server-list.ts';
import { parsePosition } from './log-position.ts';
import { maxReplicaLagMs } from './read-router.ts';

/** Runs one statement on the server at an address. */
type Query = <T extends pg.QueryResultRow>(connectionString: string, sql: string) => Promise<T[]>;

/** Returns a line for each of several servers: which is the primary. */
export function describeServers(query: Query, servers: readonly string[]): Promise<string[]> {
  return Promise.all(
    servers.map(async (address) => {
      const state = await query<{ transaction_read_only: string }>(
        address,
        'show transaction_read_only',
      ).then(
        ([found]) => (found?.transaction_read_only === 'off' ? '主库' : '备库'),
        (error: Error) => `连不上（${error.message}）`,
      );
      return `${serverName(address)}：${state}`;
    }),
  );
}

/**
 * Waits until the replica has what the primary has now, up to the lag beyond which it is not read.
 * @throws with what is wrong and what to do
 */
export async function checkReplica(query: Query, primary: string, address: string): Promise<string> {
  const [end] = await query<{ position: string }>(
    primary,
    'select pg_current_wal_insert_lsn()::text as position',
  );
  const position = parsePosition(end?.position ?? '');
  const since = performance.now();
  for (;;) {
    const [found] = await query<{ replayed: string | null; isStandby: boolean }>(
      address,
      'select pg_last_wal_replay_lsn()::text as replayed, pg_is_in_recovery() as "isStandby"',
    ).catch((error: Error) => {
      throw new Error(
        `连不上（${error.message}），读取由主库回答：请检查 DATABASE_READ_URLS，以及从库是否在运行`,
      );
    });
    if (!found?.isStandby || found.replayed === null)
      throw new Error('不是从库，读取由主库回答：请检查 DATABASE_READ_URLS 里的地址');
    const lagMs = performance.now() - since;
    const missing = position - parsePosition(found.replayed);
    if (missing <= 0n) return `应答正常，落后不到 ${(lagMs / 1000).toFixed(1)} 秒`;
    if (lagMs > maxReplicaLagMs)
      throw new Error(
        `落后超过 ${maxReplicaLagMs / 1000} 秒（还差 ${missing} 字节的日志），读取由主库回答：请检查主库与从库之间的复制`,
      );
    await pause(200);
  }
}

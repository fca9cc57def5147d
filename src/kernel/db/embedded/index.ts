import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type Connection, maintenanceClient, publishConnection } from './connection.ts';
import { type Home, prepareControl, prepareHome } from './home.ts';
import { withLock } from './lock.ts';
import { ensureServer, type ServerSettings, stopServer } from './server.ts';

export interface JoinOptions {
  /** DATA_DIR. The server belongs to this folder, and all processes that name the folder share one server. */
  dataDir: string;
  log?: (line: string) => void;
  /** Server settings, applied if the server has to be started; the tests turn fsync off. */
  settings?: ServerSettings;
}

export interface PostgresHandle {
  /** Valid until `leave`, also across restarts of the server. */
  connectionString: string;
  /** Ends the membership; the last member stops the server. May be called twice. */
  leave(): Promise<void>;
}

const MEMBER = 'guanlan member';

/**
 * Joins the PostgreSQL of a DATA_DIR and starts it if it does not run.
 *
 * A member is a process with a connection of this name to the server, so a process that dies stops counting and does
 * not affect the others; a server whose members all died runs on until the next member leaves. Joining and leaving
 * exclude each other by a lock, so no process joins a server that is about to stop. While a membership lasts, a server
 * that dies is restarted.
 */
export async function joinPostgres(options: JoinOptions): Promise<PostgresHandle> {
  const { dataDir, log = () => {}, settings = {} } = options;
  const control = prepareControl(dataDir);
  const lock = join(control, 'lock');
  const onWait = () => log('另一个进程正在启动或停止 PostgreSQL，请稍候 …');
  const home = await withLock(lock, async () => prepareHome(control, log), onWait);
  let hasLeft = false;
  let member: pg.Client | undefined;

  const joinServer = () =>
    withLock(
      lock,
      async (): Promise<Connection> => {
        const connection = await ensureServer(home, log, settings);
        if (!hasLeft) member = await openMember(connection, () => void rejoin());
        return connection;
      },
      onWait,
    );

  const rejoin = async (): Promise<void> => {
    for (let wait = 100; !hasLeft; wait = Math.min(wait * 2, 5_000)) {
      try {
        log('与 PostgreSQL 的连接断开，正在恢复 …');
        await joinServer();
        return;
      } catch (error) {
        log((error as Error).message);
        await pause(wait);
      }
    }
  };

  const { connectionString } = await joinServer();
  return {
    connectionString,
    async leave() {
      if (hasLeft) return;
      hasLeft = true;
      await withLock(lock, () => leaveServer(home, member), onWait);
    },
  };
}

async function openMember(connection: Connection, onLost: () => void): Promise<pg.Client> {
  const client = maintenanceClient(connection, `${MEMBER} ${process.pid}`);
  client.on('error', () => {});
  await client.connect();
  client.once('end', onLost);
  return client;
}

async function leaveServer(home: Home, member: pg.Client | undefined): Promise<void> {
  member?.removeAllListeners('end');
  await member?.end().catch(() => {});
  if (await hasMembers(home)) return;
  await stopServer(home);
}

async function hasMembers(home: Home): Promise<boolean> {
  const client = maintenanceClient(publishConnection(home), 'guanlan last');
  client.on('error', () => {});
  try {
    await client.connect();
    const sql = `select from pg_stat_activity where application_name like '${MEMBER} %' limit 1`;
    return ((await client.query(sql)).rowCount ?? 0) > 0;
  } catch {
    // The server does not answer, so no member is using it.
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

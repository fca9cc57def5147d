import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type Connection, maintenanceClient, publishConnection } from './connection.ts';
import { type Home, prepareControl, settleHome } from './home.ts';
import { withLock } from './lock.ts';
import { ensureServer, type Settings, stopServer } from './server.ts';

export interface JoinOptions {
  /** DATA_DIR; the server belongs to this folder, and everyone who names it shares one server. */
  dataDir: string;
  log?: (line: string) => void;
  /** Server settings for a server that has to be started; the tests turn fsync off. */
  settings?: Settings;
}

export interface Membership {
  /** Valid until `leave`, over restarts of the server too. */
  connectionString: string;
  /** Ends the membership; the last member stops the server. May be called twice. */
  leave(): Promise<void>;
}

const MEMBER = 'guanlan member';

/**
 * Joins the PostgreSQL of a DATA_DIR, starting it if it does not run.
 *
 * A member is a process with a connection of this name to the server, so one that dies is counted no longer and
 * takes nobody down; a server whose members all died goes on until the next one leaves. Joining and leaving
 * exclude each other, so nobody joins a server that is about to stop. While a membership lasts, a server that
 * dies is started again.
 */
export async function joinPostgres(options: JoinOptions): Promise<Membership> {
  const { dataDir, log = () => {}, settings = {} } = options;
  const control = prepareControl(dataDir);
  const lock = join(control, 'lock');
  const waiting = () => log('另一个进程正在启动或停止 PostgreSQL，请稍候 …');
  const home = await withLock(lock, async () => settleHome(control, log), waiting);
  let hasLeft = false;
  let member: pg.Client | undefined;

  const enter = () =>
    withLock(
      lock,
      async (): Promise<Connection> => {
        const connection = await ensureServer(home, log, settings);
        if (!hasLeft) member = await openMember(connection, () => void rejoin());
        return connection;
      },
      waiting,
    );

  const rejoin = async (): Promise<void> => {
    for (let wait = 100; !hasLeft; wait = Math.min(wait * 2, 5_000)) {
      try {
        log('与 PostgreSQL 的连接断开，正在恢复 …');
        await enter();
        return;
      } catch (error) {
        log((error as Error).message);
        await pause(wait);
      }
    }
  };

  const { connectionString } = await enter();
  return {
    connectionString,
    async leave() {
      if (hasLeft) return;
      hasLeft = true;
      await withLock(lock, () => leaveServer(home, member), waiting);
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
    // It does not answer, so it serves nobody.
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

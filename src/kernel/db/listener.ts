import { randomBytes } from 'node:crypto';
import { Socket } from 'node:net';
import pg from 'pg';
import type { Logger } from 'pino';
import { type DatabaseClock, databaseTime } from './database-clock.ts';
import { PrimaryClient } from './primary-client.ts';

const retryMs = 500;

export type ListenerOptions = {
  connectionString: string;
  log: Logger;
  /** Set from every heartbeat. */
  clock: DatabaseClock;
  /** The channels to listen on, each with its handler. */
  channels: Record<string, (payload: string) => void>;
  /** Called with each notification, before its handler. */
  onNotification?: () => void;
  /** Called with true once every notification will be received, with false as soon as some may be missed. */
  onChange: (isListening: boolean) => void;
  /** Called when it listens to another server than before, or to the same after its restart. */
  onOtherServer?: () => void;
  /** Pause between an answered heartbeat and the next. */
  heartbeatMs?: number;
  /** The connection counts as lost when a heartbeat stays unanswered for this long. */
  maxSilenceMs?: number;
};

/**
 * Listens on a dedicated connection (LISTEN does not work through a pooler in transaction mode). A lost connection is
 * reopened, with one attempt every half second; notifications sent meanwhile are missed, which `onChange` reports.
 * Since a connection can fall silent without closing, the listener notifies itself: this heartbeat proves that
 * notifications arrive, and also sets the clock.
 */
export async function openListener({
  connectionString,
  log,
  clock,
  channels,
  onChange,
  onNotification = () => undefined,
  onOtherServer = () => undefined,
  heartbeatMs = 2000,
  maxSilenceMs = 5000,
}: ListenerOptions): Promise<{ stop(): Promise<void> }> {
  let client: pg.Client | null = null;
  let server: string | undefined;
  let isStopped = false;
  let retryTimer: NodeJS.Timeout | undefined;
  let heartbeatTimer: NodeJS.Timeout | undefined;
  const heartbeat = `guanlan_beat_${randomBytes(8).toString('hex')}`;

  const scheduleRetry = () => {
    if (!isStopped) retryTimer = setTimeout(() => void connect().catch(scheduleRetry), retryMs);
  };
  const onLost = (lost: pg.Client, error?: Error) => {
    if (isStopped || client !== lost) return;
    client = null;
    clearTimeout(heartbeatTimer);
    onChange(false);
    log.warn({ err: error }, 'the notification listener lost its connection; caches are bypassed');
    scheduleRetry();
  };
  const connect = async () => {
    const socket = new Socket();
    const next = new PrimaryClient({
      connectionString,
      stream: () => socket,
      keepAlive: true,
      application_name: 'guanlan-listener',
      connectionTimeoutMillis: maxSilenceMs,
      query_timeout: maxSilenceMs,
    });
    const readTime = async (statement: string) => {
      const sentAt = performance.now();
      const { rows } = await next.query<{ time: string }>(statement);
      clock.set(Number(rows[0]?.time), sentAt);
    };
    const sendHeartbeat = () => {
      readTime(`select ${databaseTime}, pg_notify('${heartbeat}', '')`).catch(() => undefined);
      heartbeatTimer = setTimeout(() => {
        // A graceful `end` would wait for an answer.
        socket.destroy();
        onLost(next, new Error(`no heartbeat received for ${maxSilenceMs} ms`));
      }, maxSilenceMs);
    };
    next.on('notification', ({ channel, payload }) => {
      if (channel !== heartbeat) {
        onNotification();
        return channels[channel]?.(payload ?? '');
      }
      clearTimeout(heartbeatTimer);
      if (!isStopped) heartbeatTimer = setTimeout(sendHeartbeat, heartbeatMs);
    });
    next.on('error', (error) => onLost(next, error)).on('end', () => onLost(next));
    try {
      await next.connect();
      for (const channel of [heartbeat, ...Object.keys(channels)])
        await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      await readTime(`select ${databaseTime}`);
      const { rows } = await next.query<{ server: string }>(
        'select pg_postmaster_start_time()::text as server',
      );
      const before = server;
      server = rows[0]?.server;
      if (before !== undefined && before !== server) onOtherServer();
    } catch (error) {
      socket.destroy();
      throw error;
    }
    client = next;
    onChange(true);
    sendHeartbeat();
  };
  await connect();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(retryTimer);
      clearTimeout(heartbeatTimer);
      onChange(false);
      await client?.end();
    },
  };
}

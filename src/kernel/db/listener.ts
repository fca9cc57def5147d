import { randomBytes } from 'node:crypto';
import { Socket } from 'node:net';
import pg from 'pg';
import type { Logger } from 'pino';
import { type DatabaseClock, databaseTime } from './database-clock.ts';

const retryMs = 500;

export type ListenerOptions = {
  connectionString: string;
  log: Logger;
  /** Set with every heartbeat. */
  clock: DatabaseClock;
  /** The channels to listen on, with what hears them. */
  channels: Record<string, (payload: string) => void>;
  /** Called with true once every notification will be heard, with false as soon as some may not be. */
  onChange: (isListening: boolean) => void;
  /** Between an answered heartbeat and the next. */
  beatMs?: number;
  /** After which a heartbeat that nobody answers means that the connection is lost. */
  maxSilenceMs?: number;
};

/**
 * Listens on a connection of its own (LISTEN does not work through a pooler). When it is lost it is opened anew
 * every half second; what was notified meanwhile is missed, which `onChange` tells. A connection can fall silent without
 * being closed: a heartbeat, notified to itself, shows that it still hears, and
 * tells the time.
 */
export async function openListener({
  connectionString,
  log,
  clock,
  channels,
  onChange,
  beatMs = 2000,
  maxSilenceMs = 5000,
}: ListenerOptions): Promise<{ stop(): Promise<void> }> {
  let client: pg.Client | null = null;
  let isStopped = false;
  let retry: NodeJS.Timeout | undefined;
  let beat: NodeJS.Timeout | undefined;
  const heartbeat = `guanlan_beat_${randomBytes(8).toString('hex')}`;

  const tryAgain = () => {
    if (!isStopped) retry = setTimeout(() => void connect().catch(tryAgain), retryMs);
  };
  const lose = (lost: pg.Client, error?: Error) => {
    if (isStopped || client !== lost) return;
    client = null;
    clearTimeout(beat);
    onChange(false);
    log.warn({ err: error }, 'the connection that hears of changes is lost; caches are passed by');
    tryAgain();
  };
  const connect = async () => {
    const socket = new Socket();
    const next = new pg.Client({
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
    const sendBeat = () => {
      readTime(`select ${databaseTime}, pg_notify('${heartbeat}', '')`).catch(() => undefined);
      beat = setTimeout(() => {
        // An orderly end would wait for an answer.
        socket.destroy();
        lose(next, new Error(`no heartbeat was heard for ${maxSilenceMs} ms`));
      }, maxSilenceMs);
    };
    next.on('notification', ({ channel, payload }) => {
      if (channel !== heartbeat) return channels[channel]?.(payload ?? '');
      clearTimeout(beat);
      if (!isStopped) beat = setTimeout(sendBeat, beatMs);
    });
    next.on('error', (error) => lose(next, error)).on('end', () => lose(next));
    try {
      await next.connect();
      for (const channel of [heartbeat, ...Object.keys(channels)])
        await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      await readTime(`select ${databaseTime}`);
    } catch (error) {
      socket.destroy();
      throw error;
    }
    client = next;
    onChange(true);
    sendBeat();
  };
  await connect();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(retry);
      clearTimeout(beat);
      onChange(false);
      await client?.end();
    },
  };
}

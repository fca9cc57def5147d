import pg from 'pg';
import type { Logger } from 'pino';

const retryMs = 500;

export type ListenerOptions = {
  connectionString: string;
  log: Logger;
  /** The channels to listen on, with what hears them. */
  channels: Record<string, (payload: string) => void>;
  /** Called with true once every notification will be heard, with false as soon as some may not be. */
  onChange: (isListening: boolean) => void;
};

/**
 * Listens on a connection of its own (LISTEN does not work through a pooler). When it is lost it is opened anew
 * every half second; what was notified meanwhile is missed, which `onChange` tells.
 */
export async function openListener({
  connectionString,
  log,
  channels,
  onChange,
}: ListenerOptions): Promise<{ stop(): Promise<void> }> {
  let client: pg.Client | null = null;
  let isStopped = false;
  let retry: NodeJS.Timeout | undefined;

  const tryAgain = () => {
    if (!isStopped) retry = setTimeout(() => void connect().catch(tryAgain), retryMs);
  };
  const lose = (lost: pg.Client, error?: Error) => {
    if (isStopped || client !== lost) return;
    client = null;
    onChange(false);
    log.warn({ err: error }, 'the connection that hears of changes is lost; caches are passed by');
    tryAgain();
  };
  const connect = async () => {
    const next = new pg.Client({ connectionString, keepAlive: true, application_name: 'guanlan-listener' });
    next.on('notification', ({ channel, payload }) => channels[channel]?.(payload ?? ''));
    next.on('error', (error) => lose(next, error)).on('end', () => lose(next));
    await next.connect();
    for (const channel of Object.keys(channels)) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    client = next;
    onChange(true);
  };
  await connect();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(retry);
      onChange(false);
      await client?.end();
    },
  };
}

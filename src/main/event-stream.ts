import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

// Proxies close connections that are silent for a minute.
export const heartbeatMs = 25_000;
const maxStreams = 20_000;
// A client that reads this slowly is disconnected; its browser reconnects.
const maxUnsentBytes = 64 * 1024;
// After a lost connection: a process that died is restarted within a second.
const minRetryMs = 2000;
const retrySpreadMs = 3000;
// After a stop: a restart takes some seconds, and the clients of every process reconnect.
const minRestartMs = 5000;
const restartSpreadMs = 15_000;
// How long a stop waits for clients to take the last event.
const drainMs = 1000;

/** The open event streams of one route. They end when the app closes. */
export type EventStreams = {
  /** False at the limit, and once the app closes: the route answers 503. */
  hasRoom(): boolean;
  /** Begins a stream on a hijacked reply. */
  begin(response: ServerResponse): void;
};

/**
 * Tracks the open streams of `app` and ends them in `preClose`. `onClose` would be too late: Fastify runs it after the
 * server has closed, and the server closes after its last connection, which is a stream.
 */
export function trackStreams(app: FastifyInstance): EventStreams {
  const open = new Set<ServerResponse>();
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
    await endStreams([...open]);
  });
  return {
    hasRoom: () => !isClosing && open.size < maxStreams,
    begin(response) {
      open.add(response);
      response.on('close', () => open.delete(response));
      beginEvents(response);
    },
  };
}

/**
 * Begins a stream of server-sent events. Each stream gets its own reconnect delay, so that the clients of a process that
 * dies do not reconnect in the same instant.
 */
export function beginEvents(response: ServerResponse): void {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  response.write(retryAfter(minRetryMs, retrySpreadMs));
}

/** Sends events to a stream that is open; one that has ended is on its way to close. */
export function sendEvents(response: ServerResponse, text: string): void {
  if (response.writableEnded) return;
  if (response.writableLength > maxUnsentBytes) response.destroy();
  else response.write(text);
}

/** Sends a comment, which keeps proxies from closing the connection. A client that does not take its end is cut off. */
export function sendHeartbeat(response: ServerResponse): void {
  if (response.writableEnded) response.destroy();
  else sendEvents(response, ': \n\n');
}

/** Ends the streams with a reconnect delay each, and waits until the clients have it or the drain time is over. */
async function endStreams(streams: readonly ServerResponse[]): Promise<void> {
  const closed = streams.map((response) => new Promise((resolve) => response.once('close', resolve)));
  for (const response of streams) response.end(retryAfter(minRestartMs, restartSpreadMs));
  const cutOff = setTimeout(() => {
    for (const response of streams) response.destroy();
  }, drainMs);
  await Promise.all(closed);
  clearTimeout(cutOff);
}

const retryAfter = (minMs: number, spreadMs: number): string =>
  `retry: ${Math.round(minMs + Math.random() * spreadMs)}\n\n`;

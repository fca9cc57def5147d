import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { refusal } from '#kernel/http/envelope.ts';
import { addressOf, networkOf } from '#kernel/http/networks.ts';
import { sendFailure } from '#kernel/http/server.ts';

// Proxies close connections that are silent for a minute.
export const heartbeatMs = 25_000;
const maxStreams = 20_000;
// Files, the database and other requests need the remaining file descriptors.
const streamsShare = 0.6;
// In mobile networks hundreds of readers share one address.
const maxPerNetwork = 500;
const retryRefusedSeconds = 60;
const warningMs = 60_000;
// The server disconnects a client that reads more slowly than this; the browser reconnects.
const maxUnsentBytes = 64 * 1024;
// Reconnect delay after a lost connection: a process that crashed is restarted within a second.
const minRetryMs = 2000;
const retrySpreadMs = 3000;
// Reconnect delay after a stop: a restart takes some seconds, and the clients of all processes reconnect.
const minRestartMs = 5000;
const restartSpreadMs = 15_000;
// How long a stop waits for clients to receive the last event.
const drainMs = 1000;

/** The open event streams of a server. They end when the app closes. */
export type EventStreams = {
  /**
   * Answers the request with an event stream. If the limit of all streams or of the caller's network is reached, or the
   * app is closing, it answers 503 with Retry-After instead.
   * @returns the response of the stream, or undefined if it was refused
   */
  open(request: FastifyRequest, reply: FastifyReply): ServerResponse | undefined;
  /** Returns the number of open streams. */
  count(): number;
};

type StreamLimits = {
  /** Limit for this process. */
  total: number;
  /** Limit for an IPv4 address or an IPv6 network (/64). */
  perNetwork: number;
};

/**
 * Tracks the open streams of `server` and ends them in `preClose`. `onClose` would be too late: Fastify runs it after
 * the server has closed, and the server closes only after its last connection, which is a stream.
 */
export function trackStreams(
  server: FastifyInstance,
  log: Logger,
  limits: StreamLimits = { total: maxTotal(), perNetwork: maxPerNetwork },
): EventStreams {
  const openStreams = new Set<ServerResponse>();
  const countByNetwork = new Map<string, number>();
  let isClosing = false;
  let warnedMs = 0;
  server.addHook('preClose', async () => {
    isClosing = true;
    await endStreams([...openStreams]);
  });
  const countNetwork = (network: string, change: 1 | -1) => {
    const networkStreams = (countByNetwork.get(network) ?? 0) + change;
    if (networkStreams > 0) countByNetwork.set(network, networkStreams);
    else countByNetwork.delete(network);
  };
  const warn = (about: object) => {
    if (Date.now() - warnedMs < warningMs) return;
    warnedMs = Date.now();
    log.warn({ streams: openStreams.size, ...about }, 'refused event streams');
  };
  return {
    open(request, reply) {
      const network = networkOf(addressOf(request));
      const isNetworkFull = (countByNetwork.get(network) ?? 0) >= limits.perNetwork;
      if (isClosing || isNetworkFull || openStreams.size >= limits.total) {
        if (!isClosing) warn(isNetworkFull ? { network } : {});
        sendFailure(reply, { ...refusal(503), retryAfter: retryRefusedSeconds });
        return undefined;
      }
      reply.hijack();
      const { raw: response } = reply;
      openStreams.add(response);
      countNetwork(network, 1);
      response.on('close', () => {
        openStreams.delete(response);
        countNetwork(network, -1);
      });
      startEventStream(response);
      return response;
    },
    count: () => openStreams.size,
  };
}

/**
 * Returns a limit well below the file descriptors of the process: without free descriptors it could answer no request
 * at all.
 */
function maxTotal(): number {
  const report = process.report as typeof process.report & { excludeNetwork: boolean };
  // Otherwise the report resolves the machine's network addresses to names, which is slow.
  report.excludeNetwork = true;
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft: unknown } } };
  const descriptors = Number(userLimits?.open_files?.soft);
  return Number.isFinite(descriptors)
    ? Math.min(maxStreams, Math.floor(descriptors * streamsShare))
    : maxStreams;
}

/**
 * Starts a stream of server-sent events. Each stream gets its own random reconnect delay, so that the clients of a
 * crashed process do not all reconnect at the same moment.
 */
export function startEventStream(response: ServerResponse): void {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  response.write(retryField(minRetryMs, retrySpreadMs));
}

/** Sends events to an open stream. Does nothing if the stream has ended but its connection is not closed yet. */
export function sendEvents(response: ServerResponse, text: string): void {
  if (response.writableEnded) return;
  if (response.writableLength > maxUnsentBytes) response.destroy();
  else response.write(text);
}

/**
 * Sends a comment, which keeps proxies from closing the connection. Destroys the connection of a client that does not
 * read the end of its stream.
 */
export function sendHeartbeat(response: ServerResponse): void {
  if (response.writableEnded) response.destroy();
  else sendEvents(response, ': \n\n');
}

/**
 * Ends the streams, each with its own reconnect delay, and waits until the clients have received it or `drainMs` have
 * passed.
 */
async function endStreams(streams: readonly ServerResponse[]): Promise<void> {
  const closed = streams.map((response) => new Promise((resolve) => response.once('close', resolve)));
  for (const response of streams) response.end(retryField(minRestartMs, restartSpreadMs));
  const cutOffTimer = setTimeout(() => {
    for (const response of streams) response.destroy();
  }, drainMs);
  await Promise.all(closed);
  clearTimeout(cutOffTimer);
}

const retryField = (minMs: number, spreadMs: number): string =>
  `retry: ${Math.round(minMs + Math.random() * spreadMs)}\n\n`;

import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { refusal } from '#kernel/http/envelope.ts';
import { networkOf } from '#kernel/http/networks.ts';
import { sendFailure } from '#kernel/http/server.ts';

// Proxies close connections that are silent for a minute.
export const heartbeatMs = 25_000;
const maxStreams = 20_000;
// Files, the database and other requests need the rest of the descriptors.
const streamsShare = 0.6;
// Mobile networks have hundreds of readers behind an address.
const maxOfNetwork = 500;
const retryRefusedSeconds = 60;
const warningMs = 60_000;
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

/** The open event streams of a server. They end when the app closes. */
export type EventStreams = {
  /**
   * Begins a stream as the answer. At the limit of all streams or of the caller's network, and once the app closes, it
   * answers 503 with Retry-After instead.
   * @returns the response of the stream; undefined for a refused one
   */
  begin(request: FastifyRequest, reply: FastifyReply): ServerResponse | undefined;
};

type StreamLimits = {
  /** Of this process. */
  total: number;
  /** Of an IPv4 address or an IPv6 network (/64). */
  ofNetwork: number;
};

/**
 * Tracks the open streams of `app` and ends them in `preClose`. `onClose` would be too late: Fastify runs it after the
 * server has closed, and the server closes after its last connection, which is a stream.
 */
export function trackStreams(
  app: FastifyInstance,
  log: Logger,
  limits: StreamLimits = { total: maxTotal(), ofNetwork: maxOfNetwork },
): EventStreams {
  const open = new Set<ServerResponse>();
  const ofNetworks = new Map<string, number>();
  let isClosing = false;
  let warnedMs = 0;
  app.addHook('preClose', async () => {
    isClosing = true;
    await endStreams([...open]);
  });
  const count = (network: string, change: 1 | -1) => {
    const streams = (ofNetworks.get(network) ?? 0) + change;
    if (streams > 0) ofNetworks.set(network, streams);
    else ofNetworks.delete(network);
  };
  const warn = (about: object) => {
    if (Date.now() - warnedMs < warningMs) return;
    warnedMs = Date.now();
    log.warn({ streams: open.size, ...about }, 'event streams are refused');
  };
  return {
    begin(request, reply) {
      const network = networkOf(request.ip);
      const isNetworkFull = (ofNetworks.get(network) ?? 0) >= limits.ofNetwork;
      if (isClosing || isNetworkFull || open.size >= limits.total) {
        if (!isClosing) warn(isNetworkFull ? { network } : {});
        sendFailure(reply, { ...refusal(503), retryAfter: retryRefusedSeconds });
        return undefined;
      }
      reply.hijack();
      const { raw: response } = reply;
      open.add(response);
      count(network, 1);
      response.on('close', () => {
        open.delete(response);
        count(network, -1);
      });
      beginEvents(response);
      return response;
    },
  };
}

/** Well below the descriptors that the process may open, without which it could answer nothing more. */
function maxTotal(): number {
  const report = process.report as typeof process.report & { excludeNetwork: boolean };
  // Addresses of the machine would be resolved to names.
  report.excludeNetwork = true;
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft: unknown } } };
  const descriptors = Number(userLimits?.open_files?.soft);
  return Number.isFinite(descriptors)
    ? Math.min(maxStreams, Math.floor(descriptors * streamsShare))
    : maxStreams;
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

import type { ServerResponse } from 'node:http';

// Proxies close connections that are silent for a minute.
export const heartbeatMs = 25_000;
export const mostConnections = 20_000;
// Who does not take what is sent is let go; a browser comes back by itself.
const mostUnsent = 64 * 1024;

/** Begins a stream of server-sent events on a hijacked reply; who loses it may come back after 3 s. */
export function beginEvents(response: ServerResponse): void {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  response.write('retry: 3000\n\n');
}

/** One that was ended and is still being listened to holds its end up: writing to it would end the process. */
export function sendEvents(response: ServerResponse, text: string): void {
  if (response.writableEnded || response.writableLength > mostUnsent) response.destroy();
  else response.write(text);
}

/** A comment, which nobody hears: the connection is seen to be in use. */
export const beat = ': \n\n';

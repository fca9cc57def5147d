import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { hasSeveralHosts } from './hosts.ts';

/**
 * A complete 200 response, head and body in one Buffer, so that a cache can write it to a connection without composing
 * it again. Composing the head of a page costs more than everything else in sending it.
 */
export type RawResponse = { bytes: Buffer; headLength: number; dateSecond: number };

/** The head up to the date; its 29 characters are updated once per second. */
const headStart = 'HTTP/1.1 200 OK\r\ndate: ';
const dateOffset = headStart.length;

/** Creates a 200 response with these headers. @throws if a header contains a line break */
export function createRawResponse(headers: Readonly<Record<string, string>>, body: Buffer): RawResponse {
  const now = Date.now();
  const lines = Object.entries({ ...headers, 'content-length': String(body.length) }).map(([name, value]) => {
    if (/[\r\n]/.test(name + value)) throw new Error(`header ${name} contains a line break`);
    return `${name}: ${value}\r\n`;
  });
  const headBytes = Buffer.from(
    `${headStart}${new Date(now).toUTCString()}\r\n${lines.join('')}\r\n`,
    'latin1',
  );
  return {
    bytes: concatUnpooled([headBytes, body]),
    headLength: headBytes.length,
    dateSecond: Math.floor(now / 1000),
  };
}

/** Like `Buffer.concat`, but without the pool of Node and of compression, of which each small Buffer would keep 64 kB. */
export function concatUnpooled(parts: readonly Buffer[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) end += part.copy(bytes, end);
  return bytes;
}

/** Returns the body as a view of the same memory. */
export const bodyOf = ({ bytes, headLength }: RawResponse): Buffer => bytes.subarray(headLength);

/** Private fields of Node's response: once they are set, Node sends the given bytes unchanged (ADR 016). */
type ResponseInternals = { _header: string; _headerSent: boolean };

/** Sends a raw response. The request must satisfy `canSendRaw`. */
export function sendRawResponse(response: ServerResponse, raw: RawResponse, nowMs: number): void {
  const nowSecond = Math.floor(nowMs / 1000);
  if (nowSecond !== raw.dateSecond) {
    raw.bytes.write(new Date(nowMs).toUTCString(), dateOffset, 'latin1');
    raw.dateSecond = nowSecond;
  }
  const internals = response as unknown as ResponseInternals;
  internals._header = headStart;
  internals._headerSent = true;
  response.end(raw.bytes);
}

/**
 * Returns whether the request is a plain GET on a kept-alive connection, without anything that needs a composed
 * response (a conditional request, a body, a refusal).
 */
export const canSendRaw = (request: IncomingMessage, response: ServerResponse): boolean =>
  request.method === 'GET' &&
  request.httpVersion === '1.1' &&
  response.shouldKeepAlive &&
  request.headers['if-none-match'] === undefined &&
  request.headers['content-length'] === undefined &&
  request.headers['transfer-encoding'] === undefined &&
  !hasSeveralHosts(request);

/** Passes each request to `answer` first; a request for which it returns true never reaches the application. */
export function interceptRequests(
  server: Server,
  answer: (request: IncomingMessage, response: ServerResponse) => boolean,
): void {
  const others = server.listeners('request') as ((
    request: IncomingMessage,
    response: ServerResponse,
  ) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (!answer(request, response)) for (const other of others) other.call(server, request, response);
  });
}

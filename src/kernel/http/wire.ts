import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/**
 * A whole 200 response as it goes over the wire, head and body in one Buffer: what a cache can hand to a
 * connection without composing it again. Composing the head of a page costs more than all the rest of sending it.
 */
export type Wire = { bytes: Buffer; head: number; second: number };

/** Where the date stands in the head: its 29 characters are brought up to date when a second has passed. */
const start = 'HTTP/1.1 200 OK\r\ndate: ';
const datePlace = start.length;

/** A 200 response with these headers. @throws for a header that would end its line */
export function makeWire(headers: Readonly<Record<string, string>>, body: Buffer): Wire {
  const now = Date.now();
  const lines = Object.entries({ ...headers, 'content-length': String(body.length) }).map(([name, value]) => {
    if (/[\r\n]/.test(name + value)) throw new Error(`header ${name} ends its line`);
    return `${name}: ${value}\r\n`;
  });
  const head = Buffer.from(`${start}${new Date(now).toUTCString()}\r\n${lines.join('')}\r\n`, 'latin1');
  return { bytes: Buffer.concat([head, body]), head: head.length, second: Math.floor(now / 1000) };
}

/** The body alone; the same memory. */
export const bodyOf = ({ bytes, head }: Wire): Buffer => bytes.subarray(head);

/** Private fields of Node's response: with them set it sends what it is given as it is (ADR 016). */
type Composed = { _header: string; _headerSent: boolean };

/** Answers with a kept response. The request must be one that `takesWire`. */
export function sendWire(response: ServerResponse, wire: Wire, nowMs: number): void {
  const second = Math.floor(nowMs / 1000);
  if (second !== wire.second) {
    wire.bytes.write(new Date(nowMs).toUTCString(), datePlace, 'latin1');
    wire.second = second;
  }
  const composed = response as unknown as Composed;
  composed._header = start;
  composed._headerSent = true;
  response.end(wire.bytes);
}

/** A plain GET on a connection that stays open: what needs nothing that Node would have to compose. */
export const takesWire = (request: IncomingMessage, response: ServerResponse): boolean =>
  request.method === 'GET' &&
  request.httpVersion === '1.1' &&
  response.shouldKeepAlive &&
  request.headers['if-none-match'] === undefined &&
  request.headers['content-length'] === undefined &&
  request.headers['transfer-encoding'] === undefined;

/** Lets `answer` see each request before the application does; what it answers true to never gets there. */
export function answerFirst(
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

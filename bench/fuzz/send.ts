import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';

/** A request as sent over the wire. */
export type HttpRequest = {
  method: string;
  path: string;
  query: readonly (readonly [string, string])[];
  headers: Record<string, string>;
  content: { type: string | null; bytes: Buffer } | null;
  /** Header lines that no ordinary client would send, inserted unchanged. */
  rawHead?: string;
};

export type HttpResponse = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; ms: number };

export type Sender = {
  /** @throws if there is no response */
  send(httpRequest: HttpRequest): Promise<HttpResponse>;
  getJson(path: string): Promise<unknown>;
  close(): void;
};

const maxWaitMs = 30_000;

export function openSender(port: number): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const send = (httpRequest: HttpRequest) =>
    httpRequest.rawHead === undefined
      ? sendByClient(agent, port, httpRequest)
      : sendBySocket(port, httpRequest);
  return {
    send,
    async getJson(path) {
      const { bytes } = await send({ method: 'GET', path, query: [], headers: {}, content: null });
      return JSON.parse(bytes.toString('utf8'));
    },
    close: () => agent.destroy(),
  };
}

function sendByClient(agent: Agent, port: number, httpRequest: HttpRequest): Promise<HttpResponse> {
  const { method, headers, content } = httpRequest;
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const described = content && {
      ...(content.type !== null && { 'content-type': content.type }),
      'content-length': String(content.bytes.length),
    };
    const clientRequest = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        method,
        path: pathOf(httpRequest),
        headers: { ...headers, ...described },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes: Buffer.concat(parts),
            ms: performance.now() - started,
          }),
        );
      },
    );
    clientRequest.setTimeout(maxWaitMs, () =>
      clientRequest.destroy(new Error(`no answer within ${maxWaitMs} ms`)),
    );
    clientRequest.on('error', reject);
    clientRequest.end(content?.bytes);
  });
}

/** Sends on a connection that closes after the response. */
function sendBySocket(port: number, httpRequest: HttpRequest): Promise<HttpResponse> {
  const { method, headers, content, rawHead } = httpRequest;
  const described = content ? { ...headers, 'content-length': String(content.bytes.length) } : headers;
  const lines = Object.entries({ host: 'localhost', connection: 'close', ...described });
  const head = `${method} ${pathOf(httpRequest)} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}${rawHead}\r\n\r\n`;
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const socket = connect(port, '127.0.0.1');
    const parts: Buffer[] = [];
    socket.setTimeout(maxWaitMs, () => socket.destroy(new Error(`no answer within ${maxWaitMs} ms`)));
    socket.on('error', reject);
    socket.on('data', (part) => parts.push(part));
    socket.on('end', () => {
      const responseBytes = Buffer.concat(parts);
      const headEnd = responseBytes.indexOf('\r\n\r\n');
      if (headEnd < 0) return reject(new Error('the connection ended without an answer'));
      const [first = '', ...fields] = responseBytes.subarray(0, headEnd).toString('latin1').split('\r\n');
      const pairs = fields.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]);
      const given: IncomingHttpHeaders = Object.fromEntries(pairs);
      const rest = responseBytes.subarray(headEnd + 4);
      const bytes = given['transfer-encoding'] === 'chunked' ? unchunk(rest) : rest;
      resolve({
        status: Number(first.split(' ')[1]),
        headers: given,
        bytes,
        ms: performance.now() - started,
      });
    });
    socket.write(Buffer.concat([Buffer.from(head, 'latin1'), content?.bytes ?? Buffer.alloc(0)]));
  });
}

function unchunk(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16);
    if (!size) break;
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
  return Buffer.concat(parts);
}

function pathOf({ path, query }: HttpRequest): string {
  const search = query.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`).join('&');
  return search ? `${path}?${search}` : path;
}

/** Like `encodeURIComponent`, which throws on lone surrogates: they are encoded as three bytes here. */
function percentEncode(text: string): string {
  if (text.isWellFormed()) return encodeURIComponent(text);
  return [...text]
    .map((one) => {
      if (one.isWellFormed()) return encodeURIComponent(one);
      const unit = one.charCodeAt(0);
      const bytes = [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)];
      return bytes.map((byte) => `%${byte.toString(16).toUpperCase()}`).join('');
    })
    .join('');
}

import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';

/** A request as it goes over the wire. */
export type Shot = {
  method: string;
  path: string;
  query: readonly (readonly [string, string])[];
  headers: Record<string, string>;
  content: { type: string | null; bytes: Buffer } | null;
  /** Lines that no client would send, put into the head as they are. */
  rawHead?: string;
};

export type Received = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; ms: number };

export type Sender = {
  /** @throws when no answer comes */
  send(shot: Shot): Promise<Received>;
  getJson(path: string): Promise<unknown>;
  close(): void;
};

const maxWaitMs = 30_000;

export function openSender(port: number): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const send = (shot: Shot) =>
    shot.rawHead === undefined ? sendWhole(agent, port, shot) : sendRaw(port, shot);
  return {
    send,
    async getJson(path) {
      const { bytes } = await send({ method: 'GET', path, query: [], headers: {}, content: null });
      return JSON.parse(bytes.toString('utf8'));
    },
    close: () => agent.destroy(),
  };
}

function sendWhole(agent: Agent, port: number, shot: Shot): Promise<Received> {
  const { method, headers, content } = shot;
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const described = content && {
      ...(content.type !== null && { 'content-type': content.type }),
      'content-length': String(content.bytes.length),
    };
    const asked = request(
      { agent, host: '127.0.0.1', port, method, path: pathOf(shot), headers: { ...headers, ...described } },
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
    asked.setTimeout(maxWaitMs, () => asked.destroy(new Error(`no answer within ${maxWaitMs} ms`)));
    asked.on('error', reject);
    asked.end(content?.bytes);
  });
}

/** On a connection that ends with the answer. */
function sendRaw(port: number, shot: Shot): Promise<Received> {
  const { method, headers, content, rawHead } = shot;
  const described = content ? { ...headers, 'content-length': String(content.bytes.length) } : headers;
  const lines = Object.entries({ host: 'localhost', connection: 'close', ...described });
  const head = `${method} ${pathOf(shot)} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}${rawHead}\r\n\r\n`;
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const socket = connect(port, '127.0.0.1');
    const parts: Buffer[] = [];
    socket.setTimeout(maxWaitMs, () => socket.destroy(new Error(`no answer within ${maxWaitMs} ms`)));
    socket.on('error', reject);
    socket.on('data', (part) => parts.push(part));
    socket.on('end', () => {
      const whole = Buffer.concat(parts);
      const end = whole.indexOf('\r\n\r\n');
      if (end < 0) return reject(new Error('the connection ended without an answer'));
      const [first = '', ...fields] = whole.subarray(0, end).toString('latin1').split('\r\n');
      const pairs = fields.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]);
      const given: IncomingHttpHeaders = Object.fromEntries(pairs);
      const rest = whole.subarray(end + 4);
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

function pathOf({ path, query }: Shot): string {
  const search = query.map(([name, value]) => `${percent(name)}=${percent(value)}`).join('&');
  return search ? `${path}?${search}` : path;
}

/** As `encodeURIComponent`, which refuses halves of surrogate pairs: here they are sent as the three bytes they would be. */
function percent(text: string): string {
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

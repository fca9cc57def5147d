import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bodyOf, canSendRaw, createRawResponse, interceptRequests, sendRawResponse } from './raw-response.ts';

const page = '观澜：𠮷野家📈ＡＢＣ';
const raw = createRawResponse(
  { 'content-type': 'text/html; charset=utf-8', etag: 'W/"a"' },
  Buffer.from(page),
);
const nowMs = Date.parse('2026-11-21T08:00:00Z');
let server: Server;
let port: number;

beforeEach(async () => {
  server = createServer((_, response) => response.end('the application'));
  interceptRequests(server, (request, response) => {
    if (request.url !== '/kept' || !canSendRaw(request, response)) return false;
    sendRawResponse(response, raw, nowMs);
    return true;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Returns everything received for these bytes until the server closes or `answers` response heads have arrived. */
async function exchange(sent: string, answers: number): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  socket.write(sent);
  let text = '';
  for await (const part of socket) {
    text += part;
    if (text.split(/HTTP\/1\.1 \d+ .*\r\n(?:.+\r\n)*\r\n./).length > answers) break;
  }
  return text;
}

const get = (path: string, ...lines: string[]) =>
  `GET ${path} HTTP/1.1\r\nhost: a\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`;

describe('a raw response', () => {
  test('is a complete response with the current date', async () => {
    const response = await fetch(`http://127.0.0.1:${port}/kept`);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toEqual({
      date: 'Sat, 21 Nov 2026 08:00:00 GMT',
      'content-type': 'text/html; charset=utf-8',
      etag: 'W/"a"',
      'content-length': String(Buffer.byteLength(page)),
    });
    expect(await response.text()).toBe(page);
  });

  test('is sent byte for byte, and Node treats it as a composed response (ADR 016)', async () => {
    const text = await exchange(get('/kept'), 0);
    expect(text).toBe(raw.bytes.toString().replace(/^date: .*$/m, 'date: Sat, 21 Nov 2026 08:00:00 GMT'));
  });

  test('leaves the connection open for the next request, in order with pipelined requests', async () => {
    const text = await exchange(get('/kept') + get('/other') + get('/kept'), 3);
    const bodies = text.split(/HTTP\/1\.1 200 OK\r\n(?:.+\r\n)*\r\n/).slice(1);
    expect(bodies.slice(0, 2)).toEqual([page, 'the application']);
    expect(page.startsWith(bodies[2] ?? '')).toBe(true);
  });

  test.each([
    ['ends', 'connection: close'],
    ['is conditional', 'if-none-match: W/"a"'],
    ['has a body', 'content-length: 0'],
  ])('is left to the application if the request %s', async (_, line) => {
    expect(await exchange(get('/kept', line), 1)).toContain('the application');
  });

  test('cannot be created from a header that contains a line break', () => {
    expect(() => createRawResponse({ location: 'a\r\nset-cookie: b' }, Buffer.alloc(0))).toThrow('location');
  });

  test('shares the memory of its body', () => {
    expect(bodyOf(raw).toString()).toBe(page);
    expect(bodyOf(raw).buffer).toBe(raw.bytes.buffer);
  });
});

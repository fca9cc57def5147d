import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { answerFirst, bodyOf, makeWire, sendWire, takesWire } from './wire.ts';

const page = '观澜：𠮷野家📈ＡＢＣ';
const wire = makeWire({ 'content-type': 'text/html; charset=utf-8', etag: 'W/"a"' }, Buffer.from(page));
const nowMs = Date.parse('2026-11-21T08:00:00Z');
let server: Server;
let port: number;

beforeEach(async () => {
  server = createServer((_, response) => response.end('the application'));
  answerFirst(server, (request, response) => {
    if (request.url !== '/kept' || !takesWire(request, response)) return false;
    sendWire(response, wire, nowMs);
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

/** Everything that comes back for these bytes until the server closes or `answers` heads have come. */
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

describe('a kept response', () => {
  test('is a whole response with the date of now', async () => {
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

  test('is sent byte for byte, so that Node still takes it for composed (ADR 016)', async () => {
    const text = await exchange(get('/kept'), 0);
    expect(text).toBe(wire.bytes.toString().replace(/^date: .*$/m, 'date: Sat, 21 Nov 2026 08:00:00 GMT'));
  });

  test('leaves the connection open for what comes next, in order, when requests come at once', async () => {
    const text = await exchange(get('/kept') + get('/other') + get('/kept'), 3);
    const bodies = text.split(/HTTP\/1\.1 200 OK\r\n(?:.+\r\n)*\r\n/).slice(1);
    expect(bodies.slice(0, 2)).toEqual([page, 'the application']);
    expect(page.startsWith(bodies[2] ?? '')).toBe(true);
  });

  test.each([
    ['ends', 'connection: close'],
    ['asks whether its copy is good', 'if-none-match: W/"a"'],
    ['has a body', 'content-length: 0'],
  ])('is left to the application where the request %s', async (_, line) => {
    expect(await exchange(get('/kept', line), 1)).toContain('the application');
  });

  test('is not made of a header that would end its line', () => {
    expect(() => makeWire({ location: 'a\r\nset-cookie: b' }, Buffer.alloc(0))).toThrow('location');
  });

  test('holds its body once', () => {
    expect(bodyOf(wire).toString()).toBe(page);
    expect(bodyOf(wire).buffer).toBe(wire.bytes.buffer);
  });
});

import { lookup } from 'node:dns';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { explainFetch } from './explain-fetch.ts';
import { fetchBytes } from './fetch-bytes.ts';

vi.mock('node:dns', async (original) => {
  const dns = await original<typeof import('node:dns')>();
  return { ...dns, lookup: vi.fn(dns.lookup) };
});

let server: Server;
let base: string;
let seen: Record<string, unknown>[] = [];
const mayConnect = (address: string) => address === '127.0.0.1';
const endless: NodeJS.Timeout[] = [];

/** Sends the same chunk repeatedly while the connection is open. */
function drip(response: ServerResponse, part: string | Buffer, everyMs: number): void {
  const timer = setInterval(() => response.write(part), everyMs);
  endless.push(timer);
  response.on('close', () => clearInterval(timer));
}

beforeAll(async () => {
  server = createServer(({ url = '', headers }, response) => {
    seen.push({ url, ...headers });
    const send = (status: number, sent: Record<string, string>, body: string | Buffer = '') =>
      response.writeHead(status, sent).end(body);
    if (url === '/feed') return send(200, { etag: '"1"' }, '<rss/>');
    if (url === '/same') return send(304, {});
    if (url === '/gzip') return send(200, { 'content-encoding': 'gzip' }, gzipSync('packed'));
    if (url === '/br') return send(200, { 'content-encoding': 'br' }, brotliCompressSync('packed'));
    if (url === '/odd') return send(200, { 'content-encoding': 'gzip, gzip' }, gzipSync(gzipSync('packed')));
    if (url === '/bomb') return send(200, { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(20_000_000)));
    if (url === '/half') return send(200, { 'content-encoding': 'gzip' }, gzipSync('packed').subarray(0, 15));
    if (url === '/endless') return drip(response.writeHead(200), 'x'.repeat(4096), 1);
    if (url === '/slow') return drip(response.writeHead(200), 'x', 20);
    // A gzip header with an endless file name decompresses to nothing.
    if (url === '/nameless') {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.write(Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]));
      return drip(response, Buffer.alloc(4096, 'n'), 1);
    }
    if (url === '/cut') {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      return void setTimeout(() => response.destroy(), 20);
    }
    if (url === '/nonsense') return void response.socket?.end('HTTQ nonsense\r\n\r\n');
    if (url === '/endless-redirect')
      return drip(response.writeHead(302, { location: '/feed' }), 'x'.repeat(4096), 1);
    if (url === '/loop') return send(302, { location: '/loop' });
    if (url === '/two') return send(301, { location: '/one' });
    if (url === '/one') return send(307, { location: '/feed' });
    if (url.startsWith('/to?')) return send(302, { location: decodeURIComponent(url.slice(4)) });
    return send(404, {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  for (const timer of endless) clearInterval(timer);
  server.closeAllConnections();
  server.close();
});

const get = (path: string, more: object = {}) => fetchBytes(base + path, { mayConnect, ...more });
const reasonOf = (fetched: Promise<unknown>) =>
  fetched.then(
    () => 'taken',
    (error: { reason?: string; code?: string }) => error.reason ?? error.code,
  );

describe('the answer of an external server', () => {
  test('is returned as it is, decompressed, and after redirects', async () => {
    for (const path of ['/feed', '/two', '/endless-redirect']) {
      const { bytes, headers } = await get(path);
      expect(bytes.toString()).toBe('<rss/>');
      expect(headers.etag).toBe('"1"');
    }
    for (const path of ['/gzip', '/br']) expect((await get(path)).bytes.toString()).toBe('packed');
  });

  test('that has not changed is empty; the request carried the validators', async () => {
    seen = [];
    const { status, bytes } = await get('/same', { headers: { 'if-none-match': '"1"' } });
    expect([status, bytes.length]).toEqual([304, 0]);
    expect(seen).toMatchObject([{ 'if-none-match': '"1"' }]);
  });

  test.each([
    ['/loop', 'redirects'],
    ['/missing', 'status'],
    ['/odd', 'encoding'],
    ['/half', 'Z_BUF_ERROR'],
  ])('%s is refused: %s', async (path, reason) => {
    expect(await reasonOf(get(path))).toBe(reason);
  });

  test.each([
    ['/endless', 'endless'],
    ['/bomb', 'a bomb of 20 MB in 20 kB'],
    ['/nameless', 'endless without unpacking to anything'],
  ])('%s is cut off: %s', async (path) => {
    expect(await reasonOf(get(path, { maxBytes: 100_000 }))).toBe('large');
  });

  test.each(['/cut', '/nonsense', '/half'])('%s is reported as broken', async (path) => {
    const words = { address: '地址', content: '内容', maxMb: 1, seconds: 1 };
    const explained = get(path).catch((error: unknown) => explainFetch(error, words));
    expect(await explained).toContain('不完整或已损坏');
  });

  test('that drips is cut off at the time limit, however long data has been arriving', async () => {
    expect(await reasonOf(get('/slow', { timeoutMs: 200 }))).toBe('slow');
  });
});

describe('an external address', () => {
  test('keeps no connection open, even where alipay-sdk has replaced Socket.destroy', async () => {
    await import('alipay-sdk');
    await expect(get('/loop')).rejects.toMatchObject({ reason: 'redirects' });
    expect((await get('/endless-redirect')).bytes.toString()).toBe('<rss/>');
    const connections = promisify(server.getConnections.bind(server));
    await expect.poll(() => connections()).toBe(0);
  });

  test('does not receive another origin’s headers after a redirect', async () => {
    seen = [];
    vi.mocked(lookup).mockImplementationOnce(((_: string, __: object, done: (...found: unknown[]) => void) =>
      done(null, [{ address: '127.0.0.1', family: 4 }])) as never);
    const { port } = server.address() as AddressInfo;
    const other = encodeURIComponent(`http://other.example:${port}/feed`);
    await get(`/to?${other}`, { headers: { accept: 'text/xml', 'x-key': 'secret' } });
    expect(seen).toMatchObject([
      { 'x-key': 'secret' },
      { host: `other.example:${port}`, accept: 'text/xml' },
    ]);
    expect(seen[1]).not.toHaveProperty('x-key');
  });

  test.each([
    ['http://127.0.0.1/', 'inside'],
    ['http://0x7f.1/', 'inside'],
    ['http://2130706433/', 'inside'],
    ['http://[::1]/', 'inside'],
    ['http://[::ffff:127.0.0.1]/', 'inside'],
    ['http://[::ffff:a9fe:a9fe]/', 'inside'],
    ['http://169.254.169.254/latest/meta-data', 'inside'],
    ['http://10.0.0.1/', 'inside'],
    ['http://localhost/', 'inside'],
    ['file:///etc/passwd', 'address'],
    ['gopher://example.org/', 'address'],
    ['http://user:secret@example.org/', 'address'],
    ['http://example.org:25/', 'address'],
    ['http://example.org:6379/', 'address'],
    ['feed', 'address'],
  ])('%s is not requested: %s', async (url, reason) => {
    expect(await reasonOf(fetchBytes(url))).toBe(reason);
    // The target of a redirect is checked too; the test may only contact its own server.
    if (!url.includes('127.0.0.1') && !/0x7f|2130706433|localhost/.test(url) && url !== 'feed')
      expect(await reasonOf(get(`/to?${encodeURIComponent(url)}`))).toBe(reason);
  });

  test('whose public name resolves to a private address is refused, and to both is only reached at the public one', async () => {
    const answers = [{ address: '10.0.0.5', family: 4 }];
    vi.mocked(lookup).mockImplementation(((_: string, __: object, done: (...found: unknown[]) => void) =>
      done(null, answers)) as never);
    expect(await reasonOf(fetchBytes('http://rebound.example/'))).toBe('inside');
    answers.push({ address: '127.0.0.1', family: 4 });
    const { port } = server.address() as AddressInfo;
    expect((await fetchBytes(`http://rebound.example:${port}/feed`, { mayConnect })).bytes.toString()).toBe(
      '<rss/>',
    );
  });
});

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchPicture } from './fetch-picture.ts';

let server: Server;
let base: string;
const mayConnect = (address: string) => address === '127.0.0.1';

beforeAll(async () => {
  server = createServer(({ url }, response) => {
    const send = (status: number, headers: Record<string, string>, body = '') =>
      response.writeHead(status, headers).end(body);
    if (url === '/a.png') return send(200, { 'content-type': 'image/png' }, 'PNG');
    if (url === '/moved') return send(302, { location: '/a.png' });
    if (url === '/loop') return send(302, { location: '/loop' });
    if (url === '/inside') return send(302, { location: 'http://169.254.169.254/latest/meta-data' });
    if (url === '/file') return send(302, { location: 'file:///etc/passwd' });
    if (url === '/evil.svg') return send(200, { 'content-type': 'image/svg+xml' }, '<svg/>');
    if (url === '/big') return send(200, { 'content-type': 'image/jpeg' }, 'x'.repeat(5000));
    if (url === '/slow') return;
    return send(404, { 'content-type': 'image/png' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('fetchPicture', () => {
  test('returns the picture with the file extension of its type, after redirects', async () => {
    for (const path of ['/a.png', '/moved'])
      expect(await fetchPicture(base + path, { mayConnect })).toEqual({
        bytes: Buffer.from('PNG'),
        name: 'picture.png',
      });
  });

  test.each(['/loop', '/inside', '/file', '/evil.svg', '/missing'])('refuses %s', async (path) => {
    await expect(fetchPicture(base + path, { mayConnect })).rejects.toThrow();
  });

  test('refuses a picture that is too large or too slow', async () => {
    await expect(fetchPicture(`${base}/big`, { mayConnect, maxBytes: 4999 })).rejects.toThrow('4999');
    await expect(fetchPicture(`${base}/slow`, { mayConnect, timeoutMs: 100 })).rejects.toThrow();
  });

  test('never requests a picture from this machine or its network', async () => {
    await expect(fetchPicture(`${base}/a.png`)).rejects.toThrow('not a public address');
    await expect(fetchPicture('http://localhost/a.png')).rejects.toThrow();
    await expect(fetchPicture('http://[::1]/a.png')).rejects.toThrow('not a public address');
  });
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { serveFiles } from './files.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
  await serveFiles(portal.server, portal.app);
});
afterAll(() => portal.close());

async function saveFile(text: string, name: string): Promise<string> {
  const path = join(portal.app.config.dataDir, 'upload');
  await writeFile(path, text);
  return portal.app.files.saveFrom('000000', path, name);
}
const fetchFile = (url: string, headers = {}) => portal.server.inject({ url, headers });

test('a video is sent in the ranges that a player requests', async () => {
  const address = await saveFile('0123456789', 'a.mp4');
  const part = await fetchFile(address, { range: 'bytes=2-4' });
  expect(part.statusCode).toBe(206);
  expect(part.body).toBe('234');
  expect(part.headers).toMatchObject({ 'content-range': 'bytes 2-4/10', 'content-type': 'video/mp4' });
  expect(part.headers['content-disposition']).toBeUndefined();
  expect((await fetchFile(address, { range: 'bytes=20-' })).statusCode).toBe(416);
  expect((await fetchFile(address)).headers['accept-ranges']).toBe('bytes');
});

test('a document is saved under the name in its link, cannot run scripts on our origin, and is cached for minutes', async () => {
  const address = await saveFile('%PDF-1.7', 'a.pdf');
  const { headers } = await fetchFile(`${address}?name=${encodeURIComponent('年报.pdf')}`);
  expect(headers['content-disposition']).toBe("attachment; filename*=UTF-8''%E5%B9%B4%E6%8A%A5.pdf");
  expect(headers['content-security-policy']).toContain('sandbox');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['cache-control']).toBe('public, max-age=600');
});

test('nothing outside the files folder can be requested', async () => {
  for (const path of [
    '/files/../secret',
    '/files/%2e%2e/secret',
    '/files/..%2F..%2Fetc%2Fpasswd',
    '/files/000000/ab/none.pdf',
  ]) {
    const { statusCode, headers } = await fetchFile(path);
    expect([statusCode, headers['content-type']], path).toEqual([404, 'text/html; charset=utf-8']);
  }
});

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { type StandInS3, startStandInS3 } from '#testing/stand-in-s3.ts';
import { serveFiles } from './files.ts';

let portal: Portal;
let s3: StandInS3;
let bucketPath: string;
let diskPath: string;
beforeAll(async () => {
  s3 = await startStandInS3();
  portal = await openPortal();
  const { files } = portal.app;
  diskPath = await files.save('000000', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'near.svg');
  await portal.ctx.db
    .insertInto('site_settings')
    .values({ name: 'storage', value: JSON.stringify({ ...s3.settings, provider: 's3' }) })
    .execute();
  bucketPath = await files.save('000000', Buffer.from('0123456789'), 'far.mp4');
  await serveFiles(portal.server, portal.app);
});
afterEach(() => s3.recover());
afterAll(async () => {
  await portal.close();
  await s3.close();
});

const fetchFile = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  portal.server.inject({ method, url, headers });

const safeHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cache-control': 'public, max-age=31536000, immutable',
};

test('serves a file from the bucket with the same headers as a file on the disk', async () => {
  expect(s3.objects.size).toBe(1);
  const answers = [await fetchFile(diskPath), await fetchFile(bucketPath)];
  for (const { statusCode, headers } of answers) {
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject(safeHeaders);
  }
  const [disk, bucket] = answers;
  expect(disk?.headers['content-type']).toContain('image/svg+xml');
  expect(bucket?.headers).toMatchObject({ 'content-type': 'video/mp4', 'accept-ranges': 'bytes' });
  expect(bucket?.body).toBe('0123456789');
});

test('serves the requested byte range, and returns 416 for a range outside the file', async () => {
  const part = await fetchFile(bucketPath, { range: 'bytes=2-4' });
  expect(part.statusCode).toBe(206);
  expect(part.headers).toMatchObject({ 'content-range': 'bytes 2-4/10', 'content-length': '3' });
  expect(part.body).toBe('234');
  expect((await fetchFile(bucketPath, { range: 'bytes=99-' })).statusCode).toBe(416);
});

test('returns 404 for an unknown file, and never reads the bucket of another tenant', async () => {
  expect((await fetchFile(bucketPath.replace('.mp4', '.webm'))).statusCode).toBe(404);
  const before = s3.requests.length;
  expect((await fetchFile('/files/000000/..%2f..%2fetc%2fpasswd')).statusCode).toBeGreaterThanOrEqual(400);
  expect((await fetchFile(bucketPath.replace('000000', '100001'))).statusCode).toBe(404);
  expect(s3.requests.length).toBe(before);
});

test('fails only pictures when the bucket is unreachable', async () => {
  s3.fail();
  expect((await fetchFile(bucketPath)).statusCode).toBe(404);
  expect((await fetchFile(diskPath)).statusCode).toBe(200);
  await expect(portal.app.files.save('000000', Buffer.from('x'), 'x.png')).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('文件没有存下'),
  });
  expect((await portal.call('GET /reception/column/getColumnList')).status).toBe(200);
});

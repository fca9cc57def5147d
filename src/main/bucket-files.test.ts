import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { type StandInS3, startStandInS3 } from '#testing/stand-in-s3.ts';
import { serveFiles } from './files.ts';

let portal: Portal;
let s3: StandInS3;
let far: string;
let near: string;
beforeAll(async () => {
  s3 = await startStandInS3();
  portal = await openPortal();
  const { files } = portal.house;
  near = await files.keep('000000', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'near.svg');
  await portal.ctx.db
    .insertInto('site_settings')
    .values({ name: 'storage', value: JSON.stringify({ ...s3.settings, provider: 's3' }) })
    .execute();
  far = await files.keep('000000', Buffer.from('0123456789'), 'far.mp4');
  await serveFiles(portal.app, portal.house);
});
afterEach(() => s3.recover());
afterAll(async () => {
  await portal.close();
  await s3.close();
});

const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  portal.app.inject({ method, url, headers });

const dead = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cache-control': 'public, max-age=31536000, immutable',
};

test('a file in the bucket is handed out as one on the disk is', async () => {
  expect(s3.objects.size).toBe(1);
  const answers = [await ask(near), await ask(far)];
  for (const { statusCode, headers } of answers) {
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject(dead);
  }
  const [disk, bucket] = answers;
  expect(disk?.headers['content-type']).toContain('image/svg+xml');
  expect(bucket?.headers).toMatchObject({ 'content-type': 'video/mp4', 'accept-ranges': 'bytes' });
  expect(bucket?.body).toBe('0123456789');
});

test('a player gets the part it asks for, and is told when there is no such part', async () => {
  const part = await ask(far, { range: 'bytes=2-4' });
  expect(part.statusCode).toBe(206);
  expect(part.headers).toMatchObject({ 'content-range': 'bytes 2-4/10', 'content-length': '3' });
  expect(part.body).toBe('234');
  expect((await ask(far, { range: 'bytes=99-' })).statusCode).toBe(416);
});

test('what is nowhere is not found, and another tenant’s bucket is not asked', async () => {
  expect((await ask(far.replace('.mp4', '.webm'))).statusCode).toBe(404);
  const before = s3.requests.length;
  expect((await ask('/files/000000/..%2f..%2fetc%2fpasswd')).statusCode).toBeGreaterThanOrEqual(400);
  expect((await ask(far.replace('000000', '100001'))).statusCode).toBe(404);
  expect(s3.requests.length).toBe(before);
});

test('when the bucket is gone pictures are missing, and nothing else', async () => {
  s3.fail();
  expect((await ask(far)).statusCode).toBe(404);
  expect((await ask(near)).statusCode).toBe(200);
  await expect(portal.house.files.keep('000000', Buffer.from('x'), 'x.png')).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('文件没有存下'),
  });
  expect((await portal.ask('GET /reception/column/getColumnList')).status).toBe(200);
});

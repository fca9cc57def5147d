import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openConfiguredFiles } from '#kernel/storage/configured-files.ts';
import { openFileStore, type S3Files } from '#kernel/storage/files.ts';
import type { S3Settings } from '#kernel/storage/storage-place.ts';
import { type StandInS3, startStandInS3 } from '#testing/stand-in-s3.ts';
import { openS3Files } from './s3-files.ts';

let s3: StandInS3;
let files: S3Files;
let folder: string;
beforeAll(async () => {
  s3 = await startStandInS3();
  files = openS3Files(s3.settings);
  folder = mkdtempSync(join(tmpdir(), 'guanlan-s3-'));
});
afterAll(async () => {
  files.close();
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

const bytes = Buffer.from('一张图片的字节 🌊');

test('saves a file under the same content name as on disk, and reads it back', async () => {
  const address = await files.save('000000', bytes, '图.PNG');
  expect(await openFileStore(folder).save('000000', bytes, '图.PNG')).toBe(address);
  expect(await files.read('000000', address)).toEqual(bytes);
  expect([...s3.objects.keys()]).toContain(address.replace('/files/', ''));
});

test('returns a part of a file and its range', async () => {
  const address = await files.save('000000', Buffer.from('0123456789'), 'a.txt');
  const part = await files.open('000000', address, 'bytes=2-4');
  expect(part).toMatchObject({ length: 3, range: 'bytes 2-4/10' });
  const chunks: Buffer[] = [];
  for await (const chunk of part?.body ?? []) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toBe('234');
});

test('moves a file in from a path', async () => {
  const path = join(folder, 'large.bin');
  writeFileSync(path, Buffer.alloc(300_000, 7));
  const address = await files.saveFrom('000000', path, 'large.bin');
  expect((await files.read('000000', address))?.length).toBe(300_000);
  await files.delete('000000', address);
  expect(await files.read('000000', address)).toBeNull();
});

test('deletes a person’s own file, and never one named by its content', async () => {
  const own = await files.saveOwn('000000', bytes, 'me.webp');
  const shared = await files.save('000000', bytes, 'a.webp');
  for (const address of [own, shared]) await files.delete('000000', address);
  expect(await files.read('000000', own)).toBeNull();
  expect(await files.read('000000', shared)).toEqual(bytes);
});

test('sends no request for another tenant’s address or one of another format', async () => {
  const address = await files.save('000000', bytes, 'b.png');
  const before = s3.requests.length;
  expect(await files.read('100001', address)).toBeNull();
  expect(await files.read('000000', '/files/000000/../secret')).toBeNull();
  expect(s3.requests.length).toBe(before);
});

test('fails with a wrong secret', async () => {
  const wrong = openS3Files({ ...s3.settings, secretAccessKey: 'another' });
  await expect(wrong.save('000000', bytes, 'c.png')).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
  wrong.close();
});

test('saves files where the back office configures at the time, and still finds those on the disk', async () => {
  let chosen: S3Settings | null = null;
  const store = openConfiguredFiles(openFileStore(folder), async () => chosen);
  const near = await store.save('000000', Buffer.from('near'), 'near.txt');
  chosen = s3.settings;
  const far = await store.save('000000', Buffer.from('far'), 'far.txt');
  expect(s3.objects.has(far.replace('/files/', ''))).toBe(true);
  expect((await store.read('000000', near))?.toString()).toBe('near');
  expect((await store.read('000000', far))?.toString()).toBe('far');
  expect(await store.openRemote('000000', near)).toBeNull();
  chosen = null;
  expect(await store.read('000000', far)).toBeNull();
  store.close();
});

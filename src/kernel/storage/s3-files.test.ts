import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StandInS3, startStandInS3 } from '#testing/stand-in-s3.ts';
import { openChosenFiles } from './chosen-files.ts';
import { openFileStore } from './files.ts';
import { openS3Files, type S3Files, type S3Settings } from './s3-files.ts';

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

test('keeps a file under the name its content has on the disk, too, and reads it back', async () => {
  const address = await files.keep('000000', bytes, '图.PNG');
  expect(await openFileStore(folder).keep('000000', bytes, '图.PNG')).toBe(address);
  expect(await files.read('000000', address)).toEqual(bytes);
  expect([...s3.objects.keys()]).toContain(address.replace('/files/', ''));
});

test('hands out a part of a file, and says which', async () => {
  const address = await files.keep('000000', Buffer.from('0123456789'), 'a.txt');
  const part = await files.open('000000', address, 'bytes=2-4');
  expect(part).toMatchObject({ length: 3, range: 'bytes 2-4/10' });
  const chunks: Buffer[] = [];
  for await (const chunk of part?.body ?? []) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toBe('234');
});

test('takes a file over from a path, which is gone then', async () => {
  const path = join(folder, 'large.bin');
  writeFileSync(path, Buffer.alloc(300_000, 7));
  const address = await files.keepFrom('000000', path, 'large.bin');
  expect((await files.read('000000', address))?.length).toBe(300_000);
  await files.drop('000000', address);
  expect(await files.read('000000', address)).toBeNull();
});

test('drops what is one person’s, and never what is named by its content', async () => {
  const own = await files.keepOwn('000000', bytes, 'me.webp');
  const shared = await files.keep('000000', bytes, 'a.webp');
  for (const address of [own, shared]) await files.drop('000000', address);
  expect(await files.read('000000', own)).toBeNull();
  expect(await files.read('000000', shared)).toEqual(bytes);
});

test('asks nothing of the bucket for another tenant’s address or one of another shape', async () => {
  const address = await files.keep('000000', bytes, 'b.png');
  const before = s3.requests.length;
  expect(await files.read('100001', address)).toBeNull();
  expect(await files.read('000000', '/files/000000/../secret')).toBeNull();
  expect(s3.requests.length).toBe(before);
});

test('a wrong secret is refused by the bucket', async () => {
  const wrong = openS3Files({ ...s3.settings, secretAccessKey: 'another' });
  await expect(wrong.keep('000000', bytes, 'c.png')).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
  wrong.close();
});

test('files go where the desk says at the time, and what was on the disk before is still there', async () => {
  let chosen: S3Settings | null = null;
  const store = openChosenFiles(openFileStore(folder), async () => chosen);
  const near = await store.keep('000000', Buffer.from('near'), 'near.txt');
  chosen = s3.settings;
  const far = await store.keep('000000', Buffer.from('far'), 'far.txt');
  expect(s3.objects.has(far.replace('/files/', ''))).toBe(true);
  expect((await store.read('000000', near))?.toString()).toBe('near');
  expect((await store.read('000000', far))?.toString()).toBe('far');
  expect(await store.openFar('000000', near)).toBeNull();
  chosen = null;
  expect(await store.read('000000', far)).toBeNull();
  store.close();
});

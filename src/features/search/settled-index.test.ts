import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { S3Settings } from '#kernel/storage/storage-place.ts';
import { openSettledIndex } from './settled-index.ts';

let folder: string;
let uri: string;
const open = (format = 1) => openSettledIndex({ uri }, format);
const isSettled = async (format?: number) => (await open(format).look()).isSettled;
const settle = async () => (await open().look()).settle();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'settled-'));
  uri = join(folder, '000000');
  await mkdir(join(uri, 'posts_1.lance'), { recursive: true });
  await writeFile(join(uri, 'posts_1.lance', 'rows'), 'rows');
});
afterEach(() => rm(folder, { recursive: true }));

test('is settled for every process once it was noted, in its format only', async () => {
  expect(await isSettled()).toBe(false);
  await settle();
  expect([await isSettled(), await isSettled(2)]).toEqual([true, false]);
});

test.each([
  ['a new file', () => writeFile(join(uri, 'posts_1.lance', 'more'), '')],
  ['other content of the same size', () => writeFile(join(uri, 'posts_1.lance', 'rows'), 'worn')],
  ['a file that is missing', () => rm(join(uri, 'posts_1.lance', 'rows'))],
  ['the folder missing', () => rm(uri, { recursive: true })],
])('is unsettled by %s', async (_, change) => {
  await settle();
  await change();
  expect(await isSettled()).toBe(false);
});

test('is unsettled by damage that keeps the old time of modification', async () => {
  const file = join(uri, 'posts_1.lance', 'rows');
  const time = new Date('2026-01-01');
  await utimes(file, time, time);
  await settle();
  await writeFile(file, 'worn');
  await utimes(file, time, time);
  expect(await isSettled()).toBe(false);
});

test('notes what was seen, not what changed meanwhile', async () => {
  const state = await open().look();
  await writeFile(join(uri, 'posts_1.lance', 'more'), '');
  await state.settle();
  expect(await isSettled()).toBe(false);
});

test('is never settled in a bucket', async () => {
  const bucket = openSettledIndex(
    { uri: 's3://bucket/000000', bucket: { isPathStyle: true } as S3Settings },
    1,
  );
  await (await bucket.look()).settle();
  expect((await bucket.look()).isSettled).toBe(false);
});

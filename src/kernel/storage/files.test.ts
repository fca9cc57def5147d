import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FileStore, openFileStore } from './files.ts';

let dataDir: string;
let files: FileStore;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'guanlan-files-'));
  files = openFileStore(dataDir);
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

async function fileOf(text: string): Promise<string> {
  const path = join(dataDir, 'upload');
  await writeFile(path, text);
  return path;
}

test('a file taken over is gone where it lay, has an address of its content, and can be dropped', async () => {
  const address = await files.keepFrom('000000', await fileOf('内容'), '年报.PDF');
  expect(address).toMatch(/^\/files\/000000\/[0-9a-f]{2}\/[0-9a-f]{48}\.pdf$/);
  expect(await readdir(dataDir)).toEqual(['files']);
  expect(String(await files.read('000000', address))).toBe('内容');
  expect(await files.keepFrom('000000', await fileOf('内容'), '别名.pdf')).toBe(address);
  expect(await files.keepFrom('000000', await fileOf('别的'), '年报.pdf')).not.toBe(address);
  await files.drop('100001', address);
  expect(await files.read('000000', address)).not.toBeNull();
  await files.drop('000000', address);
  expect(await files.read('000000', address)).toBeNull();
});

test('dropping it takes nothing from what was kept for everybody, of the same bytes', async () => {
  const kept = await files.keep('000000', Buffer.from('内容'), 'a.png');
  const own = await files.keepFrom('000000', await fileOf('内容'), 'a.png');
  await files.drop('000000', own);
  await files.drop('000000', kept);
  expect(await files.read('000000', kept)).not.toBeNull();
});

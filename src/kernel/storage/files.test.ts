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

test('moves a file into the store under an address of its content, from which it can be deleted', async () => {
  const address = await files.saveFrom('000000', await fileOf('内容'), '年报.PDF');
  expect(address).toMatch(/^\/files\/000000\/[0-9a-f]{2}\/[0-9a-f]{48}\.pdf$/);
  expect(await readdir(dataDir)).toEqual(['files']);
  expect(String(await files.read('000000', address))).toBe('内容');
  expect(await files.saveFrom('000000', await fileOf('内容'), '别名.pdf')).toBe(address);
  expect(await files.saveFrom('000000', await fileOf('别的'), '年报.pdf')).not.toBe(address);
  await files.delete('100001', address);
  expect(await files.read('000000', address)).not.toBeNull();
  await files.delete('000000', address);
  expect(await files.read('000000', address)).toBeNull();
});

test('deleting it does not delete the shared file with the same bytes', async () => {
  const saved = await files.save('000000', Buffer.from('内容'), 'a.png');
  const own = await files.saveFrom('000000', await fileOf('内容'), 'a.png');
  await files.delete('000000', own);
  await files.delete('000000', saved);
  expect(await files.read('000000', saved)).not.toBeNull();
});

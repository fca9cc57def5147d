import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { secureDataFolder } from './data-folder.ts';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'guanlan-closed-'));
});
afterEach(() => rmSync(parent, { recursive: true }));

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test('closes a new DATA_DIR to other users of the machine', () => {
  const dataDir = join(parent, 'a', 'data');
  secureDataFolder(dataDir);
  expect(modeOf(dataDir)).toBe(process.getuid?.() === 0 ? '711' : '700');
  const inside = readdirSync(dataDir);
  expect(inside).toEqual(expect.arrayContaining(['files', 'search', 'transfers', 'uploads']));
  for (const name of inside) expect(modeOf(join(dataDir, name)), name).toBe('700');
});

test('closes the folders of an earlier version with their content, and leaves other folders alone', () => {
  for (const name of ['files', 'search', 'of-others']) {
    mkdirSync(join(parent, name));
    chmodSync(join(parent, name), 0o755);
    writeFileSync(join(parent, name, 'kept'), '');
  }
  chmodSync(parent, 0o755);
  secureDataFolder(parent);
  expect(modeOf(join(parent, 'files'))).toBe('700');
  expect(modeOf(join(parent, 'search'))).toBe('700');
  expect(modeOf(join(parent, 'of-others'))).toBe('755');
  expect(modeOf(parent)).toBe('755');
  expect(readdirSync(join(parent, 'files'))).toEqual(['kept']);
});

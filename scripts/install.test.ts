import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const setUp = fileURLToPath(new URL('set-up', import.meta.url));

test('refuses to install through a link, since npm would empty the linked checkout', () => {
  const folder = mkdtempSync(join(tmpdir(), 'guanlan-install-'));
  try {
    const clone = join(folder, 'clone');
    const other = join(folder, 'other');
    for (const made of [clone, other]) mkdirSync(made);
    cpSync(setUp, join(clone, 'scripts', 'set-up'), { recursive: true });
    writeFileSync(join(clone, 'package.json'), '{}');
    writeFileSync(join(clone, 'package-lock.json'), '{"packages":{"node_modules/a":{"version":"1.0.0"}}}');
    writeFileSync(join(other, 'kept'), '');
    symlinkSync(other, join(clone, 'node_modules'));
    const entry = pathToFileURL(join(clone, 'scripts', 'set-up', 'install.mjs')).href;
    const program = `import { ensureInstalled } from ${JSON.stringify(entry)}; ensureInstalled();`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      // If it tries nevertheless, it must not find npm.
      env: { PATH: join(folder, 'nowhere') },
    });
    expect(stderr).toContain('node_modules 是指向');
    expect(status).toBe(1);
    expect(existsSync(join(other, 'kept'))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

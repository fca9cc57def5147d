import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Returns the path of a program, or null. As root on Debian it installs the program's package and logs that first. */
export function ensureProgram(name: string, packageName: string, log: (line: string) => void): string | null {
  const found = findProgram(name);
  if (found || process.getuid?.() !== 0 || !isDebian()) return found;
  log(`${name} was not found: installing the package ${packageName} with apt-get …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', packageName],
  ]) {
    if (spawnSync('apt-get', args, { env, stdio: 'ignore' }).status !== 0) {
      log(`apt-get ${args.join(' ')} failed`);
      break;
    }
  }
  return findProgram(name);
}

/** Returns the path of a program, in PATH or in Debian's system folders; null if there is none. */
function findProgram(name: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  const folder = folders.find((directory) => existsSync(join(directory, name)));
  return folder === undefined ? null : join(folder, name);
}

function isDebian(): boolean {
  return existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
}

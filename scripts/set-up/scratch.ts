import { readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memoryFolder = '/dev/shm';
const minBytes = 4 * 1024 ** 3;

/**
 * Returns where tests put their databases and data folders: in memory if the machine has a large tmpfs, else in the
 * temporary folder. A test database consists of a thousand small files, which a tmpfs creates in a tenth of the time.
 */
export function scratchRoot(): string {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder);
    // PostgreSQL's binaries may be copied there and executed.
    const isExecutable = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .some((line) => line.includes(` ${memoryFolder} tmpfs `) && !/\bnoexec\b/.test(line));
    if (isExecutable && bavail * bsize >= minBytes) return memoryFolder;
  } catch {
    // Not Linux, or the folder does not exist.
  }
  return tmpdir();
}

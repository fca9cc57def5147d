import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IndexPlace } from './index-place.ts';

/**
 * Remembers, across restarts, that an index in a folder was found sound and in need of nothing. While its files stay as
 * they were, it need not be read again, and a process need not load LanceDB, which takes 100 MB.
 */
export type SettledIndex = {
  /** Looks at the files. Always unsettled for a bucket. */
  look(): Promise<SettledState>;
};

/** `settle` notes the files as `look` saw them, so a change that came later unsettles them. */
export type SettledState = { isSettled: boolean; settle(): Promise<void> };

/** @param format a note of another format counts for nothing */
export function openSettledIndex({ uri, bucket }: IndexPlace, format: number): SettledIndex {
  // Beside the folder, where LanceDB takes it for no table.
  const file = `${uri}.settled`;
  return {
    async look() {
      const seen = bucket ? null : await describeFiles(uri, format);
      if (seen === null) return { isSettled: false, settle: async () => undefined };
      const noted = await readFile(file, 'utf8').catch(() => null);
      return { isSettled: noted === seen, settle: () => writeFile(file, seen, { mode: 0o600 }) };
    },
  };
}

/**
 * Returns a hash of names, sizes and times of change, null if there is no file or one cannot be read. A file that is
 * written, replaced or closed to others gets another time of change, which no program can set.
 */
async function describeFiles(folder: string, format: number): Promise<string | null> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    if (paths.length === 0) return null;
    const hash = createHash('sha256').update(`${format}`);
    for (const path of paths.sort()) {
      await access(path, constants.R_OK);
      const { size, ctimeNs, ino } = await stat(path, { bigint: true });
      hash.update(`\n${path.slice(folder.length)} ${size} ${ctimeNs} ${ino}`);
    }
    return hash.digest('hex');
  } catch {
    return null;
  }
}

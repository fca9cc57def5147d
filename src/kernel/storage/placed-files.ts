import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Files that are put where an address of theirs says, as when a whole site comes in. */
export type PlacedFiles = {
  /** Puts bytes at `<tenant>/ab/cdef….png`. @returns false when something is there already, which stays */
  place(key: string, bytes: Uint8Array): Promise<boolean>;
  remove(key: string): Promise<void>;
};

/** @param root the folder of all tenants' files; keys must have been checked, they are taken as paths below it */
export function placeOnDisk(root: string): PlacedFiles {
  return {
    async place(key, bytes) {
      const path = join(root, key);
      if (await stat(path).catch(() => null)) return false;
      await mkdir(dirname(path), { recursive: true });
      const unfinished = `${path}.${process.pid}.part`;
      await writeFile(unfinished, bytes);
      await rename(unfinished, path);
      return true;
    },
    remove: (key) => rm(join(root, key), { force: true }),
  };
}

import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Files written under a given address, for the import of a whole site. */
export type PlacedFiles = {
  /** Writes bytes at `<tenant>/ab/cdef….png`. @returns false if a file exists there, which is kept */
  place(key: string, bytes: Uint8Array): Promise<boolean>;
  remove(key: string): Promise<void>;
};

/** @param root the folder of all tenants' files. Keys must be validated: they are used as paths below it. */
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

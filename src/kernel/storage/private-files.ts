import { randomBytes } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { access, copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import type { Readable } from 'node:stream';

/** Files without a public address, next to those of the store: imported files and exports of the site. */
export type PrivateFiles = {
  /** Moves the file at `path` into the store. @returns its key */
  saveFrom(tenantId: string, path: string, name: string): Promise<string>;
  /** Opens a file; null if there is none. */
  open(tenantId: string, key: string): Promise<Readable | null>;
  /** Deletes a file; does nothing if it is gone. */
  delete(tenantId: string, key: string): Promise<void>;
};

/** `/files/` never serves a path with a segment that begins with a dot. */
const folder = '.private';

export const newPrivateKey = (name: string): string =>
  `private/${randomBytes(16).toString('hex')}${extname(name).toLowerCase()}`;

/** Returns the path of a key within the store; null for an invalid key. */
export function privatePath(tenantId: string, key: string): string | null {
  const [, file] = /^private\/([0-9a-f]{32}(?:\.[a-z0-9]{1,8})?)$/.exec(key) ?? [];
  return file === undefined ? null : `${folder}/${tenantId}/${file}`;
}

/** @param root the folder of all tenants' files */
export function privateOnDisk(root: string): PrivateFiles {
  const pathOf = (tenantId: string, key: string) => {
    const path = privatePath(tenantId, key);
    return path && join(root, path);
  };
  return {
    async saveFrom(tenantId, path, name) {
      const key = newPrivateKey(name);
      const to = pathOf(tenantId, key) ?? '';
      await mkdir(dirname(to), { recursive: true, mode: 0o700 });
      // The upload may be on another file system, from which a file cannot be renamed.
      await copyFile(path, `${to}.part`, constants.COPYFILE_FICLONE);
      await rename(`${to}.part`, to);
      await rm(path, { force: true });
      return key;
    },
    async open(tenantId, key) {
      const path = pathOf(tenantId, key);
      const exists =
        path !== null &&
        (await access(path).then(
          () => true,
          () => false,
        ));
      return exists ? createReadStream(path) : null;
    },
    async delete(tenantId, key) {
      const path = pathOf(tenantId, key);
      if (path) await rm(path, { force: true });
    },
  };
}

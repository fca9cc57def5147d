import { randomBytes } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { access, copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import type { Readable } from 'node:stream';

/** Files that no address leads to, beside those of the store: what is imported, and exports of the site. */
export type PrivateFiles = {
  /** Takes over the file at `path`, which is gone afterwards. @returns the key under which it is kept */
  take(tenantId: string, path: string, name: string): Promise<string>;
  /** Opens a file; null when there is none. */
  open(tenantId: string, key: string): Promise<Readable | null>;
  /** Deletes a file; harmless when it is gone. */
  drop(tenantId: string, key: string): Promise<void>;
};

/** `/files/` serves nothing whose path has a part that begins with a dot. */
const folder = '.private';

export const newPrivateKey = (name: string): string =>
  `private/${randomBytes(16).toString('hex')}${extname(name).toLowerCase()}`;

/** Where the file of a key lies in the store; null for what is no key. */
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
    async take(tenantId, path, name) {
      const key = newPrivateKey(name);
      const to = pathOf(tenantId, key) ?? '';
      await mkdir(dirname(to), { recursive: true, mode: 0o700 });
      // The upload may lie on another disk, from which nothing can be renamed.
      await copyFile(path, `${to}.part`, constants.COPYFILE_FICLONE);
      await rename(`${to}.part`, to);
      await rm(path, { force: true });
      return key;
    },
    async open(tenantId, key) {
      const path = pathOf(tenantId, key);
      const isThere =
        path !== null &&
        (await access(path).then(
          () => true,
          () => false,
        ));
      return isThere ? createReadStream(path) : null;
    },
    async drop(tenantId, key) {
      const path = pathOf(tenantId, key);
      if (path) await rm(path, { force: true });
    },
  };
}

import { createHash, randomBytes } from 'node:crypto';
import { constants, createReadStream, existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { contentDigits, isDeletable, keyOf, ownDigits } from './file-addresses.ts';
import type { PrivateFiles } from './private-files.ts';

/** Files on disk, named by content hash: equal content is stored once, and the content of an address never changes. */
export type FileStore = {
  /** The folder of all tenants' files. */
  readonly root: string;
  /** Saves the bytes and returns their address, `/files/<tenant>/ab/cdef….png`. May be repeated. */
  save(tenantId: string, bytes: Uint8Array, name: string): Promise<string>;
  /**
   * Saves bytes that belong to one person and are deleted with their data. The name is random, since a file named by
   * its content may be shared. @returns the address, as `save`
   */
  saveOwn(tenantId: string, bytes: Uint8Array, name: string): Promise<string>;
  /**
   * Moves the file at `path` into the store. It is named by its content like `save`, but separately from the files of
   * `save`, so that `delete` may delete it. Equal content gets the same address. @returns the address
   */
  saveFrom(tenantId: string, path: string, name: string): Promise<string>;
  /** Returns the bytes at an address of this tenant; null if there are none. */
  read(tenantId: string, address: string): Promise<Buffer | null>;
  /** Deletes a file of `saveOwn` or `saveFrom`. Does nothing if it is gone or the address is not one of this tenant. */
  delete(tenantId: string, address: string): Promise<void>;
};

/** A file, or the requested part of it, as a stream. */
export type S3Stream = {
  body: Readable;
  length: number;
  /** Of a part: `bytes 0-9/100`. */
  range: string | undefined;
};

/** Files in a bucket, under the same names as on disk. Deleting and saving may be repeated. */
export type S3Files = Omit<FileStore, 'root'> & {
  readonly private: PrivateFiles;
  /** Opens a file, or the `range` of it that the client asked for; null if there is none. @throws S3's errors */
  open(tenantId: string, address: string, range?: string): Promise<S3Stream | null>;
  /** Moves the file at `path` to `<tenant>/ab/cdef….png`. */
  moveFrom(key: string, path: string): Promise<void>;
  close(): void;
};

export function openFileStore(dataDir: string): FileStore {
  const root = join(dataDir, 'files');
  const saveAs = async (tenantId: string, hex: string, bytes: Uint8Array, name: string) => {
    const folder = join(root, tenantId, hex.slice(0, 2));
    const file = `${hex.slice(2)}${extname(name).toLowerCase()}`;
    if (!existsSync(join(folder, file))) await writeAtomically(folder, file, bytes);
    return `/files/${tenantId}/${hex.slice(0, 2)}/${file}`;
  };
  return {
    root,
    save: (tenantId, bytes, name) =>
      saveAs(tenantId, createHash('sha256').update(bytes).digest('hex').slice(0, contentDigits), bytes, name),
    saveOwn: (tenantId, bytes, name) =>
      saveAs(tenantId, randomBytes(ownDigits / 2).toString('hex'), bytes, name),
    async saveFrom(tenantId, path, name) {
      const hex = (await hashOf(path)).slice(0, ownDigits);
      const folder = join(root, tenantId, hex.slice(0, 2));
      const file = `${hex.slice(2)}${extname(name).toLowerCase()}`;
      await moveAtomically(path, folder, file);
      return `/files/${tenantId}/${hex.slice(0, 2)}/${file}`;
    },
    async read(tenantId, address) {
      const key = keyOf(tenantId, address);
      return key ? await readFile(join(root, key)).catch(nullIfMissing) : null;
    },
    async delete(tenantId, address) {
      const key = keyOf(tenantId, address);
      if (key && isDeletable(address)) await rm(join(root, key), { force: true });
    },
  };
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

// The same content may be saved twice concurrently, even in one process: each save writes its own temporary file.
const unfinishedName = (file: string) => `.${file}.${randomBytes(6).toString('hex')}`;

// The uploads may be on another file system, from which a file cannot be renamed.
async function moveAtomically(path: string, folder: string, file: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const unfinished = join(folder, unfinishedName(file));
  await copyFile(path, unfinished, constants.COPYFILE_FICLONE);
  await rename(unfinished, join(folder, file));
  await rm(path, { force: true });
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

// A crash leaves a temporary file, never a partial file under its final name.
async function writeAtomically(folder: string, file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true });
  const unfinished = join(folder, unfinishedName(file));
  await writeFile(unfinished, bytes);
  await rename(unfinished, join(folder, file));
}

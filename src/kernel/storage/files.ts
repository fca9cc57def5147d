import { createHash, randomBytes } from 'node:crypto';
import { constants, createReadStream, existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { contentDigits, isOwn, keyOf, ownDigits } from './names.ts';

/** Files on disk, named by their content: the same bytes are kept once and an address never changes its meaning. */
export type FileStore = {
  /** The folder a tenant's files lie in. */
  readonly root: string;
  /** Keeps the bytes and returns their address, `/files/<tenant>/ab/cdef….png`. May be repeated. */
  keep(tenantId: string, bytes: Uint8Array, name: string): Promise<string>;
  /**
   * Keeps bytes that belong to one person and will go with them: under a random name, since what is named by its
   * content may be somebody else's too. @returns their address, as `keep`
   */
  keepOwn(tenantId: string, bytes: Uint8Array, name: string): Promise<string>;
  /**
   * Takes over the file at `path`, which is gone afterwards: named by its content like `keep`, but apart from what
   * `keep` names, so that `drop` can delete it again. The same bytes get the same address. @returns their address
   */
  keepFrom(tenantId: string, path: string, name: string): Promise<string>;
  /** The bytes at an address of this tenant; null when there are none. */
  read(tenantId: string, address: string): Promise<Buffer | null>;
  /** Deletes what `keepOwn` or `keepFrom` kept; harmless when it is gone or the address is none of this tenant's own. */
  drop(tenantId: string, address: string): Promise<void>;
};

export function openFileStore(dataDir: string): FileStore {
  const root = join(dataDir, 'files');
  const keepAs = async (tenantId: string, hex: string, bytes: Uint8Array, name: string) => {
    const folder = join(root, tenantId, hex.slice(0, 2));
    const file = `${hex.slice(2)}${extname(name).toLowerCase()}`;
    if (!existsSync(join(folder, file))) await writeWhole(folder, file, bytes);
    return `/files/${tenantId}/${hex.slice(0, 2)}/${file}`;
  };
  return {
    root,
    keep: (tenantId, bytes, name) =>
      keepAs(tenantId, createHash('sha256').update(bytes).digest('hex').slice(0, contentDigits), bytes, name),
    keepOwn: (tenantId, bytes, name) =>
      keepAs(tenantId, randomBytes(ownDigits / 2).toString('hex'), bytes, name),
    async keepFrom(tenantId, path, name) {
      const hex = (await hashOf(path)).slice(0, ownDigits);
      const folder = join(root, tenantId, hex.slice(0, 2));
      const file = `${hex.slice(2)}${extname(name).toLowerCase()}`;
      await moveWhole(path, folder, file);
      return `/files/${tenantId}/${hex.slice(0, 2)}/${file}`;
    },
    async read(tenantId, address) {
      const key = keyOf(tenantId, address);
      return key ? await readFile(join(root, key)).catch(ifMissing) : null;
    },
    async drop(tenantId, address) {
      const key = keyOf(tenantId, address);
      if (key && isOwn(address)) await rm(join(root, key), { force: true });
    },
  };
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

// The same bytes may be kept twice at once, in one process too: each writes a file of its own, and either is whole.
const unfinishedName = (file: string) => `.${file}.${randomBytes(6).toString('hex')}`;

// The uploads may lie on another disk, from which nothing can be renamed.
async function moveWhole(path: string, folder: string, file: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const unfinished = join(folder, unfinishedName(file));
  await copyFile(path, unfinished, constants.COPYFILE_FICLONE);
  await rename(unfinished, join(folder, file));
  await rm(path, { force: true });
}

function ifMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

// A crash leaves a temporary file, never half a picture under its final name.
async function writeWhole(folder: string, file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true });
  const unfinished = join(folder, unfinishedName(file));
  await writeFile(unfinished, bytes);
  await rename(unfinished, join(folder, file));
}

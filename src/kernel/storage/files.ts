import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** Files on disk, named by their content: the same bytes are kept once and an address never changes its meaning. */
export type FileStore = {
  /** The folder a tenant's files lie in. */
  readonly root: string;
  /** Keeps the bytes and returns their address, `/files/<tenant>/ab/cdef….png`. May be repeated. */
  keep(tenantId: string, bytes: Uint8Array, name: string): Promise<string>;
};

export function openFileStore(dataDir: string): FileStore {
  const root = join(dataDir, 'files');
  return {
    root,
    async keep(tenantId, bytes, name) {
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 40);
      const folder = join(root, tenantId, hash.slice(0, 2));
      const file = `${hash.slice(2)}${extname(name).toLowerCase()}`;
      if (!existsSync(join(folder, file))) await writeWhole(folder, file, bytes);
      return `/files/${tenantId}/${hash.slice(0, 2)}/${file}`;
    },
  };
}

// A crash leaves a temporary file, never half a picture under its final name.
async function writeWhole(folder: string, file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true });
  const unfinished = join(folder, `.${file}.${process.pid}`);
  await writeFile(unfinished, bytes);
  await rename(unfinished, join(folder, file));
}

import { constants, createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { notFound } from '../errors.ts';
import type { StoragePlace } from './storage-place.ts';

/** Backups of a portal, by name. */
export type BackupStore = {
  /** The place for people, without credentials: a folder, or `s3://bucket/prefix`. */
  readonly place: string;
  /** Moves the file at `path` here. An unfinished copy never has the name. @returns the address of the backup */
  saveFrom(path: string, name: string): Promise<string>;
  /** Lists the names of a tenant's backups, newest first. */
  list(tenantId: string): Promise<string[]>;
  /** Copies a backup to `path`. @throws notFound */
  fetch(name: string, path: string): Promise<void>;
  delete(name: string): Promise<void>;
  close(): void;
};

/** A name that sorts by time and says whose backup it is: `guanlan-000000-20261126T031500Z.zip`. */
export const backupName = (tenantId: string, at: Date): string =>
  `guanlan-${tenantId}-${at.toISOString().replace(/[-:]|\.\d+/g, '')}.zip`;

/** Other files of the folder or bucket are neither listed nor deleted. */
const isBackupOf = (tenantId: string, name: string): boolean =>
  name.startsWith(`guanlan-${tenantId}-`) && /^\d{8}T\d{6}Z\.zip$/.test(name.slice(9 + tenantId.length));

const newestOf = (tenantId: string, names: readonly string[]): string[] =>
  names
    .filter((name) => isBackupOf(tenantId, name))
    .sort()
    .reverse();

export async function openBackupStore(target: StoragePlace): Promise<BackupStore> {
  if (target.kind === 'folder') return openFolder(target.path);
  return (await import('#scale/files/backup-bucket.ts')).openBackupBucket(target, newestOf);
}

function openFolder(folder: string): BackupStore {
  return {
    place: folder,
    async saveFrom(path, name) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const unfinished = join(folder, `.${name}.part`);
      // The folder may be on another file system, to which a file cannot be renamed. The copy keeps the mode 0600.
      await copyFile(path, unfinished, constants.COPYFILE_FICLONE);
      await rename(unfinished, join(folder, name));
      await rm(path, { force: true });
      return join(folder, name);
    },
    async list(tenantId) {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      return newestOf(tenantId, names);
    },
    async fetch(name, path) {
      await pipeline(createReadStream(join(folder, name)), createWriteStream(path, { mode: 0o600 })).catch(
        (error: NodeJS.ErrnoException) => {
          throw error.code === 'ENOENT' ? notFound(`${folder} 里没有备份 ${name}`) : error;
        },
      );
    },
    delete: (name) => rm(join(folder, name), { force: true }),
    close: () => undefined,
  };
}

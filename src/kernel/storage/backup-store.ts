import { constants, createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openS3Client } from '#scale/files/s3-files.ts';
import { DomainError, invalid, notFound, unavailable } from '../errors.ts';
import { namePlace, type StoragePlace } from './storage-place.ts';

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

const newestFirst = (names: readonly string[]): string[] => names.toSorted().reverse();

export const openBackupStore = (target: StoragePlace): BackupStore =>
  target.kind === 'folder' ? openFolder(target.path) : openBucket(target);

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
      return newestFirst(names.filter((name) => isBackupOf(tenantId, name)));
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

/** Parts of an upload: 10,000 of them make 160 GB. A single request ends at 5 GB. */
const partBytes = 16 * 1024 * 1024;

function openBucket(target: Extract<StoragePlace, { kind: 's3' }>): BackupStore {
  const { bucket, prefix } = target;
  const { bucket: Bucket } = bucket;
  const place = namePlace(target);
  const base = prefix && `${prefix}/`;
  let opened: ReturnType<typeof openS3Client> | undefined;
  const s3 = () => {
    opened ??= openS3Client(bucket);
    return opened;
  };
  const orExplain = (error: unknown): never => {
    if (error instanceof DomainError) throw error;
    const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
    const reason = $metadata?.httpStatusCode ? `${$metadata.httpStatusCode} ${name}` : '没有响应';
    throw unavailable(`备份的存储桶 ${place} 出错（${reason}），请检查 BACKUP_TO 和它的密钥`, error);
  };
  return {
    place,
    async saveFrom(path, name) {
      const { client } = s3();
      const { Upload } = createRequire(import.meta.url)('@aws-sdk/lib-storage') as Storage;
      const params = { Bucket, Key: base + name, Body: createReadStream(path) };
      await new Upload({ client, params, partSize: partBytes, queueSize: 2 }).done().catch(orExplain);
      await rm(path, { force: true });
      return `${place}/${name}`;
    },
    async list(tenantId) {
      const { client, ListObjectsV2Command } = s3();
      const names: string[] = [];
      let next: string | undefined;
      do {
        const page = await client
          .send(
            new ListObjectsV2Command({
              Bucket,
              Prefix: `${base}guanlan-${tenantId}-`,
              ...(next && { ContinuationToken: next }),
            }),
          )
          .catch(orExplain);
        names.push(...(page.Contents ?? []).map(({ Key = '' }) => Key.slice(base.length)));
        next = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (next);
      return newestFirst(names.filter((name) => isBackupOf(tenantId, name)));
    },
    async fetch(name, path) {
      const { client, GetObjectCommand } = s3();
      const answer = await client
        .send(new GetObjectCommand({ Bucket, Key: base + name }))
        .catch((error: { $metadata?: { httpStatusCode?: number } }) => {
          throw error.$metadata?.httpStatusCode === 404 ? notFound(`${place} 里没有备份 ${name}`) : error;
        })
        .catch(orExplain);
      if (!answer.Body) throw invalid(`${place} 里的备份 ${name} 是空的`);
      await pipeline(answer.Body as Readable, createWriteStream(path, { mode: 0o600 })).catch(orExplain);
    },
    async delete(name) {
      const { client, DeleteObjectCommand } = s3();
      await client.send(new DeleteObjectCommand({ Bucket, Key: base + name })).catch(orExplain);
    },
    close: () => opened?.client.destroy(),
  };
}

type Storage = typeof import('@aws-sdk/lib-storage');

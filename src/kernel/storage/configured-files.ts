import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { unavailable } from '../errors.ts';
import { keyOf } from './file-addresses.ts';
import type { FileStore, S3Files, S3Stream } from './files.ts';
import { type PrivateFiles, privateOnDisk } from './private-files.ts';
import type { S3Settings } from './storage-place.ts';

/** The file store of the site: disk and buckets. */
export type ConfiguredFiles = FileStore & {
  readonly private: PrivateFiles;
  /** Opens a file that is not on the disk, or the `range` of it; null if there is none. @throws S3's errors */
  openRemote(tenantId: string, address: string, range?: string): Promise<S3Stream | null>;
  /**
   * Moves the file at `<tenant>/ab/cdef….png` from the disk of this machine to the bucket, where all machines find it.
   * Does nothing without a bucket, or if the disk has no such file.
   * @throws unavailable
   */
  moveToBucket(tenantId: string, key: string): Promise<void>;
  close(): void;
};

/**
 * Saves new files to the bucket that `choose` returns for the tenant at that moment, or to the disk without one. Files
 * already on the disk are still read and deleted there, so a bucket can be configured at any time. Saving throws
 * unavailable, in Chinese, while the bucket does not answer.
 */
export function openConfiguredFiles(
  disk: FileStore,
  choose: (tenantId: string) => Promise<S3Settings | null>,
): ConfiguredFiles {
  const buckets = new Map<string, { settings: string; files: S3Files }>();
  const bucketOf = async (tenantId: string): Promise<S3Files | null> => {
    const bucketSettings = await choose(tenantId);
    if (!bucketSettings) {
      buckets.delete(tenantId);
      return null;
    }
    const { openS3Files } = await import('#scale/files/s3-files.ts');
    const settings = JSON.stringify(bucketSettings);
    const cached = buckets.get(tenantId);
    if (cached?.settings === settings) return cached.files;
    // The previous client is not closed, since requests may be under way; without requests it holds no resources.
    const files = openS3Files(bucketSettings);
    buckets.set(tenantId, { settings, files });
    return files;
  };
  const local = { ...disk, private: privateOnDisk(disk.root) };
  const storeIn = async (
    tenantId: string,
    save: (
      store: Pick<FileStore, 'save' | 'saveOwn' | 'saveFrom'> & { private: PrivateFiles },
    ) => Promise<string>,
  ): Promise<string> => {
    const bucket = await bucketOf(tenantId);
    if (!bucket) return save(local);
    return save(bucket).catch((error: unknown) => {
      throw unavailable('文件存储暂时没有响应，文件没有存下，请稍后再试', error);
    });
  };
  return {
    root: disk.root,
    save: (tenantId, bytes, name) => storeIn(tenantId, (store) => store.save(tenantId, bytes, name)),
    saveOwn: (tenantId, bytes, name) => storeIn(tenantId, (store) => store.saveOwn(tenantId, bytes, name)),
    saveFrom: (tenantId, path, name) => storeIn(tenantId, (store) => store.saveFrom(tenantId, path, name)),
    async read(tenantId, address) {
      const bytes = await disk.read(tenantId, address);
      return bytes ?? (await bucketOf(tenantId))?.read(tenantId, address) ?? null;
    },
    async delete(tenantId, address) {
      await disk.delete(tenantId, address);
      await (await bucketOf(tenantId))?.delete(tenantId, address);
    },
    private: {
      saveFrom: (tenantId, path, name) =>
        storeIn(tenantId, (store) => store.private.saveFrom(tenantId, path, name)),
      async open(tenantId, key) {
        const onDisk = await local.private.open(tenantId, key);
        return onDisk ?? (await bucketOf(tenantId))?.private.open(tenantId, key) ?? null;
      },
      async delete(tenantId, key) {
        await local.private.delete(tenantId, key);
        await (await bucketOf(tenantId))?.private.delete(tenantId, key);
      },
    },
    async openRemote(tenantId, address, range) {
      const key = keyOf(tenantId, address);
      if (!key || existsSync(join(disk.root, key))) return null;
      return (await bucketOf(tenantId))?.open(tenantId, address, range) ?? null;
    },
    async moveToBucket(tenantId, key) {
      const path = join(disk.root, key);
      const bucket = existsSync(path) ? await bucketOf(tenantId) : null;
      await bucket?.moveFrom(key, path).catch((error: unknown) => {
        throw unavailable('文件存储暂时没有响应', error);
      });
    },
    close() {
      for (const { files } of buckets.values()) files.close();
    },
  };
}

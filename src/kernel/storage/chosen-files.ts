import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { unavailable } from '../errors.ts';
import type { FileStore } from './files.ts';
import { keyOf } from './names.ts';
import { type PrivateFiles, privateOnDisk } from './private-files.ts';
import { openS3Files, type S3Files, type S3Settings, type S3Stream } from './s3-files.ts';

/** The files of the house, wherever they lie. */
export type ChosenFiles = FileStore & {
  readonly private: PrivateFiles;
  /** A file that does not lie on the disk, or the `range` of it; null when there is none. @throws what S3 says */
  openFar(tenantId: string, address: string, range?: string): Promise<S3Stream | null>;
  close(): void;
};

/**
 * Keeps new files in the bucket that `choose` names for a tenant at the time, without one on the disk. What lies on the
 * disk already is still read and dropped there, so that a bucket may be chosen at any time. Keeping throws unavailable,
 * in Chinese, while the bucket does not answer.
 */
export function openChosenFiles(
  disk: FileStore,
  choose: (tenantId: string) => Promise<S3Settings | null>,
): ChosenFiles {
  const buckets = new Map<string, { settings: string; files: S3Files }>();
  const bucketOf = async (tenantId: string): Promise<S3Files | null> => {
    const chosen = await choose(tenantId);
    const settings = JSON.stringify(chosen);
    const held = buckets.get(tenantId);
    if (held?.settings === settings) return held.files;
    // The one before is not closed under files on their way; without requests it holds nothing.
    buckets.delete(tenantId);
    if (!chosen) return null;
    const files = openS3Files(chosen);
    buckets.set(tenantId, { settings, files });
    return files;
  };
  const near = { ...disk, private: privateOnDisk(disk.root) };
  const keeping = async (
    tenantId: string,
    keep: (
      store: Pick<FileStore, 'keep' | 'keepOwn' | 'keepFrom'> & { private: PrivateFiles },
    ) => Promise<string>,
  ): Promise<string> => {
    const bucket = await bucketOf(tenantId);
    if (!bucket) return keep(near);
    return keep(bucket).catch((error: unknown) => {
      throw unavailable('文件存储暂时没有响应，文件没有存下，请稍后再试', error);
    });
  };
  return {
    root: disk.root,
    keep: (tenantId, bytes, name) => keeping(tenantId, (store) => store.keep(tenantId, bytes, name)),
    keepOwn: (tenantId, bytes, name) => keeping(tenantId, (store) => store.keepOwn(tenantId, bytes, name)),
    keepFrom: (tenantId, path, name) => keeping(tenantId, (store) => store.keepFrom(tenantId, path, name)),
    async read(tenantId, address) {
      const near = await disk.read(tenantId, address);
      return near ?? (await bucketOf(tenantId))?.read(tenantId, address) ?? null;
    },
    async drop(tenantId, address) {
      await disk.drop(tenantId, address);
      await (await bucketOf(tenantId))?.drop(tenantId, address);
    },
    private: {
      take: (tenantId, path, name) => keeping(tenantId, (store) => store.private.take(tenantId, path, name)),
      async open(tenantId, key) {
        const onDisk = await near.private.open(tenantId, key);
        return onDisk ?? (await bucketOf(tenantId))?.private.open(tenantId, key) ?? null;
      },
      async drop(tenantId, key) {
        await near.private.drop(tenantId, key);
        await (await bucketOf(tenantId))?.private.drop(tenantId, key);
      },
    },
    async openFar(tenantId, address, range) {
      const key = keyOf(tenantId, address);
      if (!key || existsSync(join(disk.root, key))) return null;
      return (await bucketOf(tenantId))?.open(tenantId, address, range) ?? null;
    },
    close() {
      for (const { files } of buckets.values()) files.close();
    },
  };
}

import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '#kernel/context.ts';
import type { BackupStore } from '#kernel/storage/backup-store.ts';
import type { CopyDependencies } from '../dependencies.ts';
import { type CopyCount, exportSite } from '../export-site.ts';

/** The backup is stored, but not whole. */
export const explainMissing = (files: number): string =>
  `备份已存好，但有 ${files} 个用到的文件不见了，没有备份到，见“详情”`;

export type BackupOptions = {
  name: string;
  /** A folder of this machine for the unfinished archive; created and deleted. */
  workFolder: string;
  /** How many backups of the tenant remain in the store. */
  keep: number;
  /** The row that records this backup: it is unfinished, and a restored site must not continue it. */
  transferId?: string;
  progress?: (done: number, total: number) => void | Promise<void>;
};

export type Backup = CopyCount & {
  /** Its address in the store. */
  storedIn: string;
  archiveBytes: number;
  /** The names of the older backups that were deleted. */
  deleted: string[];
};

/** Writes a backup of the whole site into the store, and then deletes the oldest ones beyond `keep`. */
export async function backUpSite(
  ctx: Context,
  dependencies: CopyDependencies,
  store: BackupStore,
  { name, workFolder, keep, transferId, progress }: BackupOptions,
): Promise<Backup> {
  await rm(workFolder, { recursive: true, force: true });
  await mkdir(workFolder, { recursive: true, mode: 0o700 });
  try {
    const path = join(workFolder, name);
    const count = await exportSite(ctx, dependencies, {
      path,
      scope: 'backup',
      ...(progress && { progress }),
      ...(transferId !== undefined && { withoutTransfer: transferId }),
    });
    const { size } = await stat(path);
    const storedIn = await store.saveFrom(path, name);
    const deleted = (await store.list(ctx.tenant.id)).filter((one) => one !== name).slice(keep - 1);
    for (const old of deleted) await store.delete(old);
    return { ...count, storedIn, archiveBytes: size, deleted };
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}

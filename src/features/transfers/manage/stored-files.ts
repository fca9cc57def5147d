import { createReadStream } from 'node:fs';
import { access, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Context } from '#kernel/context.ts';
import type { TransferDependencies } from './dependencies.ts';

// A transfer's file by the path in its row: a key of the file store, or a path on this machine from an earlier version.

/** Null if the file is gone. */
export async function openStoredFile(
  { tenant }: Pick<Context, 'tenant'>,
  { files }: Pick<TransferDependencies, 'files'>,
  path: string,
): Promise<Readable | null> {
  if (!path.startsWith('/')) return files.private.open(tenant.id, path);
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  return isThere ? createReadStream(path) : null;
}

/** Idempotent. */
export async function deleteStoredFile(
  { tenant }: Pick<Context, 'tenant'>,
  { files }: Pick<TransferDependencies, 'files'>,
  path: string,
): Promise<void> {
  if (path.startsWith('/')) await rm(path, { force: true });
  else await files.private.delete(tenant.id, path);
}

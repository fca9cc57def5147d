import { createReadStream } from 'node:fs';
import { access, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Context } from '#kernel/context.ts';
import type { TransferParts } from './parts.ts';

// The file of a transfer by what its row says: a key of the store, or a path of this machine from an earlier version.

/** Null when it is gone. */
export async function openKept(
  { tenant }: Pick<Context, 'tenant'>,
  { files }: Pick<TransferParts, 'files'>,
  path: string,
): Promise<Readable | null> {
  if (!path.startsWith('/')) return files.private.open(tenant.id, path);
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  return isThere ? createReadStream(path) : null;
}

/** May be repeated. */
export async function dropKept(
  { tenant }: Pick<Context, 'tenant'>,
  { files }: Pick<TransferParts, 'files'>,
  path: string,
): Promise<void> {
  if (path.startsWith('/')) await rm(path, { force: true });
  else await files.private.drop(tenant.id, path);
}

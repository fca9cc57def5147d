import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import type { FileStore } from '#kernel/storage/files.ts';
import {
  deletePictures,
  dropPictures,
  findPicture,
  insertPicture,
  listDropped,
  type PictureKey,
} from './queries.ts';

export type ShareParts = { files: Pick<FileStore, 'read' | 'saveOwn' | 'delete'> };

const deletedAtOnce = 200;

/** Returns the stored picture of this version; null if there is none. */
export async function readSharePicture(
  ctx: Context,
  { files }: ShareParts,
  key: PictureKey,
): Promise<Buffer | null> {
  const address = await findPicture(ctx.db, key);
  return address === undefined ? null : files.read(ctx.tenant.id, address);
}

/** Stores a picture in place of that of an earlier version. A post that was withdrawn meanwhile gets none. */
export async function saveSharePicture(
  ctx: Context,
  { files }: ShareParts,
  key: PictureKey,
  bytes: Uint8Array,
): Promise<void> {
  const address = await files.saveOwn(ctx.tenant.id, bytes, 'share.png');
  const isStored = await inTransaction(ctx, async (trx) => {
    await dropPictures(trx, [key.postId], ctx.now(), key.form);
    return insertPicture(trx, key, address);
  }).catch(async (error: unknown) => {
    await files.delete(ctx.tenant.id, address);
    throw error;
  });
  if (!isStored) await files.delete(ctx.tenant.id, address);
}

/** Deletes the files of dropped pictures. May be repeated: a row goes after its file. */
export async function deleteDroppedPictures(
  ctx: Context,
  { files }: ShareParts,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted) {
    const dropped = await listDropped(ctx.db, deletedAtOnce);
    if (dropped.length === 0) return;
    for (const { address } of dropped) await files.delete(ctx.tenant.id, address);
    await deletePictures(
      ctx.db,
      dropped.map(({ id }) => id),
    );
  }
}

import type { z } from 'zod';
import { recordAction } from '#features/audit/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import type { Upload } from '#kernel/http/calls.ts';
import type { FileStore } from '#kernel/storage/files.ts';
import { type ImageSize, reencodeLogo } from '#kernel/storage/reencode-image.ts';
import { labelOf } from './fields.ts';
import type { pictureInput } from './schema.ts';

/** Maximum sizes in pixels: three times what is shown, for high-density screens. */
const sizes: Readonly<Record<z.output<typeof pictureInput>['field'], ImageSize>> = {
  logo: { width: 1200, height: 400 },
  logoDark: { width: 1200, height: 400 },
  icon: { width: 1024, height: 1024 },
  share: { width: 2400, height: 1260 },
};

/**
 * Stores a picture of the brand. It shows only after the settings are saved with its address.
 * @returns its address with width and height as the fragment
 * @throws the errors of reencodeLogo
 */
export async function uploadPicture(
  ctx: Context,
  files: Pick<FileStore, 'save'>,
  file: Upload,
  { field }: z.output<typeof pictureInput>,
): Promise<string> {
  const { bytes, width, height } = await reencodeLogo(file.bytes, sizes[field], labelOf('site', field));
  const address = await files.save(ctx.tenant.id, bytes, 'a.webp');
  await inTransaction(ctx, (trx) =>
    recordAction(ctx, trx, { action: 'settings.upload', target: 'settings:site', after: { address } }),
  );
  return `${address}#${width}x${height}`;
}

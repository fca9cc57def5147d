import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { fetchBytes } from '#kernel/fetch/fetch-bytes.ts';
import { reencodeImage } from '#kernel/storage/reencode-image.ts';
import { avatarSize } from '../account/service.ts';
import type { IdentityParts } from '../parts.ts';
import { setFirstAvatar } from './wechat-queries.ts';

const limits = { timeoutMs: 8000, maxBytes: 2 * 1024 * 1024 };

/**
 * Makes the picture that a new member has at WeChat their avatar, after the log-in was answered. It is re-encoded and
 * stored here, and never replaces an avatar that the member has. A failure costs only the picture.
 */
export function adoptPicture(
  ctx: Context,
  parts: Pick<IdentityParts, 'files' | 'fetching'>,
  memberId: string,
  address: string,
): void {
  if (address === '') return;
  saveFirstAvatar(ctx, parts, memberId, address).catch((error: unknown) => {
    ctx.log.warn({ err: error, memberId }, 'the picture of a WeChat user was not adopted');
  });
}

async function saveFirstAvatar(
  ctx: Context,
  { files, fetching }: Pick<IdentityParts, 'files' | 'fetching'>,
  memberId: string,
  address: string,
): Promise<void> {
  const { bytes } = await fetchBytes(address, { ...limits, ...fetching });
  const picture = await reencodeImage(bytes, avatarSize, '头像');
  const avatar = await files.saveOwn(ctx.tenant.id, picture, 'avatar.webp');
  const isUsed = await inTransaction(ctx, (trx) => setFirstAvatar(trx, memberId, avatar)).catch(
    async (error: unknown) => {
      await files.delete(ctx.tenant.id, avatar);
      throw error;
    },
  );
  if (!isUsed) await files.delete(ctx.tenant.id, avatar);
}

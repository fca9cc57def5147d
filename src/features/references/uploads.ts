import {
  fetchLinkCard,
  importPictureForWriter,
  type MediaItem,
  uploadForWriter,
} from '#features/media/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { forbidden } from '#kernel/errors.ts';
import type { UploadOnDisk } from '#kernel/http/calls.ts';
import type { ReferenceParts } from './parts.ts';
import { hasSubmitted } from './queries.ts';

type Parts = Pick<ReferenceParts, 'settings' | 'media'>;

/**
 * Stores a file that the caller uploads for a reference. Documents, which readers download, require that the caller has
 * submitted a reference, so that registering alone does not give free file hosting.
 * @throws forbidden for a document by a member who submitted nothing; what uploadForWriter throws
 */
export async function uploadFile(
  ctx: Context,
  parts: Parts,
  file: UploadOnDisk,
  wanted: 'image' | 'file',
): Promise<MediaItem> {
  if (wanted === 'file' && !(await hasSubmitted(ctx.db, requireMemberId(ctx))))
    throw forbidden('提交过内参的作者才能上传文件，请先送审一篇内参；图片不受限制');
  return uploadForWriter(ctx, parts.media, file, wanted, await maxBytesOf(ctx, parts));
}

/**
 * Imports a picture of another site for the caller's reference.
 * @throws what importPictureForWriter throws
 */
export const importPicture = async (ctx: Context, parts: Parts, url: string): Promise<MediaItem> =>
  importPictureForWriter(ctx, parts.media, url, await maxBytesOf(ctx, parts));

/**
 * Fetches what a page of another site says about itself, for a card in the caller's reference.
 * @throws what fetchLinkCard throws
 */
export const fetchCard = (ctx: Context, parts: Parts, url: string) =>
  fetchLinkCard(ctx, parts.media, url, (picture) => importPicture(ctx, parts, picture));

const maxBytesOf = async (ctx: Context, { settings }: Parts): Promise<number> =>
  (await settings(ctx)).references.uploads * 1024 * 1024;

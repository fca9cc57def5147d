import { bringForWriter, type MediaItem, uploadForWriter } from '#features/media/index.ts';
import { memberOf } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { forbidden } from '#kernel/errors.ts';
import type { UploadOnDisk } from '#kernel/http/calls.ts';
import type { ReferenceParts } from './parts.ts';
import { hasSubmitted } from './queries.ts';

type Parts = Pick<ReferenceParts, 'settings' | 'media'>;

/**
 * Takes a file that the caller writes with. Documents, which readers download, are for authors whose reference a reviewer
 * has seen or is to see: nobody hosts files here just by registering.
 * @throws forbidden for a document of anybody else; as uploadForWriter
 */
export async function takeFile(
  ctx: Context,
  parts: Parts,
  file: UploadOnDisk,
  wanted: 'image' | 'file',
): Promise<MediaItem> {
  if (wanted === 'file' && !(await hasSubmitted(ctx.db, memberOf(ctx))))
    throw forbidden('提交过内参的作者才能上传文件，请先送审一篇内参；图片不受限制');
  return uploadForWriter(ctx, parts.media, file, wanted, await maxBytesOf(ctx, parts));
}

/** Brings a picture of another site for the caller to write with. @throws as bringForWriter */
export const takePicture = async (ctx: Context, parts: Parts, url: string): Promise<MediaItem> =>
  bringForWriter(ctx, parts.media, url, await maxBytesOf(ctx, parts));

const maxBytesOf = async (ctx: Context, { settings }: Parts): Promise<number> =>
  (await settings(ctx)).references.uploads * 1024 * 1024;

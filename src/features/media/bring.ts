import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '#kernel/context.ts';
import { invalid } from '#kernel/errors.ts';
import { fetchPicture } from '#kernel/fetch/fetch-picture.ts';
import type { UploadOnDisk } from '#kernel/http/calls.ts';
import type { MediaParts } from './parts.ts';
import type { MediaItem, Uploaded } from './schema.ts';
import { uploadForWriter, uploadMedia } from './service.ts';

/**
 * Brings a picture of another site into the library, as those of a pasted article are: other sites refuse to show
 * theirs on ours, and readers' browsers shall ask nobody else. Only public addresses are asked.
 * @throws invalid when there is no picture to be had, and as uploadMedia
 */
export const bringPicture = (ctx: Context, parts: MediaParts, url: string): Promise<Uploaded> =>
  bring(ctx, parts, url, (file) => uploadMedia(ctx, parts, file, null));

/** The same for a member who writes. @throws as uploadForWriter */
export const bringForWriter = (
  ctx: Context,
  parts: MediaParts,
  url: string,
  maxBytes: number,
): Promise<MediaItem> =>
  bring(ctx, parts, url, (file) => uploadForWriter(ctx, parts, file, 'image', maxBytes));

async function bring<T>(
  ctx: Context,
  parts: MediaParts,
  url: string,
  keep: (file: UploadOnDisk) => Promise<T>,
): Promise<T> {
  const bytes = await fetchPicture(url, parts.fetching).then(
    (picture) => picture.bytes,
    (error: unknown) => {
      ctx.log.info({ err: error, url }, 'a picture stays away');
      throw invalid('图片地址（url）取不到图片，请另存到电脑再上传');
    },
  );
  await mkdir(parts.uploadFolder, { recursive: true });
  const path = join(parts.uploadFolder, randomUUID());
  try {
    await writeFile(path, bytes);
    return await keep({ path, size: bytes.length, name: nameIn(url), type: '' });
  } finally {
    await rm(path, { force: true });
  }
}

/** What an address calls its file, if it does; WeChat's end in a number that means nothing. */
function nameIn(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  if (/^\d*$/.test(last)) return '网络图片';
  // A query is decoded without complaint: bytes that are no UTF-8 become signs of doubt rather than an error.
  return new URLSearchParams(`n=${last.replaceAll('+', '%2B')}`).get('n')?.slice(0, 100) || '网络图片';
}

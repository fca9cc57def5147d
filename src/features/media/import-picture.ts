import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { workOwnerOf } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { invalid, unavailable } from '#kernel/errors.ts';
import { fetchPicture } from '#kernel/fetch/fetch-picture.ts';
import type { UploadOnDisk } from '#kernel/http/calls.ts';
import { WorkQueue } from '#kernel/work-queue.ts';
import type { MediaDependencies } from './dependencies.ts';
import type { MediaItem, Uploaded } from './schema.ts';
import { addImportedFile, countWriterUpload, storeForWriter, uploadMedia } from './service.ts';

/** A picture is held in memory while it is fetched. */
const fetchQueue = new WorkQueue({
  maxRunning: 4,
  maxMembersRunning: 3,
  maxWaiting: 100,
  maxWaitingEach: 20,
  refuse: () => unavailable('正在取的图片太多，请稍后再试'),
});

/**
 * Copies a picture from another site into the library, as for pasted articles: other sites block hotlinking, and
 * readers' browsers must contact no third party. Fetches from public addresses only.
 * @throws invalid if no picture can be fetched, and as uploadMedia
 */
export const importPicture = (
  ctx: Context,
  dependencies: MediaDependencies,
  url: string,
): Promise<Uploaded> =>
  fetchAndStore(ctx, dependencies, url, (file) => uploadMedia(ctx, dependencies, file, null));

/** Does the same for a member who writes. @throws the errors of uploadForWriter */
export async function importPictureForWriter(
  ctx: Context,
  dependencies: MediaDependencies,
  url: string,
  maxBytes: number,
): Promise<MediaItem> {
  await countWriterUpload(ctx);
  return fetchAndStore(ctx, dependencies, url, (file) =>
    storeForWriter(ctx, dependencies, file, 'image', maxBytes),
  );
}

/**
 * Adds a picture or document that an import has read or fetched to the library.
 * @returns its address, and its id if it is new
 * @throws invalid for what is of another kind, damaged or too large
 */
export const storeImportedFile = (
  ctx: Context,
  dependencies: Pick<MediaDependencies, 'files' | 'uploadFolder'>,
  { bytes, address, kind }: { bytes: Uint8Array; address: string; kind: 'image' | 'file' },
  uploadedBy: string | null,
): Promise<{ address: string; newId: string | null }> =>
  storeBytes(dependencies, bytes, fileNameOf(address), (file) =>
    addImportedFile(ctx, dependencies, file, { kind, uploadedBy }),
  );

function fetchAndStore<T>(
  ctx: Context,
  dependencies: MediaDependencies,
  url: string,
  store: (file: UploadOnDisk) => Promise<T>,
): Promise<T> {
  return fetchQueue.run(workOwnerOf(ctx), async () => {
    const bytes = await fetchPicture(url, dependencies.fetching).then(
      (picture) => picture.bytes,
      (error: unknown) => {
        ctx.log.info({ err: error, url }, 'a picture could not be imported');
        throw invalid('图片地址取不到图片，请另存到电脑再上传', 'url');
      },
    );
    return storeBytes(dependencies, bytes, fileNameOf(url), store);
  });
}

async function storeBytes<T>(
  { uploadFolder }: Pick<MediaDependencies, 'uploadFolder'>,
  bytes: Uint8Array,
  name: string,
  store: (file: UploadOnDisk) => Promise<T>,
): Promise<T> {
  await mkdir(uploadFolder, { recursive: true });
  const path = join(uploadFolder, randomUUID());
  try {
    await writeFile(path, bytes);
    return await store({ path, size: bytes.length, name, type: '' });
  } finally {
    await rm(path, { force: true });
  }
}

/** Returns the file name in an address, if any; WeChat's addresses end in a meaningless number. */
function fileNameOf(address: string): string {
  const last = URL.parse(address, 'http://site.invalid')?.pathname.split('/').at(-1) ?? '';
  if (/^\d*$/.test(last)) return '网络图片';
  // URLSearchParams decodes without throwing: invalid UTF-8 becomes replacement characters.
  return new URLSearchParams(`n=${last.replaceAll('+', '%2B')}`).get('n')?.slice(0, 100) || '网络图片';
}

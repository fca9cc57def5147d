import { readFile } from 'node:fs/promises';
import type { Context } from '#kernel/context.ts';
import { type FetchLimits, FetchRefusal } from '#kernel/fetch/fetch-bytes.ts';
import { fetchPicture } from '#kernel/fetch/fetch-picture.ts';
import type { FileStore } from '#kernel/storage/files.ts';
import { type PreparedBody, replaceImages } from './body/index.ts';
import { fileBeside } from './import/index.ts';

/** Where a reference stands: the piece's own file, and the folder pictures may come from. */
export type PictureSource = { file: string; root: string | undefined };

/** Brings the pictures of imported pieces here. */
export type PictureKeeper = {
  /** @returns the picture's address with us, or null when it cannot be had */
  keep(ctx: Context, src: string, from: PictureSource): Promise<string | null>;
};

/**
 * Takes pictures from the folder that is imported and from public hosts of the web. A host that once gave no
 * answer is not asked again: a dead site with a thousand pictures must not cost a thousand waits.
 */
export function createPictureKeeper(files: FileStore, options: FetchLimits = {}): PictureKeeper {
  const silentHosts = new Set<string>();

  async function bring(ctx: Context, src: string): Promise<string | null> {
    const url = URL.parse(src, 'https://guanlan.invalid');
    if (!url || silentHosts.has(url.host)) return null;
    try {
      const { bytes, name } = await fetchPicture(url.href, options);
      return await files.keep(ctx.tenant.id, bytes, name);
    } catch (error) {
      // Errors with a code or of time are the network's; any other was an answer from a host that is there.
      const isSlow = error instanceof FetchRefusal && error.reason === 'slow';
      if (isSlow || (error as NodeJS.ErrnoException).code !== undefined) silentHosts.add(url.host);
      ctx.log.info({ err: error, src }, 'a picture stays away');
      return null;
    }
  }

  return {
    async keep(ctx, src, { file, root }) {
      if (src.startsWith('/files/')) return src;
      if (/^(?:https?:)?\/\//i.test(src)) return bring(ctx, src);
      const path = await fileBeside(file, src, root);
      if (path === null || !/\.(?:svg|png|jpe?g|gif|webp|avif)$/i.test(path)) return null;
      return files.keep(ctx.tenant.id, await readFile(path), path);
    },
  };
}

/**
 * A body whose pictures are ours: `keep` brings one and answers its address; one that cannot be had (null) becomes a
 * link, so that no page asks another host for it.
 */
export async function keepBodyPictures(
  body: PreparedBody,
  keep: (src: string) => Promise<string | null>,
): Promise<PreparedBody> {
  if (body.images.length === 0) return body;
  const kept = new Map<string, { src: string } | null>();
  for (const src of body.images) {
    const address = await keep(src);
    kept.set(src, address === null ? null : { src: address });
  }
  return {
    ...body,
    html: await replaceImages(body.html, kept),
    sourceHtml: body.sourceHtml && (await replaceImages(body.sourceHtml, kept)),
    openHtml: await replaceImages(body.openHtml, kept),
  };
}

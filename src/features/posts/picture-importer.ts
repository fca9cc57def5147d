import { readFile } from 'node:fs/promises';
import type { Context } from '#kernel/context.ts';
import { type FetchLimits, FetchRefusal } from '#kernel/fetch/fetch-bytes.ts';
import { fetchPicture } from '#kernel/fetch/fetch-picture.ts';
import type { FileStore } from '#kernel/storage/files.ts';
import { type PreparedBody, replaceImages } from './body/index.ts';
import { resolveLocalFile } from './import/index.ts';

/** Where a picture reference occurs: the post's own file, and the folder from which pictures may be read. */
export type PictureSource = { file: string; root: string | undefined };

/** Imports the pictures of imported posts into the file store. */
export type PictureImporter = {
  /** @returns the picture's address here, or null if it is unavailable */
  store(ctx: Context, src: string, from: PictureSource): Promise<string | null>;
};

/**
 * Imports pictures from the imported folder and from public web hosts. A host that did not respond once is skipped
 * afterwards, so that a dead site with a thousand pictures does not cost a thousand timeouts.
 */
export function createPictureImporter(files: FileStore, options: FetchLimits = {}): PictureImporter {
  const unresponsiveHosts = new Set<string>();

  async function download(ctx: Context, src: string): Promise<string | null> {
    const url = URL.parse(src, 'https://guanlan.invalid');
    if (!url || unresponsiveHosts.has(url.host)) return null;
    try {
      const { bytes, name } = await fetchPicture(url.href, options);
      return await files.save(ctx.tenant.id, bytes, name);
    } catch (error) {
      // Network errors have a code or are timeouts; any other error is the response of a live host.
      const isSlow = error instanceof FetchRefusal && error.reason === 'slow';
      if (isSlow || (error as NodeJS.ErrnoException).code !== undefined) unresponsiveHosts.add(url.host);
      ctx.log.info({ err: error, src }, 'Could not import a picture');
      return null;
    }
  }

  return {
    async store(ctx, src, { file, root }) {
      if (src.startsWith('/files/')) return src;
      if (/^(?:https?:)?\/\//i.test(src)) return download(ctx, src);
      const path = await resolveLocalFile(file, src, root);
      if (path === null || !/\.(?:svg|png|jpe?g|gif|webp|avif)$/i.test(path)) return null;
      return files.save(ctx.tenant.id, await readFile(path), path);
    },
  };
}

/**
 * Replaces the pictures of a body by imported copies: `store` imports one and returns its address. An unavailable
 * picture (null) becomes a link, so that no page requests another host.
 */
export async function importBodyPictures(
  body: PreparedBody,
  store: (src: string) => Promise<string | null>,
): Promise<PreparedBody> {
  if (body.images.length === 0) return body;
  const replacements = new Map<string, { src: string } | null>();
  for (const src of body.images) {
    const address = await store(src);
    replacements.set(src, address === null ? null : { src: address });
  }
  return {
    ...body,
    html: await replaceImages(body.html, replacements),
    sourceHtml: body.sourceHtml && (await replaceImages(body.sourceHtml, replacements)),
    openHtml: await replaceImages(body.openHtml, replacements),
  };
}

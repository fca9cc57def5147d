import type { Context, Trx } from '#kernel/context.ts';
import { replaceImages } from './body/index.ts';
import { decodeAttribute } from './body/serialise.ts';
import { recordPostMedia } from './media-uses.ts';
import { announce, toChangedPost } from './service.ts';
import { lockUneditedBodies, updateBodyLinks, updateCover } from './write-queries.ts';

/** Pictures that were unavailable at the import, by their original address. */
export type FoundPictures = {
  addresses: ReadonlyMap<string, string>;
  cover: string | null;
};

/**
 * Puts pictures into a post in place of the links that its import left.
 * @returns false for a post that was edited since, or deleted
 */
export async function restorePictures(
  ctx: Context,
  trx: Trx,
  id: string,
  { addresses, cover: newCover }: FoundPictures,
): Promise<boolean> {
  const [post] = await lockUneditedBodies(trx, [id]);
  if (!post) return false;
  const body = {
    html: await putPictures(post.html, addresses),
    open_html: await putPictures(post.open_html, addresses),
    source_html: post.source_html === null ? null : await putPictures(post.source_html, addresses),
  };
  await updateBodyLinks(trx, id, body);
  const cover = post.cover ?? newCover;
  if (cover !== null && post.cover === null) await updateCover(trx, id, cover);
  await recordPostMedia(ctx, trx, id, [{ html: body.source_html ?? body.html, cover }]);
  await announce(ctx, trx, [toChangedPost(post)], 'changed');
  return true;
}

// Stored bodies are serialised by us: attributes are in double quotes, and `<` and `>` in them are escaped.
const pictureLink = /<a\b[^<>]*?\shref="([^"]*)"[^<>]*>图片(?:：([^<]*))?<\/a>/g;

/** Replaces the links of unavailable pictures in a stored body; the body is shaped again around them. */
export async function putPictures(html: string, addresses: ReadonlyMap<string, string>): Promise<string> {
  const put = html.replace(pictureLink, (link, href: string, alt: string | undefined) => {
    const address = addresses.get(decodeAttribute(href));
    return address === undefined
      ? link
      : `<img src="${address}" alt="${(alt ?? '').replaceAll('"', '&quot;')}">`;
  });
  if (put === html) return html;
  return replaceImages(put, new Map([...addresses.values()].map((src) => [src, { src }])));
}

import type { PostDetail, PostRecord } from '#features/posts/schema.ts';
import { sharePicturePath } from '#shared/share-picture.ts';
import type { Site } from '../../site.ts';
import { sameSitePicture } from '../post/post-text.ts';

/**
 * Returns the path of the picture that stands for a post wherever it is shared: `og:image`, cards of WeChat, structured
 * data. It is the cover, or the drawn card, also for a cover that is a drawing: no program that shows links draws SVG.
 */
export function sharePictureOf(post: PostRecord | PostDetail, site: Pick<Site, 'version'>): string {
  const cover = sameSitePicture(post.cover);
  return cover && !/\.svg$/i.test(cover) ? cover : sharePicturePath(post, site.version, 'card');
}

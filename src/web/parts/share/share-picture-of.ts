import type { PostDetail, PostRecord } from '#features/posts/schema.ts';
import { sharePicturePath } from '#shared/share-picture.ts';
import type { Site } from '../../site.ts';
import { sameSitePicture } from '../post/post-text.ts';

/**
 * Returns the path of the picture that stands for a post wherever it is shared: `og:image`, cards of WeChat, structured
 * data. It is the cover, or the drawn card.
 */
export const sharePictureOf = (post: PostRecord | PostDetail, site: Pick<Site, 'version'>): string =>
  sameSitePicture(post.cover) ?? sharePicturePath(post, site.version, 'card');

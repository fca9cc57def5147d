import { detailPath } from '#client/routes.ts';
import type { PostDetail } from '#features/posts/schema.ts';
import type { Head } from '../../page.ts';
import { ownPicture } from '../../parts/piece/piece-text.ts';
import { authorPath } from '../../parts/story.ts';
import type { Site } from '../../site.ts';

/** What the tab, search engines and shared links are told of a piece. */
export function describeDetail(piece: PostDetail, site: Site): Head {
  const { id, title, summary, columnId, columnName, cover, state, publishedAt } = piece;
  return {
    title: `${title} - ${columnName} - ${site.name}`,
    description: summary,
    canonical: detailPath(columnId, id),
    image: ownPicture(cover),
    isNoindex: state !== 'published',
    publishedAt,
    jsonLd: newsArticle(piece, site),
  };
}

/**
 * The piece as schema.org's NewsArticle. Made from what every teaser shows, never from the body; the locked part
 * is named by the class of the paywall that stands in its place (PROTOCOLS, "Search engines and sharing").
 */
function newsArticle(piece: PostDetail, site: Site): object {
  const { title, summary, publishedAt, cover, columnName, access, author, tags } = piece;
  const address = (path: string) => (path.startsWith('/') ? site.url + path : path);
  const isFree = access === 'public';
  return {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: title,
    description: summary,
    datePublished: publishedAt,
    ...(cover && { image: [address(cover)] }),
    articleSection: columnName,
    ...(tags.length > 0 && { keywords: tags.join(',') }),
    author: { '@type': 'Person', name: author.name, url: address(authorPath(author.id)) },
    publisher: { '@type': 'Organization', name: site.name },
    mainEntityOfPage: address(detailPath(piece.columnId, piece.id)),
    inLanguage: 'zh-CN',
    isAccessibleForFree: isFree,
    ...(!isFree && {
      hasPart: { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector: '.paywall' },
    }),
  };
}

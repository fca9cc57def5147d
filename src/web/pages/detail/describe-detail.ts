import { columnPath, detailPath } from '#client/routes.ts';
import type { PostDetail } from '#features/posts/schema.ts';
import { authorPath } from '#shared/site-paths.ts';
import type { Head } from '../../page.ts';
import { sharePictureOf } from '../../parts/share/share-picture-of.ts';
import type { Site } from '../../site.ts';

/** Returns the metadata of a post for the tab, search engines and shared links. */
export function describeDetail(post: PostDetail, site: Site): Head {
  const { id, title, summary, columnId, columnName, state, publishedAt } = post;
  return {
    title: `${title} - ${columnName} - ${site.name}`,
    headline: title,
    description: summary,
    canonical: detailPath(columnId, id),
    image: sharePictureOf(post, site),
    isNoindex: state !== 'published',
    publishedAt,
    jsonLd: [newsArticle(post, site), breadcrumbs(post, site), cambrian(post, site)],
  };
}

/**
 * Returns the post as a schema.org NewsArticle, made from what every teaser shows and never from the body. The locked
 * part is marked by the CSS class of the paywall (docs/product.md §23).
 */
function newsArticle(post: PostDetail, site: Site): object {
  const { title, summary, publishedAt, updatedAt, columnName, access, author, coAuthors, tags } = post;
  const absoluteUrl = (path: string) => site.url + path;
  const isFree = access === 'public';
  const authors = [author, ...coAuthors].map(({ id, name }) => ({
    '@type': 'Person',
    name,
    url: absoluteUrl(authorPath(id)),
  }));
  return {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: title,
    description: summary || undefined,
    datePublished: publishedAt,
    dateModified: latest(publishedAt, updatedAt),
    image: [absoluteUrl(sharePictureOf(post, site))],
    articleSection: columnName,
    ...(tags.length > 0 && { keywords: tags.join(',') }),
    author: authors.length === 1 ? authors[0] : authors,
    publisher: { '@type': 'Organization', name: site.name },
    mainEntityOfPage: absoluteUrl(detailPath(post.columnId, post.id)),
    inLanguage: 'zh-CN',
    isAccessibleForFree: isFree,
    ...(!isFree && {
      hasPart: { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector: '.paywall' },
    }),
  };
}

/** The way from the column to the post, as the page shows it. */
const breadcrumbs = ({ id, title, columnId, columnName }: PostDetail, site: Site): object => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: [
    { name: site.name, path: site.home },
    { name: columnName, path: columnPath(columnId) },
    { name: title, path: detailPath(columnId, id) },
  ].map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: site.url + path,
  })),
});

/** Baidu's fields of a page with a date (https://ziyuan.baidu.com/contexts/cambrian.jsonld); times are of Shanghai. */
const cambrian = (post: PostDetail, site: Site): object => ({
  '@context': 'https://ziyuan.baidu.com/contexts/cambrian.jsonld',
  '@id': site.url + detailPath(post.columnId, post.id),
  title: post.title,
  images: [site.url + sharePictureOf(post, site)],
  description: post.summary || undefined,
  pubDate: post.publishedAt.slice(0, 19),
  upDate: latest(post.publishedAt, post.updatedAt).slice(0, 19),
});

// A scheduled post changed last before it came out.
const latest = (publishedAt: string, updatedAt: string): string =>
  Date.parse(updatedAt) > Date.parse(publishedAt) ? updatedAt : publishedAt;

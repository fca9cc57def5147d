import { detailPath } from '#client/routes.ts';
import type { SyndicatedPost } from '#features/posts/index.ts';
import { authorPath } from '#shared/site-paths.ts';
import { bodyOf, type Channel, identityOf } from './rss.ts';

/** Returns a JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/) with the same entries as the RSS feed. */
export function writeJsonFeed(
  { title, description, base, page, self }: Channel,
  posts: readonly SyndicatedPost[],
): string {
  const items = posts.map((post) => ({
    id: identityOf(base, post.id),
    url: base + detailPath(post.columnId, post.id),
    title: post.title,
    content_html: bodyOf(base, post),
    summary: post.summary || undefined,
    image: post.cover ? absolute(base, post.cover) : undefined,
    date_published: post.publishedAt,
    authors: post.authors.map(({ id, name }) => ({ name, url: base + authorPath(id) })),
    tags: [post.columnName, ...post.tags],
  }));
  return `${JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: base + page,
    feed_url: self === null ? undefined : base + self,
    description,
    language: 'zh-CN',
    items,
  })}\n`;
}

const absolute = (base: string, address: string): string =>
  address.startsWith('/') ? base + address : address;

import { detailPath } from '#client/routes.ts';
import type { SyndicatedPost } from '#features/posts/index.ts';
import { xmlHead, xmlMarkup, xmlText } from '#shared/text/xml.ts';

export type Channel = {
  title: string;
  description: string;
  /** The origin of the site, such as `https://news.example.cn`. */
  base: string;
  /** The paths of the page that shows the same posts, and of the feed itself. */
  page: string;
  /** Null for a feed whose address is a secret. */
  self: string | null;
};

/** Returns an RSS 2.0 document, with the text in `content:encoded`. */
export function writeRss(
  { title, description, base, page, self }: Channel,
  posts: readonly SyndicatedPost[],
): string {
  const [newest] = posts;
  return `${xmlHead}<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${xmlText(title)}</title><link>${xmlText(base + page)}</link><description>${xmlText(description)}</description><language>zh-CN</language>
${self === null ? '' : `<atom:link href="${xmlText(base + self)}" rel="self" type="application/rss+xml"/>\n`}${newest ? `<lastBuildDate>${toRfc822(newest.publishedAt)}</lastBuildDate>\n` : ''}${posts.map((post) => writeItem(base, post)).join('')}</channel></rss>
`;
}

function writeItem(base: string, post: SyndicatedPost): string {
  const address = xmlText(base + detailPath(post.columnId, post.id));
  return `<item><title>${xmlText(post.title)}</title><link>${address}</link><guid isPermaLink="false">${xmlText(identityOf(base, post.id))}</guid><pubDate>${toRfc822(post.publishedAt)}</pubDate>${post.authors.map(({ name }) => `<dc:creator>${xmlText(name)}</dc:creator>`).join('')}<category>${xmlText(post.columnName)}</category>${post.tags.map((tag) => `<category>${xmlText(tag)}</category>`).join('')}${post.summary && `<description>${xmlText(post.summary)}</description>`}<content:encoded>${xmlMarkup(bodyOf(base, post))}</content:encoded></item>
`;
}

/** The identity of a post in feed readers, which does not change when the post moves to another column. */
export const identityOf = (base: string, id: string): string => `${base}/mobileDetail?id=${id}`;

/** Returns the text with absolute URLs and, if it is only a teaser, a link to the rest. */
export function bodyOf(base: string, { html, locked, columnId, id }: SyndicatedPost): string {
  const absoluteHtml = html.replace(/\b(src|href)="\/(?!\/)/g, `$1="${base}/`);
  const address = xmlText(base + detailPath(columnId, id));
  return locked ? `${absoluteHtml}<p><a href="${address}">阅读全文</a></p>` : absoluteHtml;
}

const toRfc822 = (iso: string): string => new Date(iso).toUTCString();

/** Returns an Atom 1.0 document (RFC 4287). Every entry carries its text. */
export function writeAtom(
  { title, description, base, page, self }: Channel & { self: string },
  posts: readonly SyndicatedPost[],
): string {
  // A feed must state when it last changed, even if it is empty (RFC 4287 §4.1.1).
  const updated = posts[0]?.publishedAt ?? '1970-01-01T00:00:00Z';
  return `${xmlHead}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="zh-CN"><title>${xmlText(title)}</title><subtitle>${xmlText(description)}</subtitle><id>${xmlText(base + self)}</id><updated>${updated}</updated><link href="${xmlText(base + page)}"/><link rel="self" href="${xmlText(base + self)}"/>
${posts.map((post) => writeEntry(base, post)).join('')}</feed>
`;
}

function writeEntry(base: string, post: SyndicatedPost): string {
  const address = xmlText(base + detailPath(post.columnId, post.id));
  return `<entry><title>${xmlText(post.title)}</title><id>${address}</id><link href="${address}"/><published>${post.publishedAt}</published><updated>${post.publishedAt}</updated>${post.authors.map(({ name }) => `<author><name>${xmlText(name)}</name></author>`).join('')}<category term="${xmlText(post.columnName)}"/>${post.summary && `<summary>${xmlText(post.summary)}</summary>`}<content type="html">${xmlText(bodyOf(base, post))}</content></entry>
`;
}

import { detailPath } from '#client/routes.ts';
import { xmlHead, xmlText } from '#shared/text/xml.ts';

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Returns the index of the sitemap: the news of two days, the part with the pages that are not posts, and the parts with posts. */
export function writeSitemapIndex(base: string, parts: readonly number[]): string {
  const addresses = [
    '/sitemap-news.xml',
    '/sitemap-pages.xml',
    ...parts.map((part) => `/sitemap-${part}.xml`),
  ];
  const lines = addresses.map((path) => `<sitemap><loc>${xmlText(base + path)}</loc></sitemap>\n`);
  return `${xmlHead}<sitemapindex ${namespace}>\n${lines.join('')}</sitemapindex>\n`;
}

export function writeSitemapPages(base: string, paths: readonly string[]): string {
  const lines = paths.map((path) => `<url><loc>${xmlText(base + path)}</loc></url>\n`);
  return `${xmlHead}<urlset ${namespace}>\n${lines.join('')}</urlset>\n`;
}

const newsNamespace = 'xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"';

type NewsPost = { id: string; column_id: string; title: string; published_at: Date };

/** Returns the news sitemap (Google News): posts of the last two days with title and time. */
export function writeNewsSitemap(base: string, siteName: string, posts: readonly NewsPost[]): string {
  const publication = `<news:publication><news:name>${xmlText(siteName)}</news:name><news:language>zh-cn</news:language></news:publication>`;
  const lines = posts.map(
    ({ id, column_id, title, published_at }) =>
      `<url><loc>${xmlText(base + detailPath(column_id, id))}</loc><news:news>${publication}<news:publication_date>${published_at.toISOString()}</news:publication_date><news:title>${xmlText(title)}</news:title></news:news></url>\n`,
  );
  return `${xmlHead}<urlset ${namespace} ${newsNamespace}>\n${lines.join('')}</urlset>\n`;
}

type SitemapPost = { id: string; column_id: string; updated_at: Date };

/** Returns a part with posts, each with the day of its last change. */
export function writeSitemapPart(base: string, posts: readonly SitemapPost[]): string {
  const lines = posts.map(
    ({ id, column_id, updated_at }) =>
      `<url><loc>${xmlText(base + detailPath(column_id, id))}</loc><lastmod>${updated_at.toISOString()}</lastmod></url>\n`,
  );
  return `${xmlHead}<urlset ${namespace}>\n${lines.join('')}</urlset>\n`;
}

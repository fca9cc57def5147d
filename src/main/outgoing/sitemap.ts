import { detailPath } from '#client/routes.ts';
import { xmlHead, xmlText } from './xml.ts';

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Returns the index of the sitemap: the part with the pages that are not posts, and the parts with posts. */
export function writeSitemapIndex(base: string, parts: readonly number[]): string {
  const addresses = ['/sitemap-pages.xml', ...parts.map((part) => `/sitemap-${part}.xml`)];
  const lines = addresses.map((path) => `<sitemap><loc>${xmlText(base + path)}</loc></sitemap>\n`);
  return `${xmlHead}<sitemapindex ${namespace}>\n${lines.join('')}</sitemapindex>\n`;
}

export function writeSitemapPages(base: string, paths: readonly string[]): string {
  const lines = paths.map((path) => `<url><loc>${xmlText(base + path)}</loc></url>\n`);
  return `${xmlHead}<urlset ${namespace}>\n${lines.join('')}</urlset>\n`;
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

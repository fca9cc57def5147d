/** Paths that search engines must not crawl: the back office, personal pages, calls, endless queries. */
const disallowedPaths = [
  '/admin',
  '/api/',
  '/personal',
  '/login',
  '/password',
  '/search',
  '/index/search',
  '/mobileDetail',
  '/preview',
  '/feed/private',
];

export const writeRobots = (base: string): string =>
  [
    'User-agent: *',
    ...disallowedPaths.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${base}/sitemap.xml`,
    '',
  ].join('\n');

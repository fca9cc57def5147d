/** What search engines have no business with: the back office, what is personal, calls, endless queries. */
const closed = [
  '/admin',
  '/api/',
  '/personal',
  '/login',
  '/password',
  '/search',
  '/index/search',
  '/mobileDetail',
];

export const writeRobots = (base: string): string =>
  [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${base}/sitemap.xml`,
    '',
  ].join('\n');

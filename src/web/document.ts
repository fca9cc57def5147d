import { type Head, shareImageOf } from './page.ts';
import type { Site } from './site.ts';

export type DocumentParts = {
  head: Head;
  body: string;
  /** From `serializeJson`. */
  payload: string;
  /** URLs of the assets that the page needs, from the build manifest. */
  assets: { styles: string[]; scripts: string[]; preloads: string[]; start: string; head?: string };
  site: Site;
  /** The links to the icons, as HTML. */
  brandHead: string;
};

/**
 * Returns the whole HTML document in pieces (`encodeHtml`). It contains no inline script: data is embedded as JSON, and the
 * script of the head is a file (CSP).
 */
export function renderDocument({ head, body, payload, assets, site, brandHead }: DocumentParts): string[] {
  const { title, description, canonical, isNoindex, jsonLd, feed, publishedAt } = head;
  const image = shareImageOf(head, site);
  const address = canonical && site.url ? escapeHtml(site.url + canonical) : undefined;
  const start = `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${escapeHtml(title)}</title>
${description ? `<meta name="description" content="${escapeHtml(description)}">` : ''}
${isNoindex ? '<meta name="robots" content="noindex">' : ''}${address ? `<link rel="canonical" href="${address}"><meta property="og:url" content="${address}">` : ''}
${feedLinks({ path: '/feed', title: site.name })}${feed ? feedLinks(feed) : ''}
<meta property="og:type" content="${publishedAt ? 'article' : 'website'}">${
    publishedAt ? `<meta property="article:published_time" content="${escapeHtml(publishedAt)}">` : ''
  }${description ? `<meta property="og:description" content="${escapeHtml(description)}">` : ''}
<meta property="og:title" content="${escapeHtml(title)}"><meta property="og:site_name" content="${escapeHtml(site.name)}">${
    image
      ? `<meta property="og:image" content="${escapeHtml(site.url + image)}"><meta name="twitter:card" content="summary_large_image">`
      : '<meta name="twitter:card" content="summary">'
  }
<meta name="color-scheme" content="light dark"><meta name="theme-color" content="#fcfbf8" media="(prefers-color-scheme: light)"><meta name="theme-color" content="#141517" media="(prefers-color-scheme: dark)">
<meta name="applicable-device" content="pc,mobile">${brandHead}
<script src="${assets.start}"></script>
${assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('')}
${assets.head ?? ''}${assets.preloads.map((href) => `<link rel="modulepreload" href="${href}">`).join('')}
${[jsonLd ?? []]
  .flat()
  .map((data) => `<script type="application/ld+json">${serializeJson(data)}</script>`)
  .join('')}</head>
<body><div id="root">`;
  const end = assets.scripts.map((src) => `<script type="module" src="${src}"></script>`).join('');
  return [
    start,
    body,
    '</div>\n<script type="application/json" id="payload">',
    payload,
    `</script>\n${end}</body></html>`,
  ];
}

const feedLinks = ({ path, title }: NonNullable<Head['feed']>): string =>
  [
    ['rss+xml', 'xml'],
    ['feed+json', 'json'],
  ]
    .map(
      ([type, ending]) =>
        `<link rel="alternate" type="application/${type}" title="${escapeHtml(title)}" href="${escapeHtml(path)}.${ending}">`,
    )
    .join('');

/** Serialises JSON so that it can neither close its script element nor break JavaScript that contains it. */
export const serializeJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const escapeHtml = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? '',
  );

import type { Head } from '#web/page.ts';
import { stockPath } from '#web/parts/story.ts';
import type { Site } from '#web/site.ts';
import type { StockPage } from '../schema.ts';
import type { StockData } from './load-stock.ts';
import { kindNames, stockFilterAddress } from './stock-filter.ts';

// ISO 10383 codes, with which schema.org writes ticker symbols.
const exchangeCodes: Readonly<Record<string, string>> = { SH: 'XSHG', SZ: 'XSHE', BJ: 'BJSE' };

/** Returns the metadata of a security's page for the tab, search engines and shared links. */
export function describeStock({ stock, filter, posts }: StockData, site: Site): Head {
  const { code, name } = stock;
  const what = filter.kind === null ? '资讯、文章和内参' : kindNames[filter.kind];
  const titles = posts?.records.slice(0, 3).map((record) => record.title) ?? [];
  return {
    title: `${name}（${code}）的${filter.kind === null ? '资讯与研究' : what} - ${site.name}`,
    description: `${site.name}发布的写到${name}（${code}）的${what}${titles.length > 0 ? `。最新：${titles.join('；')}` : ''}`,
    canonical: stockFilterAddress(filter),
    isNoindex: !posts?.records.length,
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'CollectionPage',
      name: `${name}（${code}）`,
      url: site.url + stockPath(code),
      about: describeSecurity(stock),
      isPartOf: { '@type': 'WebSite', name: site.name, url: site.url },
    },
  };
}

function describeSecurity({ code, name, market, board, aliases }: StockPage): object {
  if (board === 'index') return { '@type': 'Thing', name, identifier: code };
  const exchange = exchangeCodes[market];
  return {
    '@type': 'Corporation',
    name,
    tickerSymbol: exchange ? `${exchange} ${code}` : code,
    ...(aliases.length > 0 && { alternateName: aliases }),
  };
}

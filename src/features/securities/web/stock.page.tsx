import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { slotsOf } from '#client/slots.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { TabNav } from '#ui/controls/tabs.tsx';
import { Main } from '#ui/layout/main.tsx';
import { Section } from '#ui/layout/section.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { SectionError } from '#ui/states/notice.tsx';
import { withoutAlerts } from '#web/api.ts';
import { definePage, type Head } from '#web/page.ts';
import { Crumbs } from '#web/parts/home-links.tsx';
import type { StockSlot } from '#web/parts/market/stock-slot.ts';
import { InfiniteStories } from '#web/parts/story/infinite-stories.tsx';
import { stockPath } from '#web/parts/story.ts';
import { useInfiniteList } from '#web/parts/use-infinite-list.ts';
import { useWhileVisible } from '#web/parts/use-while-visible.ts';
import { type Site, useFetchCall } from '#web/site.ts';
import type { StockPage, StockQuote } from '../schema.ts';
import { fetchStockPosts, loadStock, type StockData, type StockPosts } from './load-stock.ts';
import { kindNames, listedKinds, type StockFilter, stockFilterAddress } from './stock-filter.ts';
import { StockHead } from './stock-head.tsx';

const slots = slotsOf(
  import.meta.glob<{ slot: StockSlot }>('../../*/web/**/stock.*.slot.tsx', { eager: true }),
);

/** The page of a security: quote, charts, and the posts that name it by kind. */
export const page = definePage<StockData>({
  parameters: ['code', 'kind'],
  // Quotes are not purged: the page expires after 30 s, and the browser refreshes them.
  tags: () => ['posts', 'columns', 'stocks', 'contest'],
  load: loadStock,
  describe: (data, _pageLocation, site) => describeStock(data, site),
  isPersonal: true,
  Page: ({ data }) => <StockView key={data.stock.code} data={data} />,
});

function StockView({ data: { stock, filter, posts } }: { data: StockData }) {
  const { revalidate } = useRevalidator();
  const quote = useStockQuote(stock);
  return (
    <Main>
      <Crumbs items={[{ name: '证券' }, { name: stock.name }]} />
      <StockHead stock={stock} quote={quote} />
      {quote &&
        slots.map(({ id, title, Content }) => (
          <Section key={id} id={id} title={title}>
            <Content quote={{ code: stock.code, name: stock.name, ...quote }} />
          </Section>
        ))}
      <Section id="posts" title={`写到${stock.name}的内容`}>
        <KindTabs stock={stock} filter={filter} />
        {posts ? (
          <Posts key={filter.kind} stock={stock} filter={filter} first={posts} />
        ) : (
          <SectionError noun="内容" onRetry={() => void revalidate()} />
        )}
      </Section>
    </Main>
  );
}

const quoteRefreshMs = 15_000;

/** The quote that came with the page, which may be 30 s old, then refreshed while the tab is visible. */
function useStockQuote({ code, quote }: StockPage): StockQuote | null {
  const fetchCall = useFetchCall();
  const [latest, setLatest] = useState<StockQuote | null>(null);
  useWhileVisible(
    async () => setLatest((await fetchCall('GET /reception/stock', { code }, { isSilent: true })).quote),
    quoteRefreshMs,
    quote !== null,
  );
  return latest && quote && latest.at > quote.at ? latest : quote;
}

const totalCap = 1000;

function KindTabs({ stock: { code, totals }, filter }: { stock: StockPage; filter: StockFilter }) {
  const kinds = listedKinds.filter((kind) => totals[kind] > 0 || kind === filter.kind);
  const sum = listedKinds.reduce((total, kind) => total + totals[kind], 0);
  // A capped count is not a count.
  const countOf = (count: number) =>
    listedKinds.some((kind) => totals[kind] >= totalCap) ? undefined : count;
  return (
    <TabNav
      label="内容类型"
      items={[
        {
          label: '全部',
          count: countOf(sum),
          href: stockFilterAddress({ code, kind: null }),
          current: filter.kind === null,
        },
        ...kinds.map((kind) => ({
          label: kindNames[kind],
          count: countOf(totals[kind]),
          href: stockFilterAddress({ code, kind }),
          current: kind === filter.kind,
        })),
      ]}
    />
  );
}

function Posts({ stock, filter, first }: { stock: StockPage; filter: StockFilter; first: StockPosts }) {
  const fetchCall = useFetchCall();
  const list = useInfiniteList(
    first,
    ({ id }) => id,
    (cursor) => fetchStockPosts(withoutAlerts(fetchCall), filter, cursor),
  );
  if (list.records.length === 0) return <NoPosts stock={stock} filter={filter} />;
  return <InfiniteStories list={list} level={3} />;
}

function NoPosts({ stock: { code, name }, filter: { kind } }: { stock: StockPage; filter: StockFilter }) {
  const [label, href] =
    kind === null
      ? ['在站内搜索', `/search?keyword=${encodeURIComponent(name)}`]
      : ['看全部内容', stockFilterAddress({ code, kind: null })];
  return (
    <EmptyState
      title={`还没有写到${name}的${kind === null ? '内容' : kindNames[kind]}`}
      actions={
        <ButtonLink size="s" href={href}>
          {label}
        </ButtonLink>
      }
    >
      <p>加自选后，有新内容会在消息里告诉你。</p>
    </EmptyState>
  );
}

// ISO 10383 codes, with which schema.org writes ticker symbols.
const exchangeCodes: Readonly<Record<string, string>> = { SH: 'XSHG', SZ: 'XSHE', BJ: 'BJSE' };

/** Returns the metadata of a security's page for the tab, search engines and shared links. */
function describeStock({ stock, filter, posts }: StockData, site: Site): Head {
  const { code, name } = stock;
  const what = filter.kind === null ? '资讯和文章' : kindNames[filter.kind];
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

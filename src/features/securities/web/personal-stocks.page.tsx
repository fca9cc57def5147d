import { useState } from 'react';
import { changeOf, toneOf, writePrice, writeReturn } from '#shared/market.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { TabNav } from '#ui/controls/tabs.tsx';
import { Link } from '#ui/link.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import type { FetchCall } from '#web/api.ts';
import { Figure } from '#web/parts/market/figure.tsx';
import { TradeTable, TwoLineCell } from '#web/parts/market/trade-table.tsx';
import { definePersonalPage } from '#web/parts/personal/define-personal-page.tsx';
import { ListBar } from '#web/parts/personal/list-bar.tsx';
import { InfiniteStories } from '#web/parts/story/infinite-stories.tsx';
import { stockPath } from '#web/parts/story.ts';
import { useInfiniteList } from '#web/parts/use-infinite-list.ts';
import { useWhileVisible } from '#web/parts/use-while-visible.ts';
import { WatchButton } from '#web/parts/user-state/action-button.tsx';
import { recordUserState } from '#web/parts/user-state/record-user-state.ts';
import { useFetchCall } from '#web/site.ts';
import type { StockPostPage, WatchedStock } from '../schema.ts';
import s from './stocks-page.module.css';

type Data = { stocks: WatchedStock[] } | { feed: StockPostPage };

/** The securities the member watches, and the posts that name them. A removed one stays until the next visit. */
export const page = definePersonalPage<Data>({
  title: '自选股',
  load: async ({ fetchCall, pageLocation: { query } }) =>
    query.get('view') === 'feed'
      ? { feed: await fetchFeed(fetchCall) }
      : { stocks: await fetchStocks(fetchCall) },
  Body: ({ data }) => (
    <>
      <TabNav
        label="自选股"
        items={[
          { label: '股票', href: '/personal/stocks', current: 'stocks' in data },
          { label: '相关内容', href: '/personal/stocks?view=feed', current: 'feed' in data },
        ]}
      />
      {'stocks' in data ? <Stocks first={data.stocks} /> : <Feed first={data.feed} />}
    </>
  ),
});

async function fetchStocks(fetchCall: FetchCall): Promise<WatchedStock[]> {
  const userState = recordUserState();
  const stocks = await fetchCall('GET /member/watchedStocks', undefined, { isSilent: true });
  for (const { code } of stocks) userState.stock({ code, watched: true });
  return stocks;
}

async function fetchFeed(fetchCall: FetchCall, cursor = ''): Promise<StockPostPage> {
  const userState = recordUserState();
  const page = await fetchCall(
    'GET /member/watchedFeed',
    { size: 20, ...(cursor && { cursor }) },
    { isSilent: true },
  );
  userState.records(page.records);
  return page;
}

const quoteRefreshMs = 15_000;

const columns = [
  { label: '证券', under: '代码' },
  { label: '最新价', isFigure: true },
  { label: '涨跌幅', isFigure: true },
  { label: '自选', isFigure: true },
];

function Stocks({ first }: { first: WatchedStock[] }) {
  const fetchCall = useFetchCall();
  const [latest, setLatest] = useState(first);
  useWhileVisible(
    async () => setLatest(await fetchCall('GET /member/watchedStocks', undefined, { isSilent: true })),
    quoteRefreshMs,
    first.length > 0,
  );
  if (first.length === 0) return <NoStocks />;
  const quotes = new Map(latest.map(({ code, quote }) => [code, quote]));
  return (
    <>
      <ListBar>
        共 <span className="fig">{first.length}</span> 只，新加的在前
      </ListBar>
      <TradeTable
        label="自选股"
        columns={columns}
        rows={first.map(({ id, code, name, quote: firstQuote }) => {
          const quote = quotes.get(code) ?? firstQuote;
          const change = quote && changeOf(quote.last, quote.previousClose);
          return {
            key: id,
            cells: [
              <TwoLineCell
                key="name"
                over={<Link href={stockPath(code)}>{name}</Link>}
                under={<Figure>{code}</Figure>}
              />,
              <Figure key="last" tone={toneOf(change)}>
                {writePrice(quote?.last ?? null)}
              </Figure>,
              <Figure key="change" tone={toneOf(change)}>
                {quote?.isSuspended ? '停牌' : writeReturn(change)}
              </Figure>,
              <span key="watch" className={s.watch}>
                <WatchButton code={code} name={name} />
              </span>,
            ],
          };
        })}
      />
    </>
  );
}

function Feed({ first }: { first: StockPostPage }) {
  const fetchCall = useFetchCall();
  const list = useInfiniteList(
    first,
    ({ id }) => id,
    (cursor) => fetchFeed(fetchCall, cursor),
  );
  if (list.records.length === 0)
    return (
      <EmptyState
        title="还没有写到自选股的内容"
        actions={
          <ButtonLink size="s" href="/personal/stocks">
            看自选股
          </ButtonLink>
        }
      >
        <p>资讯和文章写到你的自选股时，会出现在这里，也会在消息里告诉你。</p>
      </EmptyState>
    );
  return <InfiniteStories list={list} level={2} />;
}

const NoStocks = () => (
  <EmptyState
    illustration="search"
    title="还没有自选股"
    actions={
      <ButtonLink size="s" href="/search">
        搜索股票
      </ButtonLink>
    }
  >
    <p>在证券页面按“加自选”，行情和写到它的内容都会在这里，也可以在消息里收到提醒。</p>
  </EmptyState>
);

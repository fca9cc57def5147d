import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useRevalidator } from 'react-router';
import { toasts } from '#client/toasts.ts';
import { StateLabel } from '#ui/display/tag.tsx';
import { Link } from '#ui/link.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { SectionError } from '#ui/states/notice.tsx';
import { FootNote } from '#web/parts/market/figure.tsx';
import { useWhileVisible } from '#web/parts/use-while-visible.ts';
import { useFetchCall } from '#web/site.ts';
import type { ContestOrder, ContestQuote, ContestSeason } from '../../schema.ts';
import { contestAddress, playerPath } from '../contest-choice.ts';
import { TradeHead, TradeLayout } from '../trade-layout.tsx';
import { AccountPart } from './account-part.tsx';
import { ActivePart } from './active-part.tsx';
import { formatOrderPrice, sideNames } from './order-facts.ts';
import { Portfolio, type PortfolioView } from './portfolio.tsx';
import { QuotePart } from './quote-part.tsx';
import { Search } from './search.tsx';
import { Charts } from './stock.charts.slot.tsx';
import type { Side } from './ticket.ts';
import { FloatingTradeBar, scrollToTicket, TicketPart, useTicket } from './ticket-part.tsx';
import type { TradeData } from './trade-data.ts';
import { tradeAddress } from './trade-data.ts';
import { useAccount } from './use-account.ts';
import { useQuote } from './use-quote.ts';

const seasonRefreshMs = 60_000;

export function Trade({ season, data }: { season: ContestSeason; data: TradeData }) {
  const { choice } = data;
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { state } = useLocation();
  const { quote, isLost } = useQuote(data.quote);
  const own = useAccount(season);
  useFillToasts(season.id, own.open);
  const [ticket, change] = useTicket(quote, isSell(state) ? 'sell' : 'buy');
  const [view, setView] = useState<PortfolioView>('holdings');
  const ticketRef = useRef<HTMLElement>(null);
  // Trading opens and closes with the clock, and no event announces it.
  useWhileVisible(revalidate, seasonRefreshMs);

  const choose = useCallback(
    (code: string, side: Side = 'buy') => {
      if (code === choice.code) {
        change({ type: 'side', side });
        scrollToTicket(ticketRef.current);
      } else void navigate(tradeAddress({ ...choice, code }), { state: { side } });
    },
    [choice, change, navigate],
  );

  return (
    <>
      <TradeHead
        season={season.name}
        state={<SessionState season={season} />}
        links={<Links season={season} isSeasonChosen={choice.season !== null} />}
      />
      {own.account && <AccountPart account={own.account} />}
      <TradeLayout
        ticketRef={ticketRef}
        search={<Search seasonId={season.id} choice={choice} />}
        market={<Market data={data} quote={quote} isLost={isLost} onRetry={() => void revalidate()} />}
        aside={<ActivePart seasonId={season.id} choice={choice} />}
        ticket={
          <TicketPart
            {...{ season, quote, own, ticket, change }}
            onSent={() => {
              setView('orders');
              void own.reload();
            }}
          />
        }
        portfolio={
          season.me?.playerId && (
            <Portfolio
              {...{ season, own, view }}
              onView={setView}
              chosen={choice.code}
              onChoose={choose}
              onChanged={() => void own.reload()}
            />
          )
        }
      />
      {quote && season.state !== 'ended' && !season.me?.isDisqualified && (
        <FloatingTradeBar
          ticket={ticketRef}
          onChoose={(side) => {
            change({ type: 'side', side });
            scrollToTicket(ticketRef.current);
          }}
        />
      )}
    </>
  );
}

/** True if the player came from one of their holdings: then the ticket sells. */
const isSell = (state: unknown): boolean => (state as { side?: Side } | null)?.side === 'sell';

function SessionState({ season: { state, isSessionOpen, sessions } }: { season: ContestSeason }) {
  if (state === 'ended') return <StateLabel tone="off">赛季已结束</StateLabel>;
  if (state === 'upcoming') return <StateLabel tone="wait">赛季未开始</StateLabel>;
  if (isSessionOpen) return <StateLabel tone="ok">交易中</StateLabel>;
  return (
    <>
      <StateLabel tone="off">休市</StateLabel> 交易时间 {sessions}
    </>
  );
}

function Links({ season, isSeasonChosen }: { season: ContestSeason; isSeasonChosen: boolean }) {
  const linkedSeason = isSeasonChosen ? season.id : null;
  return (
    <>
      <Link className="link" href={contestAddress({ season: linkedSeason, board: 'season' })}>
        榜单
      </Link>
      {season.me?.playerId && (
        <Link className="link" href={playerPath(season.me.playerId)}>
          我的战绩
        </Link>
      )}
      <Link className="link" href="/gszb/rules">
        比赛规则
      </Link>
    </>
  );
}

type MarketProps = {
  data: TradeData;
  quote: ContestQuote | null;
  isLost: boolean;
  onRetry: () => void;
};

function Market({ data: { choice, quoteFault }, quote, isLost, onRetry }: MarketProps) {
  if (quote)
    return (
      <>
        <QuotePart quote={quote} isLost={isLost} />
        <Charts quote={quote} />
        <FootNote>模拟交易，不涉及真实资金，不构成投资建议。</FootNote>
      </>
    );
  if (quoteFault === 'failed') return <SectionError noun="行情" onRetry={onRetry} />;
  if (quoteFault === 'missing')
    return (
      <EmptyState illustration="search" title={`没有代码为 ${choice.code} 的证券`}>
        <p>在上面的搜索框里输入代码、名称或拼音首字母，找到要交易的模拟证券。</p>
      </EmptyState>
    );
  return (
    <EmptyState illustration="search" title="先找一只模拟证券">
      <p>在上面的搜索框里输入代码、名称或拼音首字母，看它的行情再下单。</p>
    </EmptyState>
  );
}

/** Shows a toast when an open order has been filled, whatever part of the page is visible. */
function useFillToasts(seasonId: string, open: readonly ContestOrder[] | undefined): void {
  const load = useFetchCall();
  const openIdsBefore = useRef<readonly string[]>([]);
  useEffect(() => {
    const openIds = open?.map(({ id }) => id) ?? [];
    // Orders of a season that the reader has just left are not announced.
    const closedIds = open ? openIdsBefore.current.filter((id) => !openIds.includes(id)) : [];
    openIdsBefore.current = openIds;
    if (closedIds.length === 0) return;
    load('GET /member/contest/orders', { seasonId, state: 'filled', size: '50' }, { isSilent: true }).then(
      ({ records }) => showFillToast(records.filter(({ id }) => closedIds.includes(id))),
      () => undefined,
    );
  }, [load, seasonId, open]);
}

function showFillToast(filled: readonly ContestOrder[]): void {
  const [order] = filled;
  if (!order?.fill) return;
  toasts.success(
    filled.length === 1
      ? `模拟成交：${sideNames[order.side]} ${order.name} ${order.quantity.toLocaleString('en-US')} 股，成交价 ${formatOrderPrice(order.fill.price)} 元`
      : `模拟成交 ${filled.length} 笔`,
  );
}

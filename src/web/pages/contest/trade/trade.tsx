import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useRevalidator } from 'react-router';
import { toasts } from '#client/toasts.ts';
import type { ContestOrder, ContestQuote, ContestSeason } from '#features/contest/schema.ts';
import { Link } from '#ui/link.tsx';
import { State } from '#ui/marks/tag.tsx';
import { PartFailed } from '#ui/states/notice.tsx';
import { Void } from '#ui/states/void.tsx';
import { useWhileVisible } from '../../../parts/use-while-visible.ts';
import { useAsk } from '../../../site.ts';
import { contestAddress, playerPath } from '../contest-choice.ts';
import { FootNote } from '../figure.tsx';
import { TradeDesk, TradeHead } from '../trade-layout.tsx';
import { AccountPart } from './account-part.tsx';
import { ActivePart } from './active-part.tsx';
import { Charts } from './charts.tsx';
import type { TradeData } from './load-trade.ts';
import { tradeAddress } from './load-trade.ts';
import { sideNames, spellPrice } from './order-facts.ts';
import { Portfolio, type PortfolioView } from './portfolio.tsx';
import { QuotePart } from './quote-part.tsx';
import { Search } from './search.tsx';
import type { Side } from './ticket.ts';
import { BarToTicket, TicketPart, toTicket, useTicket } from './ticket-part.tsx';
import { useAccount } from './use-account.ts';
import { useQuote } from './use-quote.ts';

const seasonMs = 60_000;

/** A season's market, the ticket, and what the player has. */
export function Trade({ season, data }: { season: ContestSeason; data: TradeData }) {
  const { choice } = data;
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { state } = useLocation();
  const { quote, isLost } = useQuote(data.quote);
  const own = useAccount(season);
  useFillNews(season.id, own.open);
  const [ticket, change] = useTicket(quote, isSell(state) ? 'sell' : 'buy');
  const [view, setView] = useState<PortfolioView>('holdings');
  const desk = useRef<HTMLElement>(null);
  // Whether orders are taken changes with the clock, and nobody tells.
  useWhileVisible(revalidate, seasonMs);

  const choose = useCallback(
    (code: string, side: Side = 'buy') => {
      if (code === choice.code) {
        change({ type: 'side', side });
        toTicket(desk.current);
      } else void navigate(tradeAddress({ ...choice, code }), { state: { side } });
    },
    [choice, change, navigate],
  );

  return (
    <>
      <TradeHead
        season={season.name}
        state={<SessionState season={season} />}
        links={<Links season={season} isNamed={choice.season !== null} />}
      />
      {own.account && <AccountPart account={own.account} />}
      <TradeDesk
        ticketRef={desk}
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
        <BarToTicket
          ticket={desk}
          onChoose={(side) => {
            change({ type: 'side', side });
            toTicket(desk.current);
          }}
        />
      )}
    </>
  );
}

/** Where a holding was pressed, the next ticket sells. */
const isSell = (state: unknown): boolean => (state as { side?: Side } | null)?.side === 'sell';

function SessionState({ season: { state, isSessionOpen, sessions } }: { season: ContestSeason }) {
  if (state === 'ended') return <State tone="off">赛季已结束</State>;
  if (state === 'upcoming') return <State tone="wait">赛季未开始</State>;
  if (isSessionOpen) return <State tone="ok">交易中</State>;
  return (
    <>
      <State tone="off">休市</State> 交易时间 {sessions}
    </>
  );
}

function Links({ season, isNamed }: { season: ContestSeason; isNamed: boolean }) {
  const named = isNamed ? season.id : null;
  return (
    <>
      <Link className="link" href={contestAddress({ season: named, board: 'season' })}>
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
  if (quoteFault === 'failed') return <PartFailed noun="行情" onRetry={onRetry} />;
  if (quoteFault === 'missing')
    return (
      <Void art="search" title={`没有代码为 ${choice.code} 的证券`}>
        <p>在上面的搜索框里输入代码、名称或拼音首字母，找到要交易的模拟证券。</p>
      </Void>
    );
  return (
    <Void art="search" title="先找一只模拟证券">
      <p>在上面的搜索框里输入代码、名称或拼音首字母，看它的行情再下单。</p>
    </Void>
  );
}

/** Says when an order that waited has been filled, wherever on the page the player looks. */
function useFillNews(seasonId: string, open: readonly ContestOrder[] | undefined): void {
  const ask = useAsk();
  const waited = useRef<readonly string[]>([]);
  useEffect(() => {
    const waiting = open?.map(({ id }) => id) ?? [];
    // Of a season that is just left nothing is told.
    const gone = open ? waited.current.filter((id) => !waiting.includes(id)) : [];
    waited.current = waiting;
    if (gone.length === 0) return;
    ask('GET /member/contest/orders', { seasonId, state: 'filled', size: '50' }, { isSilent: true }).then(
      ({ records }) => tell(records.filter(({ id }) => gone.includes(id))),
      () => undefined,
    );
  }, [ask, seasonId, open]);
}

function tell(filled: readonly ContestOrder[]): void {
  const [one] = filled;
  if (!one?.fill) return;
  toasts.success(
    filled.length === 1
      ? `模拟成交：${sideNames[one.side]} ${one.name} ${one.quantity.toLocaleString('en-US')} 股，成交价 ${spellPrice(one.fill.price)} 元`
      : `模拟成交 ${filled.length} 笔`,
  );
}

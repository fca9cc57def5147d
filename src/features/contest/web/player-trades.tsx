import { writeMoney, writePrice } from '#shared/market.ts';
import { LoadMore } from '#ui/controls/pagination.tsx';
import { Link } from '#ui/link.tsx';
import { SectionNote } from '#ui/states/notice.tsx';
import { Figure, FootNote } from '#web/parts/market/figure.tsx';
import { TradeTable, TwoLineCell } from '#web/parts/market/trade-table.tsx';
import { stockPath } from '#web/parts/story.ts';
import { useInfiniteList } from '#web/parts/use-infinite-list.ts';
import { useSiteContext } from '#web/site.ts';
import type { ContestTrade } from '../schema.ts';
import { loadTrades, type PlayerData, type TradesPage } from './player-data.ts';
import { formatMoment, sideNames } from './trade/order-facts.ts';

const columns = [
  { label: '证券' },
  { label: '方向', under: '时间' },
  { label: '成交价', under: '数量', isFigure: true },
  { label: '成交额（元）', isFigure: true, desktopOnly: true },
];

/** A player's trades; other people see them some trade days later. */
export function PlayerTrades({ data: { player, season }, first }: { data: PlayerData; first: TradesPage }) {
  const { fetchCall, today } = useSiteContext();
  const list = useInfiniteList(
    first,
    ({ id }) => id,
    (cursor) => loadTrades(fetchCall, player.id, cursor),
  );
  const isDelayed = !player.isMe && season.delayDays > 0;
  const note = isDelayed
    ? `成交在 ${season.delayDays} 个交易日之后公开。`
    : player.isMe && season.delayDays > 0
      ? `你自己的成交立即可见，别人要在 ${season.delayDays} 个交易日之后才能看到。`
      : '';
  if (list.records.length === 0) return <SectionNote>还没有可以公开的成交。{note}</SectionNote>;
  return (
    <>
      <TradeTable
        label={`${player.name}的成交记录`}
        columns={columns}
        rows={list.records.map((trade) => ({ key: trade.id, cells: cellsOf(trade, today) }))}
      />
      {first.cursor !== null && (
        <div ref={list.sentinel}>
          <LoadMore state={list.state} noun="更早的成交" onMore={list.more} />
        </div>
      )}
      {note && <FootNote>{note}</FootNote>}
    </>
  );
}

const cellsOf = ({ code, name, side, price, quantity, filledAt }: ContestTrade, today: string) => [
  <TwoLineCell
    key="name"
    over={<Link href={stockPath(code)}>{name}</Link>}
    under={<span className="fig">{code}</span>}
  />,
  <TwoLineCell
    key="side"
    over={<Figure tone={side === 'buy' ? 'rise' : 'fall'}>{sideNames[side]}</Figure>}
    under={<time dateTime={filledAt}>{formatMoment(filledAt, today)}</time>}
  />,
  <TwoLineCell key="price" over={writePrice(price)} under={`${quantity.toLocaleString('en-US')} 股`} />,
  writeMoney(Math.floor((price * quantity + 5) / 10)),
];

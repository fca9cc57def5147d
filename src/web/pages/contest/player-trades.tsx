import type { ContestTrade } from '#features/contest/schema.ts';
import { writeMoney, writePrice } from '#shared/market.ts';
import { LoadMore } from '#ui/controls/pagination.tsx';
import { PartNote } from '#ui/states/notice.tsx';
import { useEndless } from '../../parts/use-endless.ts';
import { useSurroundings } from '../../site.ts';
import { Figure, FootNote } from './figure.tsx';
import { askTrades, type PlayerData, type TradeStretch } from './player-data.ts';
import { sideNames, spellMoment } from './trade/order-facts.ts';
import { Pair, TradeTable } from './trade-table.tsx';

const columns = [
  { label: '证券' },
  { label: '方向', under: '时间' },
  { label: '成交价', under: '数量', isFigure: true },
  { label: '成交额（元）', isFigure: true, deskOnly: true },
];

/** What a player traded; others see it some trade days later. */
export function PlayerTrades({ data: { player, season }, first }: { data: PlayerData; first: TradeStretch }) {
  const { ask, today } = useSurroundings();
  const list = useEndless(
    first,
    ({ id }) => id,
    (cursor) => askTrades(ask, player.id, cursor),
  );
  const isDelayed = !player.isMe && season.delayDays > 0;
  const note = isDelayed
    ? `成交在 ${season.delayDays} 个交易日之后公开。`
    : player.isMe && season.delayDays > 0
      ? `你自己的成交立即可见，别人要在 ${season.delayDays} 个交易日之后才能看到。`
      : '';
  if (list.records.length === 0) return <PartNote>还没有可以公开的成交。{note}</PartNote>;
  return (
    <>
      <TradeTable
        label={`${player.name}的成交记录`}
        columns={columns}
        rows={list.records.map((trade) => ({ key: trade.id, cells: cellsOf(trade, today) }))}
      />
      {first.cursor !== null && (
        <div ref={list.foot}>
          <LoadMore state={list.state} noun="更早的成交" onMore={list.more} />
        </div>
      )}
      {note && <FootNote>{note}</FootNote>}
    </>
  );
}

const cellsOf = ({ code, name, side, price, quantity, filledAt }: ContestTrade, today: string) => [
  <Pair key="name" over={name} under={<span className="fig">{code}</span>} />,
  <Pair
    key="side"
    over={<Figure tone={side === 'buy' ? 'rise' : 'fall'}>{sideNames[side]}</Figure>}
    under={<time dateTime={filledAt}>{spellMoment(filledAt, today)}</time>}
  />,
  <Pair key="price" over={writePrice(price)} under={`${quantity.toLocaleString('en-US')} 股`} />,
  writeMoney(Math.floor((price * quantity + 5) / 10)),
];

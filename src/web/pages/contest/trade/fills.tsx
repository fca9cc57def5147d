import type { ContestOrder } from '#features/contest/schema.ts';
import { toneOf, writeGain, writeMoney, writePrice } from '#shared/market.ts';
import { useSurroundings } from '../../../site.ts';
import { Figure } from '../figure.tsx';
import { Pair, SecurityCell } from '../trade-table.tsx';
import { sideNames, spellMoment } from './order-facts.ts';
import { OwnList } from './own-list.tsx';

const columns = [
  { label: '证券' },
  { label: '方向', under: '成交价', isFigure: true },
  { label: '数量', under: '时间', isFigure: true },
  { label: '成交额（元）', isFigure: true, deskOnly: true },
  { label: '费用', under: '平仓盈亏', isFigure: true },
];

type FillsProps = { seasonId: string; revision: string; onChoose: (code: string) => void };

/** What was traded, and what it cost. */
export function Fills({ seasonId, revision, onChoose }: FillsProps) {
  const { today } = useSurroundings();
  return (
    <OwnList
      title="成交"
      empty="还没有成交。委托按下一笔行情撮合，成交后列在这里。"
      query={{ seasonId, state: 'filled' }}
      revision={revision}
      columns={columns}
      isShown={({ fill }) => fill !== null}
      cellsOf={(order) => cellsOf(order, today, onChoose)}
    />
  );
}

function cellsOf(
  { code, name, side, quantity, fill }: ContestOrder,
  today: string,
  onChoose: (code: string) => void,
) {
  if (!fill) return [];
  const { price, amount, fees, profit, filledAt } = fill;
  return [
    <SecurityCell key="name" name={name} code={code} onChoose={() => onChoose(code)} />,
    <Pair
      key="side"
      over={<Figure tone={side === 'buy' ? 'rise' : 'fall'}>{sideNames[side]}</Figure>}
      under={writePrice(price)}
    />,
    <Pair
      key="quantity"
      over={quantity.toLocaleString('en-US')}
      under={<time dateTime={filledAt}>{spellMoment(filledAt, today)}</time>}
    />,
    writeMoney(amount),
    <Pair
      key="fees"
      over={writeMoney(fees)}
      under={profit === null ? '—' : <Figure tone={toneOf(profit)}>{writeGain(profit)}</Figure>}
    />,
  ];
}

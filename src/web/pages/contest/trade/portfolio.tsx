import { useId } from 'react';
import type { ContestAccount, ContestOrder, ContestSeason } from '#features/contest/schema.ts';
import { changeOf, toneOf, writeGain, writeMoney, writePrice, writeReturn } from '#shared/market.ts';
import { TabList } from '#ui/controls/tabs.tsx';
import { Section } from '#ui/layout/section.tsx';
import { PartNote } from '#ui/states/notice.tsx';
import { useSurroundings } from '../../../site.ts';
import { Figure } from '../figure.tsx';
import { ReturnCurve } from '../return-curve.tsx';
import { Pair, SecurityCell, TradeTable } from '../trade-table.tsx';
import { sideNames, spellMoment } from './order-facts.ts';
import { Orders } from './orders.tsx';
import { OwnList } from './own-list.tsx';
import type { OwnAccount } from './use-account.ts';

const holdingColumns = [
  { label: '证券' },
  { label: '持仓', under: '可卖', isFigure: true },
  { label: '现价', under: '成本', isFigure: true },
  { label: '市值（元）', isFigure: true, deskOnly: true },
  { label: '浮动盈亏', under: '比例', isFigure: true },
];

const shares = (count: number): string => count.toLocaleString('en-US');

/** What a share cost with fees, to a 厘. */
const costOf = ({ cost, quantity }: { cost: number; quantity: number }): string =>
  quantity === 0 ? '—' : writePrice(Math.round((cost * 10) / quantity), 1);

const columns = [
  { label: '证券' },
  { label: '方向', under: '成交价', isFigure: true },
  { label: '数量', under: '时间', isFigure: true },
  { label: '成交额（元）', isFigure: true, deskOnly: true },
  { label: '费用', under: '平仓盈亏', isFigure: true },
];

export type PortfolioView = 'holdings' | 'orders' | 'fills' | 'curve';

type PortfolioProps = {
  season: ContestSeason;
  own: OwnAccount;
  view: PortfolioView;
  onView: (view: PortfolioView) => void;
  chosen: string | null;
  /** A holding is chosen to be sold; any other name just to be looked at. */
  onChoose: (code: string, side?: 'sell') => void;
  onChanged: () => void;
};

/** What a player has, ordered and traded. */
export function Portfolio(props: PortfolioProps) {
  const { own, view, onView } = props;
  const idBase = useId();
  const { account, open } = own;
  if (!account || !open) return null;
  return (
    <Section first id="portfolio" title="我的模拟账户">
      <TabList
        idBase={idBase}
        label="我的模拟账户"
        items={[
          { id: 'holdings', label: '持仓', count: account.holdings.length },
          { id: 'orders', label: '委托', count: open.length },
          { id: 'fills', label: '成交' },
          { id: 'curve', label: '资产曲线' },
        ]}
        selected={view}
        onSelect={onView}
      />
      <div role="tabpanel" id={`${idBase}-panel-${view}`} aria-labelledby={`${idBase}-tab-${view}`}>
        <View {...props} account={account} open={open} />
      </div>
    </Section>
  );
}

type ViewProps = PortfolioProps & {
  account: NonNullable<OwnAccount['account']>;
  open: NonNullable<OwnAccount['open']>;
};

function View({ season, view, account, open, chosen, onChoose, onChanged }: ViewProps) {
  // An order that ended is no longer among the open ones.
  const revision = open.map(({ id }) => id).join(' ');
  if (view === 'holdings')
    return (
      <Holdings holdings={account.holdings} chosen={chosen} onChoose={(code) => onChoose(code, 'sell')} />
    );
  if (view === 'orders') return <Orders {...{ open, revision, onChanged, onChoose }} seasonId={season.id} />;
  if (view === 'fills') return <Fills {...{ revision, onChoose }} seasonId={season.id} />;
  return <ReturnCurve name="我" of={account} season={season} />;
}

type FillsProps = { seasonId: string; revision: string; onChoose: (code: string) => void };

/** What was traded, and what it cost. */
function Fills({ seasonId, revision, onChoose }: FillsProps) {
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

type HoldingsProps = {
  holdings: ContestAccount['holdings'];
  /** What stands in the ticket. */
  chosen: string | null;
  onChoose: (code: string) => void;
};

/** What the player holds; a press puts it into the ticket to be sold. */
function Holdings({ holdings, chosen, onChoose }: HoldingsProps) {
  if (holdings.length === 0) return <PartNote>还没有持仓。买入成交后，持有的证券会列在这里。</PartNote>;
  return (
    <TradeTable
      label="持仓"
      columns={holdingColumns}
      rows={holdings.map((held) => {
        const tone = toneOf(held.gain);
        return {
          key: held.code,
          isChosen: held.code === chosen,
          cells: [
            <SecurityCell
              key="name"
              name={held.name}
              code={held.code}
              onChoose={() => onChoose(held.code)}
            />,
            <Pair key="quantity" over={shares(held.quantity)} under={shares(held.sellable)} />,
            <Pair key="price" over={writePrice(held.last)} under={costOf(held)} />,
            writeMoney(held.value),
            <Pair
              key="gain"
              over={<Figure tone={tone}>{writeGain(held.gain)}</Figure>}
              under={<Figure tone={tone}>{writeReturn(changeOf(held.value, held.cost))}</Figure>}
            />,
          ],
        };
      })}
    />
  );
}

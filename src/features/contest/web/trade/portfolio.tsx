import { useId } from 'react';
import { changeOf, toneOf, writeGain, writeMoney, writePrice, writeReturn } from '#shared/market.ts';
import { TabList } from '#ui/controls/tabs.tsx';
import { Section } from '#ui/layout/section.tsx';
import { SectionNote } from '#ui/states/notice.tsx';
import { Figure } from '#web/parts/market/figure.tsx';
import { SecurityCell, TradeTable, TwoLineCell } from '#web/parts/market/trade-table.tsx';
import { useSiteContext } from '#web/site.ts';
import type { ContestAccount, ContestOrder, ContestSeason } from '../../schema.ts';
import { ReturnCurve } from '../return-curve.tsx';
import { formatMoment, sideNames } from './order-facts.ts';
import { OrderList } from './order-list.tsx';
import { Orders } from './orders.tsx';
import type { OwnAccount } from './use-account.ts';

const holdingColumns = [
  { label: '证券' },
  { label: '持仓', under: '可卖', isFigure: true },
  { label: '现价', under: '成本', isFigure: true },
  { label: '市值（元）', isFigure: true, desktopOnly: true },
  { label: '浮动盈亏', under: '比例', isFigure: true },
];

const shares = (count: number): string => count.toLocaleString('en-US');

/** Formats the average cost of a share with fees, to 0.001 yuan (1 厘). */
const costPerShare = ({ cost, quantity }: { cost: number; quantity: number }): string =>
  quantity === 0 ? '—' : writePrice(Math.round((cost * 10) / quantity), 1);

const columns = [
  { label: '证券' },
  { label: '方向', under: '成交价', isFigure: true },
  { label: '数量', under: '时间', isFigure: true },
  { label: '成交额（元）', isFigure: true, desktopOnly: true },
  { label: '费用', under: '平仓盈亏', isFigure: true },
];

export type PortfolioView = 'holdings' | 'orders' | 'fills' | 'curve';

type PortfolioProps = {
  season: ContestSeason;
  own: OwnAccount;
  view: PortfolioView;
  onView: (view: PortfolioView) => void;
  chosen: string | null;
  /** Choosing a holding prepares its sale; choosing any other name only shows the security. */
  onChoose: (code: string, side?: 'sell') => void;
  onChanged: () => void;
};

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
        <PortfolioContent {...props} account={account} open={open} />
      </div>
    </Section>
  );
}

type PortfolioContentProps = PortfolioProps & {
  account: NonNullable<OwnAccount['account']>;
  open: NonNullable<OwnAccount['open']>;
};

function PortfolioContent({
  season,
  view,
  account,
  open,
  chosen,
  onChoose,
  onChanged,
}: PortfolioContentProps) {
  // Changes when an open order ends.
  const revision = open.map(({ id }) => id).join(' ');
  if (view === 'holdings')
    return (
      <Holdings holdings={account.holdings} chosen={chosen} onChoose={(code) => onChoose(code, 'sell')} />
    );
  if (view === 'orders') return <Orders {...{ open, revision, onChanged, onChoose }} seasonId={season.id} />;
  if (view === 'fills') return <Fills {...{ revision, onChoose }} seasonId={season.id} />;
  return <ReturnCurve name="我" source={account} season={season} />;
}

type FillsProps = { seasonId: string; revision: string; onChoose: (code: string) => void };

function Fills({ seasonId, revision, onChoose }: FillsProps) {
  const { today } = useSiteContext();
  return (
    <OrderList
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
    <TwoLineCell
      key="side"
      over={<Figure tone={side === 'buy' ? 'rise' : 'fall'}>{sideNames[side]}</Figure>}
      under={writePrice(price)}
    />,
    <TwoLineCell
      key="quantity"
      over={quantity.toLocaleString('en-US')}
      under={<time dateTime={filledAt}>{formatMoment(filledAt, today)}</time>}
    />,
    writeMoney(amount),
    <TwoLineCell
      key="fees"
      over={writeMoney(fees)}
      under={profit === null ? '—' : <Figure tone={toneOf(profit)}>{writeGain(profit)}</Figure>}
    />,
  ];
}

type HoldingsProps = {
  holdings: ContestAccount['holdings'];
  /** Code of the security in the ticket. */
  chosen: string | null;
  onChoose: (code: string) => void;
};

/** The player's holdings; a press prepares a sale in the ticket. */
function Holdings({ holdings, chosen, onChoose }: HoldingsProps) {
  if (holdings.length === 0) return <SectionNote>还没有持仓。买入成交后，持有的证券会列在这里。</SectionNote>;
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
            <TwoLineCell key="quantity" over={shares(held.quantity)} under={shares(held.sellable)} />,
            <TwoLineCell key="price" over={writePrice(held.last)} under={costPerShare(held)} />,
            writeMoney(held.value),
            <TwoLineCell
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

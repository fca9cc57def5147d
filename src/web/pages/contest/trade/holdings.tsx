import type { ContestAccount } from '#features/contest/schema.ts';
import { changeOf, toneOf, writeGain, writeMoney, writePrice, writeReturn } from '#shared/market.ts';
import { PartNote } from '#ui/states/part-note.tsx';
import { Figure } from '../figure.tsx';
import { Pair, SecurityCell, TradeTable } from '../trade-table.tsx';

const columns = [
  { label: '证券' },
  { label: '持仓', under: '可卖', isFigure: true },
  { label: '现价', under: '成本', isFigure: true },
  { label: '市值（元）', isFigure: true, deskOnly: true },
  { label: '浮动盈亏', under: '比例', isFigure: true },
];

type HoldingsProps = {
  holdings: ContestAccount['holdings'];
  /** What stands in the ticket. */
  chosen: string | null;
  onChoose: (code: string) => void;
};

/** What the player holds; a press puts it into the ticket to be sold. */
export function Holdings({ holdings, chosen, onChoose }: HoldingsProps) {
  if (holdings.length === 0) return <PartNote>还没有持仓。买入成交后，持有的证券会列在这里。</PartNote>;
  return (
    <TradeTable
      label="持仓"
      columns={columns}
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

const shares = (count: number): string => count.toLocaleString('en-US');

/** What a share cost with fees, to a 厘. */
const costOf = ({ cost, quantity }: { cost: number; quantity: number }): string =>
  quantity === 0 ? '—' : writePrice(Math.round((cost * 10) / quantity), 1);

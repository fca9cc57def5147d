import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { ContestOrder } from '#features/contest/schema.ts';
import { Button } from '#ui/controls/button.tsx';
import { AlertDialog } from '#ui/floats/dialog.tsx';
import { State } from '#ui/marks/tag.tsx';
import { PartNote } from '#ui/states/notice.tsx';
import { silent, useAct } from '../../../parts/use-act.ts';
import { useSurroundings } from '../../../site.ts';
import { Figure } from '../figure.tsx';
import { Pair, SecurityCell, TableTitle, TradeTable } from '../trade-table.tsx';
import { orderStates, sideNames, spellMoment, spellPrice } from './order-facts.ts';
import { OwnList } from './own-list.tsx';
import { mostWaiting } from './use-account.ts';

const columns = [
  { label: '证券' },
  { label: '方向', under: '委托价', isFigure: true },
  { label: '数量', under: '时间', isFigure: true },
  { label: '状态', isFigure: true },
];

type OrdersProps = {
  seasonId: string;
  open: ContestOrder[];
  /** Changes when an order has come to an end. */
  revision: string;
  onChoose: (code: string) => void;
  onChanged: () => void;
};

/** Orders that wait, each to be taken back, and below them what became of the others. */
export function Orders({ seasonId, open, revision, onChoose, onChanged }: OrdersProps) {
  const [taken, setTaken] = useState<ContestOrder>();
  const cells = useOrderCells(onChoose);
  return (
    <>
      {open.length === 0 ? (
        <PartNote>没有等待成交的委托。</PartNote>
      ) : (
        <TradeTable
          label="等待成交的委托"
          columns={columns}
          rows={open.map((order) => ({
            key: order.id,
            cells: [
              ...cells(order),
              <Button key="act" size="s" aria-label={`撤单 ${order.name}`} onClick={() => setTaken(order)}>
                撤单
              </Button>,
            ],
          }))}
        />
      )}
      {open.length >= mostWaiting && (
        <PartNote>这里列出最近 {mostWaiting} 笔，成交或撤单后会补上更早的。</PartNote>
      )}
      <TableTitle>已结束</TableTitle>
      <OwnList
        title="已结束的委托"
        empty="还没有成交、撤单或失效的委托。"
        query={{ seasonId, state: 'all' }}
        revision={revision}
        columns={columns}
        isShown={({ state }) => state !== 'open'}
        cellsOf={(order) => {
          const { word, tone } = orderStates[order.state];
          return [
            ...cells(order),
            <State key="state" tone={tone}>
              {word}
            </State>,
          ];
        }}
      />
      <TakeBack order={taken} onClose={() => setTaken(undefined)} onDone={onChanged} />
    </>
  );
}

function useOrderCells(onChoose: (code: string) => void) {
  const { today } = useSurroundings();
  return ({ code, name, side, price, quantity, placedAt }: ContestOrder) => [
    <SecurityCell key="name" name={name} code={code} onChoose={() => onChoose(code)} />,
    <Pair
      key="side"
      over={<Figure tone={side === 'buy' ? 'rise' : 'fall'}>{sideNames[side]}</Figure>}
      under={spellPrice(price)}
    />,
    <Pair
      key="quantity"
      over={quantity.toLocaleString('en-US')}
      under={<time dateTime={placedAt}>{spellMoment(placedAt, today)}</time>}
    />,
  ];
}

type TakeBackProps = { order: ContestOrder | undefined; onClose: () => void; onDone: () => void };

/** Asks before an order is taken back; one that filled meanwhile says so. */
function TakeBack({ order, onClose, onDone }: TakeBackProps) {
  const { isBusy, error, fail, run } = useAct();
  async function takeBack({ id }: ContestOrder) {
    const isDone = await run(async (call) => {
      await call('POST /member/contest/cancel', { body: { id }, ...silent });
    });
    onDone();
    if (!isDone) return;
    onClose();
    toasts.success('已撤单');
  }
  const close = () => {
    fail(undefined);
    onClose();
  };
  return (
    <AlertDialog
      open={order !== undefined}
      title="撤回这笔委托？"
      confirmLabel="确认撤单"
      cancelLabel="再想想"
      busy={isBusy}
      message={
        order && (
          <>
            <p>
              {sideNames[order.side]} {order.name} {order.quantity.toLocaleString('en-US')} 股，
              {order.price === null ? '市价' : `${spellPrice(order.price)} 元`}。
              {order.side === 'buy' ? '撤单后冻结的模拟资金退回可用。' : '撤单后冻结的持仓退回可卖。'}
            </p>
            {error && <p role="alert">{error}</p>}
          </>
        )
      }
      onConfirm={() => order && void takeBack(order)}
      onCancel={close}
    />
  );
}

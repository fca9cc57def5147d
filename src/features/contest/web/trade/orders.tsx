import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import { Button } from '#ui/controls/button.tsx';
import { StateLabel } from '#ui/display/tag.tsx';
import { AlertDialog } from '#ui/overlays/dialog.tsx';
import { SectionNote } from '#ui/states/notice.tsx';
import { Figure } from '#web/parts/market/figure.tsx';
import { SecurityCell, TableTitle, TradeTable, TwoLineCell } from '#web/parts/market/trade-table.tsx';
import { silent, useAction } from '#web/parts/use-action.ts';
import { useSiteContext } from '#web/site.ts';
import type { ContestOrder } from '../../schema.ts';
import { formatMoment, formatOrderPrice, orderStates, sideNames } from './order-facts.ts';
import { OrderList } from './order-list.tsx';
import { maxOpenOrders } from './use-account.ts';

const columns = [
  { label: '证券' },
  { label: '方向', under: '委托价', isFigure: true },
  { label: '数量', under: '时间', isFigure: true },
  { label: '状态', isFigure: true },
];

type OrdersProps = {
  seasonId: string;
  open: ContestOrder[];
  revision: string;
  onChoose: (code: string) => void;
  onChanged: () => void;
};

/** Open orders, which the player can cancel, and below them the ended ones. */
export function Orders({ seasonId, open, revision, onChoose, onChanged }: OrdersProps) {
  const [cancelling, setCancelling] = useState<ContestOrder>();
  const cells = useOrderCells(onChoose);
  return (
    <>
      {open.length === 0 ? (
        <SectionNote>没有等待成交的委托。</SectionNote>
      ) : (
        <TradeTable
          label="等待成交的委托"
          columns={columns}
          rows={open.map((order) => ({
            key: order.id,
            cells: [
              ...cells(order),
              <Button
                key="act"
                size="s"
                aria-label={`撤单 ${order.name}`}
                onClick={() => setCancelling(order)}
              >
                撤单
              </Button>,
            ],
          }))}
        />
      )}
      {open.length >= maxOpenOrders && (
        <SectionNote>这里列出最近 {maxOpenOrders} 笔，成交或撤单后会补上更早的。</SectionNote>
      )}
      <TableTitle>已结束</TableTitle>
      <OrderList
        title="已结束的委托"
        empty="还没有成交、撤单或失效的委托。"
        query={{ seasonId, state: 'all' }}
        revision={revision}
        columns={columns}
        isShown={({ state }) => state !== 'open'}
        cellsOf={(order) => {
          const { label, tone } = orderStates[order.state];
          return [
            ...cells(order),
            <StateLabel key="state" tone={tone}>
              {label}
            </StateLabel>,
          ];
        }}
      />
      <CancelOrderDialog order={cancelling} onClose={() => setCancelling(undefined)} onDone={onChanged} />
    </>
  );
}

function useOrderCells(onChoose: (code: string) => void) {
  const { today } = useSiteContext();
  return ({ code, name, side, price, quantity, placedAt }: ContestOrder) => [
    <SecurityCell key="name" name={name} code={code} onChoose={() => onChoose(code)} />,
    <TwoLineCell
      key="side"
      over={<Figure tone={side === 'buy' ? 'rise' : 'fall'}>{sideNames[side]}</Figure>}
      under={formatOrderPrice(price)}
    />,
    <TwoLineCell
      key="quantity"
      over={quantity.toLocaleString('en-US')}
      under={<time dateTime={placedAt}>{formatMoment(placedAt, today)}</time>}
    />,
  ];
}

type CancelOrderDialogProps = { order: ContestOrder | undefined; onClose: () => void; onDone: () => void };

/** Asks for confirmation before cancelling an order; says so if the order was filled meanwhile. */
function CancelOrderDialog({ order, onClose, onDone }: CancelOrderDialogProps) {
  const { isBusy, error, setError, run } = useAction();
  async function cancelOrder({ id }: ContestOrder) {
    const isDone = await run(async (call) => {
      await call('POST /member/contest/cancel', { body: { id }, ...silent });
    });
    onDone();
    if (!isDone) return;
    onClose();
    toasts.success('已撤单');
  }
  const close = () => {
    setError(undefined);
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
              {order.price === null ? '市价' : `${formatOrderPrice(order.price)} 元`}。
              {order.side === 'buy' ? '撤单后冻结的模拟资金退回可用。' : '撤单后冻结的持仓退回可卖。'}
            </p>
            {error && <p role="alert">{error}</p>}
          </>
        )
      }
      onConfirm={() => order && void cancelOrder(order)}
      onCancel={close}
    />
  );
}

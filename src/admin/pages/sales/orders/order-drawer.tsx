import { Button, Drawer, Skeleton } from 'antd';
import { useState } from 'react';
import { Permit } from '#client/permissions.tsx';
import { Failed } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { useLoad } from '../../../parts/use-load.ts';
import s from '../sales.module.css';
import { WordChip } from '../word-chip.tsx';
import { orderStates } from '../words.ts';
import { OrderFacts } from './order-facts.tsx';
import { OrderMoney } from './order-money.tsx';
import { RefundDialog } from './refund-dialog.tsx';

/** One order whole: what was bought by whom, what was paid, returned, booked and invoiced. */
export function OrderDrawer(props: { id: string | undefined; onClose: () => void; onChanged: () => void }) {
  return (
    <Drawer
      open={props.id !== undefined}
      onClose={props.onClose}
      size={600}
      title="订单"
      destroyOnHidden
      styles={{ wrapper: { maxWidth: '100vw' } }}
    >
      {props.id !== undefined && <Inside key={props.id} id={props.id} onChanged={props.onChanged} />}
    </Drawer>
  );
}

function Inside({ id, onChanged }: { id: string; onChanged: () => void }) {
  const [isRefunding, setIsRefunding] = useState(false);
  const { data, fault, reload } = useLoad(id, (signal) =>
    call('GET /admin/order/detail', { query: { id }, silent: true, signal }),
  );
  if (fault) return <Failed message={fault.message} onRetry={reload} level={3} />;
  if (!data) return <Skeleton active />;
  const canRefund = data.state === 'paid' && data.amount > data.refundedAmount;
  return (
    <div className={s.drawer}>
      <div className={s.head}>
        <h2>{data.title}</h2>
        <span>
          <WordChip {...orderStates[data.state]} />
        </span>
      </div>
      {canRefund && (
        <Permit code="orders.refund">
          <div className={s.acts}>
            <Button danger onClick={() => setIsRefunding(true)}>
              退款
            </Button>
          </div>
        </Permit>
      )}
      <OrderFacts order={data} />
      <OrderMoney order={data} />
      {isRefunding && (
        <RefundDialog
          order={data}
          onClose={() => setIsRefunding(false)}
          onDone={() => {
            setIsRefunding(false);
            reload();
            onChanged();
          }}
        />
      )}
    </div>
  );
}

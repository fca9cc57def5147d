import { Segmented } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { usePermit } from '#client/permissions.tsx';
import type { StaffRefund } from '#features/orders/schema.ts';
import { Void } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { PagedTable } from '../../../parts/paged-table.tsx';
import { OrderDrawer } from '../orders/order-drawer.tsx';
import s from '../sales.module.css';
import { columnsOf } from './refund-columns.tsx';
import { type RefundAct, RefundDecision } from './refund-decision.tsx';

const views = [
  { value: 'requested', label: '待处理' },
  { value: 'failed', label: '失败' },
  { value: 'open', label: '进行中' },
  { value: 'all', label: '全部' },
] as const;
type View = (typeof views)[number]['value'];

/** The refunds: those that wait for staff first. */
export function Refunds() {
  const [query, setQuery] = useSearchParams();
  const view: View = views.find(({ value }) => value === query.get('state'))?.value ?? 'requested';
  const mayDecide = usePermit('orders.refund');
  const [round, setRound] = useState(0);
  const [opened, setOpened] = useState<string>();
  const [asked, setAsked] = useState<{ refund: StaffRefund; act: RefundAct }>();
  const settle = () => {
    setAsked(undefined);
    setRound((count) => count + 1);
  };
  return (
    <>
      <div className={s.filters}>
        <Segmented<View>
          aria-label="看哪些退款"
          options={[...views]}
          value={view}
          onChange={(chosen) => setQuery(chosen === 'requested' ? {} : { state: chosen })}
        />
      </div>
      <PagedTable<StaffRefund>
        label="退款"
        of={view}
        round={round}
        width={960}
        load={(page, signal) =>
          call('GET /admin/refund/list', { query: { state: view, ...page }, silent: true, signal })
        }
        columns={columnsOf({
          mayDecide,
          onOpen: setOpened,
          onAct: (refund, act) => setAsked({ refund, act }),
        })}
        empty={<Void title={view === 'requested' ? '没有要处理的退款' : '没有这样的退款'} />}
      />
      {asked && <RefundDecision {...asked} onClose={() => setAsked(undefined)} onDone={settle} />}
      <OrderDrawer id={opened} onClose={() => setOpened(undefined)} onChanged={settle} />
    </>
  );
}

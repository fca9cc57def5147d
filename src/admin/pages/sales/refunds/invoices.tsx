import { Segmented } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { usePermit } from '#client/permissions.tsx';
import type { StaffInvoice } from '#features/orders/schema.ts';
import { Void } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { PagedTable } from '../../../parts/paged-table.tsx';
import s from '../sales.module.css';
import { columnsOf } from './invoice-columns.tsx';
import { InvoiceReject } from './invoice-reject.tsx';
import { IssueDialog } from './issue-dialog.tsx';

const views = [
  { value: 'requested', label: '待开' },
  { value: 'issued', label: '已开' },
  { value: 'rejected', label: '已拒绝' },
  { value: 'all', label: '全部' },
] as const;
type View = (typeof views)[number]['value'];

/** The invoices readers asked for: those to be made out first. */
export function Invoices() {
  const [query, setQuery] = useSearchParams();
  const view: View = views.find(({ value }) => value === query.get('state'))?.value ?? 'requested';
  const mayIssue = usePermit('orders.invoice');
  const [round, setRound] = useState(0);
  const [asked, setAsked] = useState<{ invoice: StaffInvoice; act: 'issue' | 'reject' }>();
  const close = () => setAsked(undefined);
  const settle = () => {
    close();
    setRound((count) => count + 1);
  };
  return (
    <>
      <div className={s.filters}>
        <Segmented<View>
          aria-label="看哪些发票"
          options={[...views]}
          value={view}
          onChange={(chosen) =>
            setQuery(chosen === 'requested' ? { tab: 'invoices' } : { tab: 'invoices', state: chosen })
          }
        />
      </div>
      <PagedTable<StaffInvoice>
        label="发票"
        of={view}
        round={round}
        width={900}
        load={(page, signal) =>
          call('GET /admin/invoice/list', { query: { state: view, ...page }, silent: true, signal })
        }
        columns={columnsOf({ mayIssue, onAct: (invoice, act) => setAsked({ invoice, act }) })}
        empty={<Void title={view === 'requested' ? '没有要开的发票' : '没有这样的发票'} />}
      />
      {asked?.act === 'issue' && <IssueDialog invoice={asked.invoice} onClose={close} onDone={settle} />}
      {asked?.act === 'reject' && <InvoiceReject invoice={asked.invoice} onClose={close} onDone={settle} />}
    </>
  );
}

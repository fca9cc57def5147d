import { Button, Select } from 'antd';
import { useState } from 'react';
import { usePermit } from '#client/permissions.tsx';
import { toasts } from '#client/toasts.ts';
import type { Reconciliation } from '#features/payments/schema.ts';
import { Void } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { PagedTable } from '../../../parts/paged-table.tsx';
import s from '../sales.module.css';
import { Differences } from './differences.tsx';
import { ReconcileDialog } from './reconcile-dialog.tsx';
import { columnsOf, reconciliationStates } from './reconciliation-columns.tsx';

const gateways: { value: Reconciliation['gateway']; label: string }[] = [
  { value: 'wechat', label: '微信支付' },
  { value: 'alipay', label: '支付宝' },
  { value: 'sandbox', label: '沙箱' },
];
const stateNames = Object.keys(reconciliationStates) as Reconciliation['state'][];
const states = [
  { value: 'all' as const, label: '全部结果' },
  ...stateNames.map((value) => ({ value, label: reconciliationStates[value].label })),
];

/** The days held against the gateways' bills, newest first, with what differs. */
export function Reconciliations() {
  const mayRun = usePermit('ledger.settle');
  const [gateway, setGateway] = useState<Reconciliation['gateway']>();
  const [state, setState] = useState<Reconciliation['state'] | 'all'>('all');
  const [round, setRound] = useState(0);
  const [isAsking, setIsAsking] = useState(false);
  const run = async (body: { gateway: Reconciliation['gateway']; day: string }) => {
    const made = await call('POST /admin/reconciliation/run', { body });
    if (made.state === 'equal') toasts.success(`${made.day} 账单一致`);
    else toasts.error(`${made.day} ${made.state === 'failed' ? '对账没有完成' : '账单有差异'}`);
    setRound((count) => count + 1);
  };
  return (
    <>
      <div className={s.filters}>
        <Select
          className={s.choice ?? ''}
          aria-label="渠道"
          placeholder="全部渠道"
          allowClear
          options={gateways}
          value={gateway ?? null}
          onChange={(chosen: Reconciliation['gateway'] | null) => setGateway(chosen ?? undefined)}
        />
        <Select
          className={s.choice ?? ''}
          aria-label="结果"
          options={states}
          value={state}
          onChange={setState}
        />
        {mayRun && <Button onClick={() => setIsAsking(true)}>对一天的账</Button>}
      </div>
      <PagedTable<Reconciliation>
        label="对账"
        of={`${gateway} ${state}`}
        round={round}
        width={860}
        load={(page, signal) =>
          call('GET /admin/reconciliation/list', {
            query: {
              ...(gateway && { gateway }),
              state,
              size: page.size,
              ...(page.cursor && { cursor: page.cursor }),
            },
            silent: true,
            signal,
          })
        }
        columns={columnsOf(mayRun ? run : undefined)}
        expanded={{
          isOpen: ({ differences, error }) => differences.length > 0 || error !== '',
          render: (row) => <Differences reconciliation={row} />,
        }}
        empty={
          <Void title="还没有对过账">
            <p>每天会自动核对前一天的账单。</p>
          </Void>
        }
      />
      {isAsking && <ReconcileDialog gateways={gateways} onRun={run} onClose={() => setIsAsking(false)} />}
    </>
  );
}

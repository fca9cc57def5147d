import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { usePermit } from '#client/permissions.tsx';
import type { StaffWithdrawal } from '#features/ledger/schema.ts';
import { formatFen } from '#shared/money.ts';
import { Void } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { PagedTable } from '../../../parts/paged-table.tsx';
import { showTime } from '../../../parts/show-time.ts';
import s from '../sales.module.css';
import { WordChip } from '../word-chip.tsx';
import { type WithdrawalAct, WithdrawalDecision, withdrawalActs } from './withdrawal-decision.tsx';

const states = {
  requested: { label: '待处理', tone: 'warn' },
  approved: { label: '待打款', tone: 'info' },
  paid: { label: '已打款', tone: 'good' },
  rejected: { label: '已拒绝' },
} as const;
type View = keyof typeof states | 'all';
const views = [
  ...Object.entries(states).map(([value, { label }]) => ({ value: value as View, label })),
  { value: 'all' as View, label: '全部' },
];

/** What authors want paid out: what waits for a decision first. */
export function Withdrawals() {
  const mayDecide = usePermit('ledger.settle');
  const [view, setView] = useState<View>('requested');
  const [round, setRound] = useState(0);
  const [asked, setAsked] = useState<{ withdrawal: StaffWithdrawal; act: WithdrawalAct }>();
  return (
    <>
      <div className={s.filters}>
        <Segmented<View> aria-label="看哪些提现" options={views} value={view} onChange={setView} />
      </div>
      <PagedTable<StaffWithdrawal>
        label="提现"
        of={view}
        round={round}
        width={820}
        load={(page, signal) =>
          call('GET /admin/withdrawal/list', { query: { state: view, ...page }, silent: true, signal })
        }
        empty={<Void title={view === 'requested' ? '没有要处理的提现' : '没有这样的提现'} />}
        columns={[
          { title: '作者', dataIndex: 'authorName', width: 130 },
          {
            title: '金额',
            dataIndex: 'amount',
            width: 120,
            align: 'right',
            render: (fen: number) => <span className={s.money}>{formatFen(fen)}</span>,
          },
          {
            title: '收款账户',
            key: 'payee',
            render: (_, { payee, note }) => (
              <>
                {payee}
                {note && <span className={s.small}>{note}</span>}
              </>
            ),
          },
          {
            title: '状态',
            key: 'state',
            width: 100,
            render: (_, { state }) => <WordChip {...states[state]} />,
          },
          {
            title: '时间',
            key: 'at',
            width: 130,
            render: (_, { createdAt, decidedAt, paidAt }) => showTime(paidAt ?? decidedAt ?? createdAt),
          },
          ...(mayDecide
            ? [
                {
                  title: '操作',
                  key: 'acts',
                  width: 160,
                  render: (_: unknown, withdrawal: StaffWithdrawal) => (
                    <Acts withdrawal={withdrawal} onAct={(act) => setAsked({ withdrawal, act })} />
                  ),
                },
              ]
            : []),
        ]}
      />
      {asked && (
        <WithdrawalDecision
          {...asked}
          onClose={() => setAsked(undefined)}
          onDone={() => {
            setAsked(undefined);
            setRound((count) => count + 1);
          }}
        />
      )}
    </>
  );
}

const actsFor: Record<StaffWithdrawal['state'], WithdrawalAct[]> = {
  requested: ['approve', 'reject'],
  approved: ['pay', 'reject'],
  rejected: [],
  paid: [],
};

const Acts = ({
  withdrawal,
  onAct,
}: {
  withdrawal: StaffWithdrawal;
  onAct: (act: WithdrawalAct) => void;
}) => (
  <span className={s.acts}>
    {actsFor[withdrawal.state].map((act) => (
      <Button
        key={act}
        size="small"
        danger={act === 'reject'}
        aria-label={`${withdrawalActs[act].verb}：${withdrawal.authorName} ${formatFen(withdrawal.amount)}`}
        onClick={() => onAct(act)}
      >
        {withdrawalActs[act].verb}
      </Button>
    ))}
  </span>
);
